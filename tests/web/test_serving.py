import signal
import subprocess
import urllib.request
import zipfile

from .live import ROOT, address_of, launch


def test_the_server_serves_until_it_is_told_to_stop():
    with launch(port="0") as server:
        address = address_of(server)
        with urllib.request.urlopen(f"{address}/rules") as answer:  # noqa: S310 - our own server
            assert answer.status == 200
            assert "server" not in answer.headers
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=30)
    assert server.returncode in (0, -signal.SIGTERM)


def test_an_unusable_setting_is_a_sentence_and_no_traceback():
    with launch(port="eighty") as server:
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
