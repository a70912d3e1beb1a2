"""The documentation of the API, drawn from its own description."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from makiaveli.web.pages import PageRouter
from makiaveli.web.templating import render

router = PageRouter()

EXAMPLES: dict[str, dict[str, Any]] = {
    "/api/solve": {"hand": ["3S", "4S", "5S"], "floor": [["7H", "7D", "7C"]], "cross": ["2S"]},
    "/api/check": {"cards": ["5H", "7H", "8H"]},
}
"""What to send, for each route. A test sends it."""
ANSWERS: dict[str, str] = {
    "/api/solve": """{
  "position": "3S4S5S/7H7D7C/2S",
  "status": "win",
  "can_win": true,
  "max_play": 3,
  …
  "melds": [["7H", "7D", "7C"], ["3S", "4S", "5S"]],
  …
}""",
    "/api/check": """{
  "valid": false,
  "kind": null,
  "cards": ["5H", "7H", "8H"],
  "fault": {
    "message": "6♥ is missing between 5♥ and 7♥.",
    "code": "gap",
    "cards": ["5H", "6H", "7H"]
  }
}""",
}
"""What comes back, shortened where it is long. A test compares."""


@dataclass(frozen=True)
class ShownField:
    """A key of a JSON object."""

    name: str
    type: str
    about: str


@dataclass(frozen=True)
class ShownRoute:
    """One thing that the API can do."""

    id: str
    method: str
    path: str
    summary: str
    about: str
    takes: tuple[ShownField, ...]
    gives: tuple[ShownField, ...]
    statuses: tuple[tuple[str, str], ...]
    curl: str
    python: str
    answer: str


@dataclass(frozen=True)
class DocsPage:
    """What ``docs.html`` shows."""

    routes: tuple[ShownRoute, ...]
    objects: tuple[tuple[str, tuple[ShownField, ...]], ...]
    """The objects inside the answers, by name."""


@router.page("/docs", name="docs")
def docs(request: Request) -> Response:
    """How programs ask."""
    described = request.app.openapi()
    address = str(request.base_url).rstrip("/")
    schemas = described["components"]["schemas"]
    routes = [
        _route(path, method, operation, schemas, address)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]
    inner = [(name, tuple(_fields(schemas[name]))) for name in ("StepAnswer", "Problems", "Problem")]
    return render(request, "docs.html", DocsPage(tuple(routes), tuple(inner)))


def _route(
    path: str, method: str, operation: Mapping[str, Any], schemas: Mapping[str, Any], address: str
) -> ShownRoute:
    taken = operation["requestBody"]["content"]["application/json"]["schema"]
    given = operation["responses"]["200"]["content"]["application/json"]["schema"]
    sent = ",\n      ".join(
        f"{json.dumps(key)}: {json.dumps(value)}" for key, value in EXAMPLES[path].items()
    )
    sent = f"{{{sent}}}"
    return ShownRoute(
        id=path.rpartition("/")[2],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        about=operation["description"],
        takes=tuple(_fields(taken)),
        gives=tuple(_fields(schemas[_name(given)])),
        statuses=tuple((code, about["description"]) for code, about in operation["responses"].items()),
        curl=f"curl {address}{path} \\\n  -H 'Content-Type: application/json' \\\n  -d '{sent}'",
        python=(
            "import json\n"
            "from urllib.request import Request, urlopen\n\n"
            f"question = {sent}\n"
            "request = Request(\n"
            f'    "{address}{path}",\n'
            "    json.dumps(question).encode(),\n"
            '    {"Content-Type": "application/json"},\n'
            ")\n"
            "with urlopen(request) as answer:\n"
            "    print(json.load(answer))"
        ),
        answer=ANSWERS[path],
    )


def _fields(schema: Mapping[str, Any]) -> Iterable[ShownField]:
    for name, each in schema["properties"].items():
        yield ShownField(name, _type(each), each.get("description", ""))


def _type(schema: Mapping[str, Any]) -> str:
    """The type as one reads it."""
    if "anyOf" in schema:
        return " or ".join(_type(each) for each in schema["anyOf"])
    if "$ref" in schema:
        return _name(schema)
    if "enum" in schema:
        return ", ".join(schema["enum"])
    if schema["type"] == "array":
        of = _type(schema["items"])
        return (
            "list of cards" if of == "text" else "list of melds" if of == "list of cards" else f"list of {of}"
        )
    return {"string": "text", "boolean": "true or false", "integer": "number", "null": "null"}.get(
        schema["type"], "number"
    )


def _name(reference: Mapping[str, Any]) -> str:
    return str(reference["$ref"]).rpartition("/")[2]
