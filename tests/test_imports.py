"""Imports point one way, and the pure packages load nothing but the standard library."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "makiaveli"

MAY_IMPORT = {
    "errors": set(),
    "solver": {"errors"},
    "words": {"solver"},
    "wire": {"errors", "solver", "words"},
    "terminal": {"errors"},
    "gin_answer": {"errors", "ginrummy"},
    "gin_words": {"solver", "words", "ginrummy", "gin_answer"},
    "gin_wire": {"errors", "solver", "ginrummy", "gin_answer"},
    "gin_cli": {"errors", "ginrummy", "gin_answer", "gin_words", "gin_wire", "terminal"},
    "cli": {"errors", "solver", "words", "wire", "gin_cli", "terminal", "game", "bots", "tournament", "web"},
    "game": {"errors", "solver"},
    "bots": {"errors", "solver", "game"},
    "batch": {"solver"},
    "tournament": {"game", "bots", "batch"},
    "store": {"errors", "solver", "game"},
    "ginrummy": {"errors", "solver"},
    "web": {
        "errors",
        "solver",
        "words",
        "wire",
        "ginrummy",
        "gin_answer",
        "gin_words",
        "gin_wire",
        "game",
        "bots",
        "store",
    },
    "__init__": set(),
    "__main__": {"cli"},
}
"""Which parts of the package each part may know."""


def parts() -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for path in PACKAGE.rglob("*.py"):
        part = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        found.setdefault(part, []).append(path)
    return found


def imported(path: Path) -> set[str]:
    """The parts of the package that a module imports, anywhere in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names.add(node.module or "")
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("makiaveli.")}


def test_every_part_has_its_place() -> None:
    assert parts().keys() == MAY_IMPORT.keys()


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_point_one_way(part: str) -> None:
    known = set().union(*(imported(path) for path in parts()[part]))
    assert known - {part} <= MAY_IMPORT[part]


@pytest.mark.parametrize(
    "package", ["makiaveli.solver", "makiaveli.game", "makiaveli.bots", "makiaveli.ginrummy"]
)
def test_pure_packages_need_only_the_standard_library(package: str) -> None:
    code = f"import sys; import {package}; print('\\n'.join(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    tops = {name.split(".")[0] for name in loaded.split()}
    foreign = tops - set(sys.stdlib_module_names) - {"makiaveli", "__main__", "__mp_main__"}
    # What the environment itself loads at start (editable installs, coverage) is not ours.
    bare = subprocess.run(
        [sys.executable, "-c", "import sys; print('\\n'.join(sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert foreign <= {name.split(".")[0] for name in bare.split()}
    assert not any(name.startswith("makiaveli.web") for name in loaded.split())
