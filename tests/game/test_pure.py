import subprocess
import sys

import pytest

LOADED = """
import sys
before = set(sys.modules)
import {package}
new = {{name for name in set(sys.modules) - before if name.split(".")[0] not in sys.stdlib_module_names}}
print(*sorted(".".join(name.split(".")[:2]) for name in new))
"""


@pytest.mark.parametrize(
    ("package", "needs"),
    [
        ("makiaveli.game", {"makiaveli", "makiaveli.errors", "makiaveli.game", "makiaveli.solver"}),
        (
            "makiaveli.bots",
            {"makiaveli", "makiaveli.bots", "makiaveli.errors", "makiaveli.game", "makiaveli.solver"},
        ),
    ],
)
def test_loads_nothing_but_the_standard_library_and_what_is_below(package, needs):
    program = LOADED.format(package=package)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == needs
