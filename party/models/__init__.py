"""What is stored. Thin: columns, constraints, the words of a QuerySet. Services have the verbs."""

from party.models.accounts import SignInLink, User
from party.models.clubs import Club, Membership
from party.models.log import LogLine
from party.models.parties import Party
from party.models.players import Entrant, Player
from party.models.pots import TicketSale
from party.models.printouts import Printout
from party.models.prizes import Award, Prize
from party.models.records import Record
from party.models.rounds import Place, Round, Table
from party.models.scores import Entry
from party.models.series import Series, SeriesParty
from party.models.tallies import Tally
from party.models.wishes import Wish

__all__ = [
    "Award",
    "Club",
    "Entrant",
    "Entry",
    "LogLine",
    "Membership",
    "Party",
    "Place",
    "Player",
    "Printout",
    "Prize",
    "Record",
    "Round",
    "Series",
    "SeriesParty",
    "SignInLink",
    "Table",
    "Tally",
    "TicketSale",
    "User",
    "Wish",
]
