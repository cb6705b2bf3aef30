"""People and tables: who sits where, who moves, who sits out, who is ahead in the end.

Standard library only; no chance, no clock. It knows names and points, never cards or bids.
Other code imports from here and from nothing deeper.
"""

from party.progression.bench import due_next, sit_outs
from party.progression.errors import Fault, SeatingError
from party.progression.formats import CHOICES, FORMAT_VERSION, Format
from party.progression.movement import MOVEMENTS, Leg, Movement
from party.progression.presets import FORMATS, default_rounds, rounds_offered
from party.progression.rounds import Wish, draw, next_seating
from party.progression.seating import PAIRS, SEATS, Seating

__all__ = [
    "CHOICES",
    "FORMATS",
    "FORMAT_VERSION",
    "MOVEMENTS",
    "PAIRS",
    "SEATS",
    "Fault",
    "Format",
    "Leg",
    "Movement",
    "Seating",
    "SeatingError",
    "Wish",
    "default_rounds",
    "draw",
    "due_next",
    "next_seating",
    "rounds_offered",
    "sit_outs",
]
