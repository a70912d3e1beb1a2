"""The composer: where a position is laid in, card by card.

The server keeps nothing. Position, target and log of edits travel in the form; each edit answers with the
page's address, or with the composer alone where htmx asks.
"""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Form
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from makiaveli.solver import Card, Fault, FaultCode, Position, Suit, table_order, why_not
from makiaveli.web import words
from makiaveli.web.compose import DECKS, Composition, Draft, Note, NoteCode, Place, Target
from makiaveli.web.examples import EXAMPLES, Example, random_position
from makiaveli.web.pad import Key, rows_of_keys
from makiaveli.web.pages import PageRouter
from makiaveli.web.templating import link_to, render
from makiaveli.words import counted, listed

router = PageRouter()

LANES_FROM = 17
"""A hand of so many cards lies in one lane a suit."""
WIDE_FROM = 7
"""A meld of so many cards takes the place of two."""
LONG_FROM = 5
"""The target's cards stand above their words, not beside them, from so many on."""
MOST_TOLD = 4
"""Problems that are told; of more, the rest is counted."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that was laid in. Its id stays the same as long as it lies there."""

    face: Card
    id: str


@dataclass(frozen=True, slots=True)
class Pile:
    """A floor meld as it is so far."""

    number: int
    cards: tuple[Laid, ...]
    fault: Fault | None
    current: bool

    @property
    def state(self) -> str:
        """``valid``, ``short`` or ``bad``."""
        if self.fault is None:
            return "valid"
        return "short" if self.fault.code is FaultCode.TOO_SHORT else "bad"

    @property
    def wide(self) -> bool:
        """Whether it takes the place of two."""
        return len(self.cards) >= WIDE_FROM

    @property
    def caption(self) -> str:
        """What there is to say, in a few words."""
        return "" if self.fault is None else words.short_fault(self.fault)

    @property
    def name(self) -> str:
        """The meld as it is read aloud."""
        cards = listed([words.card_name(laid.face) for laid in self.cards])
        return f"Meld {self.number}: {cards}. {self.caption or 'Valid'}."


@dataclass(frozen=True, slots=True)
class Tab:
    """A target that can be chosen."""

    value: Target
    label: str
    count: int | None
    current: bool


@dataclass(frozen=True)
class ComposePage:
    """What ``solver/compose.html`` and ``solver/_composer.html`` show."""

    composition: Composition
    address: str
    said: str
    """What became of the last edit, read aloud."""
    wrong: str
    """Why it was not made, if so; shown as well."""
    text: str
    """What stands in the text field."""
    misread: bool
    """Whether that is what could not be read."""
    problems: tuple[str, ...]
    """Everything that is wrong with it, or with a position that was to be solved."""
    goes: bool
    """Whether the reader is led to the target."""
    suits: tuple[tuple[Key, ...], ...]
    hand: tuple[tuple[Laid, ...], ...]
    """One row, or a lane for each suit."""
    cross: tuple[Laid, ...]
    piles: tuple[Pile, ...]
    shown: tuple[Laid, ...]
    """The cards of the target, of a large hand the last ones."""
    tabs: tuple[Tab, ...]
    examples: tuple[Example, ...] = EXAMPLES

    @property
    def draft(self) -> Draft:
        """The position and the target."""
        return self.composition.draft

    @property
    def adding_to(self) -> str:
        """The target in words."""
        return f"Adding to {words.place(self.draft.target)}"

    @property
    def holding(self) -> str:
        """What the target holds."""
        return words.holding(self.draft)

    @property
    def complete(self) -> bool:
        """Whether the target is a meld already, so that a new one is what comes next."""
        return isinstance(self.draft.target, int) and why_not(self.draft.cards) is None

    @property
    def long(self) -> bool:
        """Whether the target's cards need a line for themselves."""
        return len(self.shown) >= LONG_FROM

    @property
    def state(self) -> str:
        """The state of the target, like that of a pile; empty where it is none."""
        pile = next((pile for pile in self.piles if pile.current), None)
        return pile.state if pile else ""

    @property
    def held(self) -> str:
        """How many cards the hand has."""
        return counted(len(self.draft.position.hand), "card")

    @property
    def unseen(self) -> int:
        """Cards in the stock and in other hands."""
        return max(0, DECKS - len(self.draft.position.cards()))

    @property
    def table(self) -> str:
        """How many melds there are, and of what kind."""
        count = Counter(pile.state for pile in self.piles)
        parts = [counted(len(self.piles), "meld")]
        parts += [f"{count[state]} {word}" for state, word in _STATES.items() if count[state]]
        return ", ".join(parts)

    @property
    def unsolved(self) -> str:
        """Why it cannot be solved yet, in a few words; empty when it can."""
        faults = self.draft.position.problems()
        melds = sum(bool(fault.meld) for fault in faults)
        if not faults:
            return ""
        if faults[0].meld:
            return "One meld is not valid yet" if melds == 1 else f"{melds} melds are not valid yet"
        return words.short_fault(faults[0])


