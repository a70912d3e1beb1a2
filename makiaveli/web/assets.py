"""Templates and static files: where they lie, and static files under addresses that can be kept for ever."""

import hashlib
import os
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import makiaveli


def _folder(name: str) -> Path:
    """The folder inside an installed package, else beside the package in a checkout."""
    package = Path(makiaveli.__file__).parent
    installed = package / name
    return installed if installed.is_dir() else package.parent / name


TEMPLATES = _folder("templates")
STATIC = _folder("static")


class Assets(StaticFiles):
    """Static files, served at ``/static/<version>/<path>``.

    The version is a hash over all of the files. One for all, so that a stylesheet finds its fonts and a
    module its neighbours by plain relative paths. An address with an outdated version still answers, but is
    not kept.
    """

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self.version = _version(directory)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The file, with how long it may be kept."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        current = scope["path_params"]["version"] == self.version
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if current else "no-cache"
        return response


def _version(directory: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in directory.rglob("*") if path.is_file()):
        content = path.read_bytes()
        # The length keeps a name and a content from running into each other.
        digest.update(f"{path.relative_to(directory).as_posix()}:{len(content)}:".encode())
        digest.update(content)
    return digest.hexdigest()[:12]
