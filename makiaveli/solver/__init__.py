"""The solver: cards, melds, positions, and the exact search. Standard library only, no I/O."""

from makiaveli.solver.arrangement import Arrangement
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
from makiaveli.solver.count import count_arrangements
from makiaveli.solver.faults import Fault, FaultCode
from makiaveli.solver.insight import Conflict, Need, Out, Outs, WhyNot, outs, why_not_win
from makiaveli.solver.limits import Limit
from makiaveli.solver.melds import Meld, MeldKind, is_run, is_set, table_order, why_not
from makiaveli.solver.plan import Pile, Plan, Step, StepKind, Way, Zone, plan, replay
from makiaveli.solver.position import Position
from makiaveli.solver.verdict import Status, Verdict, solve

__all__ = [
    "FACES",
    "Arrangement",
    "Card",
    "Conflict",
    "Fault",
    "FaultCode",
    "Limit",
    "Meld",
    "MeldKind",
    "Misread",
    "MisreadCode",
    "Need",
    "Out",
    "Outs",
    "Pile",
    "Plan",
    "Position",
    "Rank",
    "Status",
    "Step",
    "StepKind",
    "Suit",
    "Verdict",
    "Way",
    "WhyNot",
    "Zone",
    "count_arrangements",
    "is_run",
    "is_set",
    "outs",
    "parse_cards",
    "plan",
    "pretty_cards",
    "replay",
    "solve",
    "table_order",
    "why_not",
    "why_not_win",
    "write_cards",
]