_STATES = {"short": "unfinished", "bad": "not valid"}


def compose(
    request: Request,
    *,
    p: str = "",
    edit: str = "",
    log: str = "",
    text: str = "",
    do: str = "",
) -> Response:
    """The page of the composer for an address.

    ``do`` is an edit that did not fit: it is not made, but the page says why.
    """
    composition, note = Composition.read(p, edit, log)
    if note is None and do:
        tried, note = composition.do(_with_text(do, text))
        note = None if note.fits else note
        composition = (
            replace(composition, draft=composition.draft.aim(tried.draft.target)) if note else composition
        )
    elif note is None and p and not edit:
        # A position that came without a target came to be solved.
        composition, note = composition.do("solve")
    return render(request, "solver/compose.html", _page(request, composition, note, text))


@router.api_route("/solver/edit", name="edit", methods=["GET"], include_in_schema=False)
def edited(request: Request) -> Response:
    """The composer: edits are posted, this address shows nothing of its own."""
    return RedirectResponse(f"{link_to(request, 'solver')}?{request.url.query}", 303)


@router.post("/solver/edit", include_in_schema=False)
def change(
    request: Request,
    p: Annotated[str, Form()] = "",
    edit: Annotated[str, Form()] = "",
    log: Annotated[str, Form()] = "",
    text: Annotated[str, Form()] = "",
    do: Annotated[str, Form()] = "",
) -> Response:
    """The composition after these edits, one a line, each from where the one before it led."""
    composition, note = Composition.read(p, edit, log)
    fragment = "hx-request" in request.headers
    said = []
    # Whoever types a position and presses Solve means the text as well.
    edits = do.splitlines() if not text.strip() else do.replace("solve", "+\nsolve").splitlines()
    tried = do
    for each in edits:
        if each == "solve" and text:
            break  # what could not be read is not left out
        tried = each
        each = _with_text(each, text)
        composition, note = composition.do(each)
        said.append(words.note(note, composition.draft))
        if each.startswith("+"):
            text = "" if note.fits else each[1:]
        if note.code is NoteCode.READY:
            address = link_to(request, "solver", {"p": str(composition.draft.position)})
            return Response(headers={"HX-Redirect": address}) if fragment else RedirectResponse(address, 303)
    if fragment:
        page = _page(request, composition, note, text, " ".join(said))
        return render(request, "solver/_composer.html", page)
    query = _query(composition.draft) | {"log": composition.log}
    if text:
        query["text"] = text
    if note and not note.fits:
        query["do"] = tried
    return RedirectResponse(link_to(request, "solver", query), 303)


@router.page("/solver/random", name="random")
def random_one(request: Request) -> Response:
    """Some position, at its address."""
    draft = Draft(random_position(random.SystemRandom()))
    return RedirectResponse(
        link_to(request, "solver", _query(draft)), 303, headers={"Cache-Control": "no-store"}
    )


