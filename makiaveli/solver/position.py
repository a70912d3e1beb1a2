"""A position: a hand, the floor and the cross cards that are still single."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote_plus

from makiaveli.errors import NotationError
from makiaveli.solver.cards import FACES, Card, Misread, MisreadCode, parse_cards, tidy_text, write_cards
from makiaveli.solver.faults import Fault, FaultCode
from makiaveli.solver.melds import why_not

COPIES = 2
"""Copies of each face: two decks."""
CROSS_SIZE = 4
"""Places of the cross."""

_ADDRESS = re.compile(r"[?&]p=([^&#\s]*)")
_MELD_BREAK = re.compile(r"[.;\n]")


@dataclass(frozen=True, order=True, slots=True)
class Position:
    """Hand, floor and unused cross cards, in the order given.

    A position may be faulty: reading and judging are two steps, see :meth:`problems`.

    >>> Position.parse("3s 4s 5s / 7hdc / 2♠")
    Position.parse('3S4S5S/7H7D7C/2S')
    """

    hand: tuple[Card, ...]
    floor: tuple[tuple[Card, ...], ...] = ()
    cross: tuple[Card, ...] = ()

    @classmethod
    def of(
        cls, hand: Iterable[int], floor: Iterable[Iterable[int]] = (), cross: Iterable[int] = ()
    ) -> "Position":
        """The position with these cards, given as any ints 0..51."""
        return cls(
            tuple(map(Card, hand)), tuple(tuple(map(Card, meld)) for meld in floor), tuple(map(Card, cross))
        )

    @classmethod
    def parse(cls, text: str) -> "Position":
        """The position that the text names: ``hand / floor / cross``; ``-`` or nothing for an empty field.

        Melds are split by ``.``, ``;`` or a new line. A link to a solver page reads as the position in it.
        Raises :class:`NotationError` that names every unreadable piece; what is wrong with the cards
        themselves is told by :meth:`problems`.
        """
        if "/" in text and (address := _ADDRESS.search(text)):
            text = unquote_plus(address[1])
        fields = tidy_text(text).split("/")
        if len(fields) > 3:
            misread = Misread(MisreadCode.FIELDS, text.strip())
            raise NotationError(str(misread), [misread])
        hand, floor, cross = fields + ["-"] * (3 - len(fields))
        misreads: list[object] = []
        parts = []
        for field in (hand, *_MELD_BREAK.split(floor), cross):
            try:
                parts.append(parse_cards(field))
            except NotationError as error:
                misreads += error.problems
        if misreads:
            raise NotationError(" ".join(map(str, misreads)), misreads)
        return cls(parts[0], tuple(meld for meld in parts[1:-1] if meld), parts[-1])

    def problems(self) -> tuple[Fault, ...]:
        """Every fault of this position; empty for one that can be solved."""
        faults = [] if self.hand else [Fault(FaultCode.EMPTY_HAND)]
        counts = [0] * 52
        for card in self.cards():
            counts[card] += 1
        if max(counts) > COPIES:
            faults += [
                Fault(FaultCode.COPIES, (FACES[card],) * count)
                for card, count in enumerate(counts)
                if count > COPIES
            ]
        faults += [fault.about(meld) for meld in self.floor if (fault := why_not(meld)) is not None]
        if len(self.cross) > CROSS_SIZE:
            faults.append(Fault(FaultCode.CROSS, self.cross))
        return tuple(faults)

    def cards(self) -> tuple[Card, ...]:
        """All cards that lie or are held here: hand, floor, cross."""
        return (*self.hand, *(card for meld in self.floor for card in meld), *self.cross)

    def canonical(self) -> "Position":
        """The same position, sorted: equal for equal tables, however they were laid in."""
        floor = sorted(tuple(sorted(meld)) for meld in self.floor)
        return Position(tuple(sorted(self.hand)), tuple(floor), tuple(sorted(self.cross)))

    def __str__(self) -> str:
        floor = ".".join(write_cards(meld) for meld in self.floor)
        return "/".join(field or "-" for field in (write_cards(self.hand), floor, write_cards(self.cross)))

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"
