from party.models.accounts import SignInLine, SignInLink, SignInTries, User
from party.models.clubs import Club, Invitation, Membership
from party.models.evening import Party, Round, Table
from party.models.log import LogLine
from party.models.papers import Printout
from party.models.people.former_names import FormerName
from party.models.people.money import MoneyLine
from party.models.people.players import Entrant, Player
from party.models.people.wishes import Wish
from party.models.phones import TablePhone
from party.models.prizes.fifty_fifty import TicketSale
from party.models.prizes.prizes import Award, Prize
from party.models.scores.entries import Entry
from party.models.scores.final_cards import Tally
from party.models.scores.records import Record
from party.models.scores.slip_pictures import SlipPicture
from party.models.seats import Place
from party.models.standings import Series, SeriesParty
