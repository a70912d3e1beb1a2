"""What the package shows, and what it pulls in."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from makiaveli import ginrummy
from makiaveli.errors import MakiaveliError, NotationError, PositionError


@pytest.mark.parametrize("name", ginrummy.__all__)
def test_public_names_are_there_and_documented(name: str) -> None:
    thing = getattr(ginrummy, name)
    if inspect.isfunction(thing) or inspect.isclass(thing):
        assert inspect.getdoc(thing)
    else:
        source = inspect.getsource(sys.modules["makiaveli.ginrummy.rules"])
        after = source.split(f"\n{name} = ", 1)[1]
        assert after.split("\n", 1)[1].startswith('"""')


def test_the_list_of_public_names_is_whole() -> None:
    imported = {
        name
        for name, thing in vars(ginrummy).items()
        if not name.startswith("_") and not inspect.ismodule(thing)
    }
    assert imported == set(ginrummy.__all__)


def test_errors_are_value_errors() -> None:
    for error in (PositionError, NotationError):
        assert issubclass(error, ValueError)
        assert issubclass(error, MakiaveliError)


def test_it_needs_the_standard_library_only() -> None:
    code = (
        "import sys; before = set(sys.modules); import makiaveli.ginrummy;"
        "print(*{name.split('.')[0] for name in set(sys.modules) - before})"
    )
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert set(loaded) - {"makiaveli"} <= sys.stdlib_module_names


def test_it_knows_errors_and_cards_only() -> None:
    sources = Path(ginrummy.__file__).parent.glob("*.py")
    nodes = [node for source in sources for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))]
    modules = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    outside = {name for name in modules if name.startswith("makiaveli") and "ginrummy" not in name}
    assert outside == {"makiaveli.errors", "makiaveli.solver.cards"}