def _with_text(do: str, text: str) -> str:
    """The edit in full: a lone ``+`` means the text field."""
    return f"+{text}" if do == "+" else do


def _query(draft: Draft) -> dict[str, str]:
    return {"edit": str(draft.target), "p": str(draft.position)}


def _page(
    request: Request, composition: Composition, note: Note | None, text: str = "", said: str = ""
) -> ComposePage:
    draft = composition.draft
    position = draft.position
    wrong = note if note and not note.fits else None
    misread = wrong is not None and wrong.code is NoteCode.MISREAD
    problems = wrong.problems if wrong and (misread or wrong.code is NoteCode.FAULTY) else ()
    told = tuple(map(str, problems[:MOST_TOLD]))
    if len(problems) > MOST_TOLD:
        told += (f"And {len(problems) - MOST_TOLD} more.",)
    shown = "That could not be read." if misread else words.note(wrong, draft) if wrong else ""
    return ComposePage(
        composition=composition,
        address=link_to(request, "solver", _query(draft)),
        said=said or (words.note(note, draft) if note else ""),
        wrong=shown,
        text=wrong.text if wrong and wrong.text and not text else text,
        misread=misread,
        problems=told,
        goes=bool(wrong and wrong.code is NoteCode.FAULTY),
        suits=_keys(position),
        hand=_hand(position.hand),
        cross=_laid("cross", position.cross),
        piles=tuple(
            Pile(number, _laid(f"meld-{number}", table_order(meld)), why_not(meld), number == draft.target)
            for number, meld in enumerate(position.floor, 1)
        ),
        shown=_laid(
            "shown", table_order(draft.cards) if isinstance(draft.target, int) else draft.cards[-13:]
        ),
        tabs=_tabs(draft),
    )


def _laid(prefix: str, cards: Iterable[Card]) -> tuple[Laid, ...]:
    seen: Counter[Card] = Counter()
    laid = []
    for card in cards:
        seen[card] += 1
        laid.append(Laid(card, f"{prefix}-{card}-{seen[card]}"))
    return tuple(laid)


def _hand(cards: tuple[Card, ...]) -> tuple[tuple[Laid, ...], ...]:
    if len(cards) < LANES_FROM:
        return (_laid("hand", cards),)
    lanes = (sorted(card for card in cards if card.suit is suit) for suit in Suit)
    return tuple(_laid("hand", lane) for lane in lanes if lane)


def _keys(position: Position) -> tuple[tuple[Key, ...], ...]:
    floor = [card for meld in position.floor for card in meld]

    def key(face: Card) -> Key:
        places = [
            *(["hand"] * position.hand.count(face)),
            *(["floor"] * floor.count(face)),
            *(["cross"] * position.cross.count(face)),
        ]
        free = max(0, 2 - len(places))
        where = listed([_PLACES[place] for place in places])
        name = f"{words.card_name(face)}, {f'used {where}, ' if where else ''}{free} free"
        return Key(face, (*places, *["free"] * free), name)

    return rows_of_keys(key)


_PLACES = {"hand": "in the hand", "floor": "on the floor", "cross": "in the cross"}


def _tabs(draft: Draft) -> tuple[Tab, ...]:
    """Hand, one meld, cross: the meld is the target, else the last one."""
    position, target = draft.position, draft.target
    number = target if isinstance(target, int) else len(position.floor)
    if number and target is not Place.NEW:
        meld = Tab(number, f"Meld {number}", len(position.floor[number - 1]), target == number)
    else:
        meld = Tab(Place.NEW, "New meld" if position.floor else "Meld", 0, target is Place.NEW)
    return (
        Tab(Place.HAND, "Hand", len(position.hand), target is Place.HAND),
        meld,
        Tab(Place.CROSS, "Cross", len(position.cross), target is Place.CROSS),
    )
