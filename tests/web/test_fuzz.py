"""Whatever is sent to the games, every answer is one that the description names, and none is a 500."""

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, settings
from schemathesis import checks

from makiaveli.web.app import create_app
from makiaveli.web.settings import Settings

from .games import bearer, start

APP = create_app(Settings())
SCHEMA = schemathesis.openapi.from_dict(APP.openapi())
SCHEMA.app = APP
ALL = SCHEMA.include(path_regex="^/api/games")
# A stream of events about a game that is there has no end.
OF_A_GAME = ALL.exclude(path_regex="^/api/games$|/events$")
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]

some = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module", autouse=True)
def game(tmp_path_factory):
    """A game in the application, which runs meanwhile."""
    folder = tmp_path_factory.mktemp("fuzz")
    APP.state.settings = Settings(database_url=f"sqlite:///{folder}/games.db")
    with TestClient(APP) as client:
        yield start(client, "-", "solver", seed=1)


@ALL.parametrize()
@some
def test_any_request_gets_a_described_answer(case):
    case.call_and_validate(checks=CHECKS)


@OF_A_GAME.parametrize()
@some
def test_any_request_to_a_game_that_is_there_gets_one_too(case, game):
    case.path_parameters = {"game_id": game["id"]}
    case.call_and_validate(headers=bearer(game["seats"][0]["token"]), checks=CHECKS)
