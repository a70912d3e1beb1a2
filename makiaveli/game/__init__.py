"""The game: rules, states, turns and records. Standard library only, no I/O, randomness passed in."""

from makiaveli.game.engine import Ending, Outcome, apply, deal, lay_out, open_turns, outcome, problems
from makiaveli.game.faults import DealFault, DealFaultCode, TurnFault, TurnFaultCode
from makiaveli.game.record import Reading, Record, RecordFault, RecordFaultCode, read_record
from makiaveli.game.rules import MACHIAVELLI, MAKIAVELI, PRESETS, Rules
from makiaveli.game.state import State, View, cross_places, view
from makiaveli.game.turns import Draw, Pass, Play, Turn, TurnKind, parse_turn

__all__ = [
    "MACHIAVELLI",
    "MAKIAVELI",
    "PRESETS",
    "DealFault",
    "DealFaultCode",
    "Draw",
    "Ending",
    "Outcome",
    "Pass",
    "Play",
    "Reading",
    "Record",
    "RecordFault",
    "RecordFaultCode",
    "Rules",
    "State",
    "Turn",
    "TurnFault",
    "TurnFaultCode",
    "TurnKind",
    "View",
    "apply",
    "cross_places",
    "deal",
    "lay_out",
    "open_turns",
    "outcome",
    "parse_turn",
    "problems",
    "read_record",
    "view",
]
