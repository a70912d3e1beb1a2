import os
import re
import signal
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


def start(**settings: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "server.py"],
        cwd=ROOT,
        env={**os.environ, **{f"MAKIAVELI_{name.upper()}": value for name, value in settings.items()}},
        stderr=subprocess.PIPE,
        text=True,
    )


def test_the_server_serves_until_it_is_told_to_stop():
    with start(port="0") as server:
        address = next(match[0] for line in server.stderr if (match := re.search(r"http://[\d.:]+", line)))
        with urllib.request.urlopen(f"{address}/rules") as answer:  # noqa: S310 - our own server
            assert answer.status == 200
            assert "server" not in answer.headers
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=30)
    assert server.returncode in (0, -signal.SIGTERM)


def test_an_unusable_setting_is_a_sentence_and_no_traceback():
    with start(port="eighty") as server:
        _, said = server.communicate(timeout=30)
    assert server.returncode == 1
    assert said.startswith("MAKIAVELI_PORT='eighty' cannot be used: ")
    assert len(said.splitlines()) == 1


def test_the_wheel_carries_pages_and_static_files(tmp_path):
    subprocess.run(
        ["uv", "build", "--wheel", "--out-dir", tmp_path], cwd=ROOT, check=True, capture_output=True
    )
    (wheel,) = tmp_path.glob("*.whl")
    carried = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "static"):
        files = [path for path in (ROOT / folder).rglob("*") if path.is_file()]
        assert files
        assert {f"makiaveli/{path.relative_to(ROOT).as_posix()}" for path in files} <= carried
