"""Verbs of the list and the door: who comes, who is here, who goes home.

Once the seats are drawn, coming and going takes effect at the next move: nobody leaves a chair in
the middle of a round. Until the draw the list is simply the list.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Max

from party.models import Entrant, Party, Place, Player, Round, User
from party.queries.rounds import latest_round
from party.services.roster import find_entrant, join_roster, next_number, refuse_names
from party.services.write import lock_unfinished, log, write
from party.values.names import clean_name, sort_name
from party.values.players import Newcomer
from party.values.refusals import Fault, Refused
