"""People and tables: who sits where, who moves, who sits out, the final ranks.

No chance and no clock; it knows names and points, never cards or bids. Other code imports from
here only.
"""

from party.progression.draws import Draw, PlayedSeats, Refill, Swap
from party.progression.errors import SeatingError, SeatingFault
from party.progression.exchanges import against
from party.progression.formats import CHOICES, FORMAT_VERSION, Format
from party.progression.hat import seats_from_hat
from party.progression.meetings import Meeting, meetings
from party.progression.movement import MOVEMENTS, Leg, Movement
from party.progression.moves import Move, moves
from party.progression.new_seats import SMALLEST_PARTY, draw, next_seating
from party.progression.outlook import Prospect
from party.progression.presets import FORMATS, default_rounds, rounds_offered
from party.progression.prizes import Award, Prize, Settled, award, shares
from party.progression.rota import due_next, sit_outs
from party.progression.seating import PAIRS, SEATS, Seating
from party.progression.series import dropped, rank_points
from party.progression.standings import (
    Standing,
    in_every_round,
    own_average,
    rank,
    rank_from_low,
    room_average,
)
from party.progression.wishes import (
    FACING,
    Unkept,
    Wish,
    conflicts,
    unkept,
    without_start_partners,
)
