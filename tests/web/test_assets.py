import re
import shutil

import pytest

from makiaveli.web.assets import STATIC, Assets


@pytest.fixture
def version() -> str:
    return Assets(STATIC).version


def test_a_static_file_is_kept_for_a_year(client, version):
    answer = client.get(f"/static/{version}/makiaveli.css")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/css; charset=utf-8"


def test_an_outdated_address_still_answers_but_is_not_kept(client):
    answer = client.get("/static/000000000000/makiaveli.css")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")


@pytest.mark.parametrize("path", ["nothing.css", "fonts", "%2e%2e/server.py"])
def test_only_static_files_are_served(client, version, path):
    assert client.get(f"/static/{version}/{path}").status_code == 404


def test_the_version_follows_names_and_contents(tmp_path):
    seen = set()
    folder = tmp_path / "static"
    shutil.copytree(STATIC, folder)
    seen.add(Assets(folder).version)
    (folder / "makiaveli.css").write_text("body{}")
    seen.add(Assets(folder).version)
    (folder / "makiaveli.css").rename(folder / "other.css")
    seen.add(Assets(folder).version)
    assert len(seen) == 3


def test_every_file_that_the_stylesheet_names_is_there(client, version):
    named = re.findall(r"url\((.+?)\)", (STATIC / "makiaveli.css").read_text())
    assert len(named) == 5
    for path in named:
        answer = client.get(f"/static/{version}/{path}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "font/woff2")


def test_fonts_come_with_their_licences():
    for font in (STATIC / "fonts").glob("*.woff2"):
        family = font.name.partition("-")[0]
        # The suits are our own drawing, under the licence of the project.
        assert family == "makiaveli" or (STATIC / "fonts" / f"OFL-{family.capitalize()}.txt").is_file()


def test_large_answers_are_compressed(client, version):
    assert client.get(f"/static/{version}/makiaveli.css").headers["content-encoding"] == "gzip"
    assert client.get("/rules").headers["content-encoding"] == "gzip"
