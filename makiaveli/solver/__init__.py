"""The solver: cards, melds, positions, and the exact search. Standard library only, no I/O."""

from makiaveli.solver.cards import (
    FACES,
    Card,
    Misread,
    MisreadCode,
    Rank,
    Suit,
    parse_cards,
    pretty_cards,
    write_cards,
)
from makiaveli.solver.faults import Fault, FaultCode
from makiaveli.solver.melds import Meld, MeldKind, is_run, is_set, table_order, why_not
from makiaveli.solver.position import Position

__all__ = [
    "FACES",
    "Card",
    "Fault",
    "FaultCode",
    "Meld",
    "MeldKind",
    "Misread",
    "MisreadCode",
    "Position",
    "Rank",
    "Suit",
    "is_run",
    "is_set",
    "parse_cards",
    "pretty_cards",
    "table_order",
    "why_not",
    "write_cards",
]
