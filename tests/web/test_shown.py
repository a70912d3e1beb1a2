import pytest

from makiaveli.solver import FACES, Meld, parse_cards
from makiaveli.web import words
from makiaveli.web.shown import Origin, ShownMeld
from makiaveli.web.templating import suited


def test_each_copy_is_marked_once():
    shown = ShownMeld.of(parse_cards("7S7S7S"), hand=parse_cards("7S"), cross=parse_cards("7S"))
    assert [laid.origin for laid in shown.cards] == [Origin.HAND, Origin.CROSS, None]


def test_every_face_has_a_name_of_its_own():
    names = {words.card_name(card) for card in FACES}
    assert len(names) == 52
    assert {"Ace of spades", "10 of diamonds", "Queen of clubs"} <= names


@pytest.mark.parametrize(
    ("text", "name"), [("7SHD", "Set"), ("5-8D", "Run"), ("A-3C", "Run, ace low"), ("Q-AS", "Run, ace high")]
)
def test_a_meld_is_named(text, name):
    assert words.meld_name(Meld.parse(text)) == name


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("10♦–Q♦", '<span class="nb"><span class="f D">10♦</span>–<span class="f D">Q♦</span></span>'),
        ("no card", "no card"),
        ("<7♠>", '&lt;<span class="f S">7♠</span>&gt;'),
    ],
)
def test_cards_in_a_sentence_are_coloured_and_the_rest_is_escaped(text, marked):
    assert suited(text) == marked
