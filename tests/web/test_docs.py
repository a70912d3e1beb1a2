import json

import pytest
from bs4 import BeautifulSoup

from makiaveli.web import api, games_api, gin_api
from makiaveli.web.pages.docs import ANSWERS, EXAMPLES


@pytest.fixture
def described(client) -> dict:
    return client.get("/api/openapi.json").json()


def section_of(page, path):
    return page.find(id=path.removeprefix("/api/").replace("{game_id}", "game").replace("/", "-"))


def test_every_route_of_the_api_is_described(described):
    routes = {route.path for part in (api, gin_api, games_api) for route in part.router.routes}
    assert described["paths"].keys() == routes
    assert routes - EXAMPLES.keys() == {route.path for route in games_api.router.routes}
    assert EXAMPLES.keys() == ANSWERS.keys()


def test_the_page_shows_every_route_with_every_key_and_status(soup, described):
    page = soup("/docs")
    schemas = described["components"]["schemas"]
    for path, methods in described["paths"].items():
        section = section_of(page, path)
        (method,) = methods
        assert section.find(class_="route").text == f"{method.upper()} {path}"
        operation = methods[method]
        assert [term.text for term in section.select("dt")] == list(operation["responses"])
        expected = []
        for part in (operation.get("requestBody"), *operation["responses"].values()):
            schema = (part or {}).get("content", {}).get("application/json", {}).get("schema", {})
            name = schema.get("$ref", "").split("/")[-1]
            if name not in ("", "Refusal") or "properties" in schema:
                expected.append(list(schemas.get(name, schema)["properties"]))
        shown = [[key.text for key in table.select("tbody th")] for table in section.select("table")]
        assert shown == expected


def test_every_key_is_explained(soup):
    cells = soup("/docs").select(".keys tbody td")
    assert cells
    assert all(cell.text for cell in cells)


def test_everything_named_in_an_answer_is_explained(soup, described):
    page = soup("/docs")
    captions = {caption.text for caption in page.select("caption")}
    types = {
        cell.text.removeprefix("list of ").split(" or ")[0] for cell in page.select(".keys td:nth-of-type(1)")
    }
    objects = {name for name, schema in described["components"]["schemas"].items() if "properties" in schema}
    assert types & objects <= captions
    assert "Refusal" in captions


@pytest.mark.parametrize("path", EXAMPLES)
def test_the_examples_are_true(client, path):
    data = client.post(path, json=EXAMPLES[path]).json()
    shown = json.loads(ANSWERS[path].replace("  …\n", "").replace(",\n}", "\n}"))
    assert shown == {key: data[key] for key in shown}
    assert ("…" in ANSWERS[path]) == (shown.keys() != data.keys())


def test_what_the_page_tells_to_type_is_what_is_sent(client):
    page = BeautifulSoup(client.get("/docs").text, "html.parser")
    for path, sent in EXAMPLES.items():
        curl, python, _ = (block.text for block in section_of(page, path).select("pre"))
        assert json.loads(curl.split("-d ")[1].strip().strip("'")) == sent
        assert f"http://testserver{path}" in curl
        asked = {}
        exec(python.split("request =")[0], asked)  # noqa: S102 - our own example
        assert asked["question"] == sent
