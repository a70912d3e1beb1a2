import inspect

import pytest

from makiaveli.bots import BOTS, bot_named
from makiaveli.errors import NotationError


@pytest.mark.parametrize("name", BOTS)
def test_bots_are_found_by_name(name):
    assert bot_named(f" {name.upper()} ") is BOTS[name]


@pytest.mark.parametrize("name", BOTS)
def test_bots_take_a_view_randomness_and_a_limit(name):
    assert list(inspect.signature(BOTS[name]).parameters) == ["view", "rng", "limit"]


def test_an_unknown_bot_is_quoted_and_the_others_are_named():
    with pytest.raises(NotationError, match=r"'cheater' is no bot\. There are: .*beginner"):
        bot_named("cheater")
