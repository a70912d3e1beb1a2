"""The colours of the stylesheet, held against what can be read."""

import re
from itertools import product

import pytest

from makiaveli.web.assets import STATIC

TEXT, SIGN = 4.5, 3.0
TOKEN = re.compile(r"--([\w-]+): light-dark\((#[0-9A-F]{6}), (#[0-9A-F]{6})\);")
TOKENS = {
    name: {"day": day, "night": night}
    for name, day, night in TOKEN.findall((STATIC / "makiaveli.css").read_text())
}

GROUNDS = ["lime", "table", "surface"]
SUITS = ["spade", "heart", "diamond", "club"]
TEXT_SUITS = ["ink", "t-heart", "t-diamond", "t-club"]
PAIRS = [
    *((ink, ground, TEXT) for ink, ground in product(["ink", "ink-2", "sea"], GROUNDS)),
    *((suit, ground, TEXT) for suit, ground in product(TEXT_SUITS, [*GROUNDS, "sea-wash", "clay-wash"])),
    *((suit, paper, TEXT) for suit, paper in product(SUITS, ["paper", "paper-quiet"])),
    ("on-sea", "sea", TEXT),
    ("sea-deep", "sea-wash", TEXT),
    ("sea-deep", "surface", TEXT),
    ("sun-text", "sun-wash", TEXT),
    ("clay", "clay-wash", TEXT),
    ("clay", "lime", TEXT),
    ("on-back", "back-a", TEXT),
    ("olive", "olive-wash", TEXT),
    ("olive", "table", TEXT),
    ("lime", "olive", SIGN),
    ("lime", "sun", SIGN),
    ("clay", "table", SIGN),
    ("sun", "table", SIGN),
    ("sun", "surface", SIGN),
    ("sea", "sea-wash", SIGN),
    *(("ctl", ground, SIGN) for ground in GROUNDS),
    ("mark", "paper", SIGN),
    ("diamond", "paper", SIGN),
]


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_the_formula_agrees_with_known_values():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("time", ["day", "night"])
@pytest.mark.parametrize(("front", "ground", "least"), PAIRS, ids=lambda value: str(value))
def test_a_pair_can_be_told_apart(front, ground, least, time):
    assert contrast(TOKENS[front][time], TOKENS[ground][time]) >= least


def test_every_colour_of_the_stylesheet_is_a_token():
    css = (STATIC / "makiaveli.css").read_text()
    # What is printed lies on white paper, which no token names.
    assert set(re.findall(r"#[0-9A-Fa-f]{3,8}\b", TOKEN.sub("", css))) == {"#FFFFFF"}


def test_every_custom_property_that_is_used_exists():
    css = (STATIC / "makiaveli.css").read_text()
    sprite = (STATIC / "icons.svg").read_text()
    made = set(re.findall(r"(?<=[\s{])--([\w-]+):", css))
    assert set(re.findall(r"var\(--([\w-]+)", css + sprite)) <= made
