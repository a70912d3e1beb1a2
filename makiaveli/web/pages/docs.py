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
    "/api/ginrummy/melds": {"hand": ["4S", "5S", "6S", "2H", "5H", "6H", "3D", "4D", "5D", "6D", "2C"]},
    "/api/ginrummy/layoff": {"deadwood": ["7H", "8H"], "melds": [["7S", "7D", "7C"], ["4H", "5H", "6H"]]},
    "/api/ginrummy/score": {
        "knocker": ["AS", "2S", "3S", "9H", "TH", "JH", "QH", "4H", "3D", "2C"],
        "opponent": ["7S", "7H", "7D", "4S", "5S", "8H", "KH", "JD", "6C", "9C"],
    },
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
    "/api/ginrummy/melds": """{
  "deadwood": 15,
  …
  "standing": "knock",
  "can_knock": true,
  "best_discard": {
    "card": "6H",
    "deadwood": 9,
    "melds": [["4S", "5S", "6S"], ["3D", "4D", "5D", "6D"]],
    "unmatched": ["2H", "5H", "2C"]
  },
  …
}""",
    "/api/ginrummy/layoff": """{
  "remaining": 0,
  "laid": [
    {"card": "7H", "meld": ["4H", "5H", "6H"]},
    {"card": "8H", "meld": ["4H", "5H", "6H"]}
  ]
}""",
    "/api/ginrummy/score": """{
  "knocker_points": 16,
  "opponent_points": 0,
  "ending": "knock",
  "can_knock": true,
  "knocker": {
    "deadwood": 9,
    "melds": [["AS", "2S", "3S"], ["9H", "TH", "JH", "QH"]],
    "unmatched": ["4H", "3D", "2C"]
  },
  …
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
    """Where it stands on the page."""
    method: str
    path: str
    summary: str
    about: str
    taken: str
    """The name of what it takes; empty where that has none."""
    takes: tuple[ShownField, ...]
    given: str
    gives: tuple[ShownField, ...]
    statuses: tuple[tuple[str, str], ...]
    curl: str
    """An example; empty for a route that needs a game to ask about, as the next two."""
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
    whole = {name for route in routes for name in (route.taken, route.given)}
    inner = [
        (name, tuple(_fields(schema, schemas)))
        for name, schema in schemas.items()
        if name not in whole and "properties" in schema
    ]
    return render(request, "docs.html", DocsPage(tuple(routes), tuple(inner)))


def _route(
    path: str, method: str, operation: Mapping[str, Any], schemas: Mapping[str, Any], address: str
) -> ShownRoute:
    taken = _schema(operation.get("requestBody", {}))
    given = _given(operation)
    example = _example(path, address) if path in EXAMPLES else ("", "", "")
    return ShownRoute(
        id=path.removeprefix("/api/").replace("{game_id}", "game").replace("/", "-"),
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        about=operation["description"],
        taken=_name(taken),
        takes=tuple(_fields(_resolved(taken, schemas), schemas)),
        given=_name(given),
        gives=tuple(_fields(_resolved(given, schemas), schemas)),
        statuses=tuple((code, about["description"]) for code, about in operation["responses"].items()),
        curl=example[0],
        python=example[1],
        answer=example[2],
    )


def _example(path: str, address: str) -> tuple[str, str, str]:
    """How to ask in a terminal and in Python, and the answer."""
    sent = ",\n      ".join(
        f"{json.dumps(key)}: {json.dumps(value)}" for key, value in EXAMPLES[path].items()
    )
    sent = f"{{{sent}}}"
    return (
        f"curl {address}{path} \\\n  -H 'Content-Type: application/json' \\\n  -d '{sent}'",
        "import json\n"
        "from urllib.request import Request, urlopen\n\n"
        f"question = {sent}\n"
        "request = Request(\n"
        f'    "{address}{path}",\n'
        "    json.dumps(question).encode(),\n"
        '    {"Content-Type": "application/json"},\n'
        ")\n"
        "with urlopen(request) as answer:\n"
        "    print(json.load(answer))",
        ANSWERS[path],
    )


def _given(operation: Mapping[str, Any]) -> Mapping[str, Any]:
    """What comes back when all went well; nothing for what is no JSON object."""
    good = next(about for status, about in operation["responses"].items() if status.startswith("2"))
    return _schema(good)


def _schema(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """Of a request or an answer; nothing where it is no JSON."""
    schema: Mapping[str, Any] = part.get("content", {}).get("application/json", {}).get("schema", {})
    return schema


def _resolved(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = schemas[_name(schema)] if "$ref" in schema else schema
    return found


def _fields(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Iterable[ShownField]:
    for name, each in schema.get("properties", {}).items():
        yield ShownField(name, _type(each, schemas), each.get("description", ""))


_TYPES = {"string": "text", "boolean": "true or false", "integer": "number", "null": "null"}


def _type(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> str:
    """The type as one reads it."""
    if "anyOf" in schema:
        return " or ".join(_type(each, schemas) for each in schema["anyOf"])
    if "$ref" in schema:
        named = _resolved(schema, schemas)
        return _type(named, schemas) if "enum" in named else _name(schema)
    if "enum" in schema:
        return ", ".join(schema["enum"])
    if schema.get("type") == "array":
        of = _type(schema["items"], schemas)
        if of in ("text", "text or number"):
            return "list of cards"
        return "list of melds" if of == "list of cards" else f"list of {of}"
    return _TYPES.get(schema.get("type", ""), "number")


def _name(reference: Mapping[str, Any]) -> str:
    return str(reference.get("$ref", "")).rpartition("/")[2]
