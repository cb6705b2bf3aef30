"""Papers with lines to write on, as values. A list without anybody is a page of such lines."""

from dataclasses import replace

from party.models import Party
from party.queries.prints import SIGNERS, card_sheet, heading, slip_rules, tents
from party.values.people.fees import IN_THE_BOX, POT_BLANKS, MoneySheet
from party.values.prints import (
    CardSheet,
    PlaceCard,
    PlaceCards,
    RotaSheet,
    SeatList,
    Slip,
    SlipSheet,
    StandingsSheet,
    TableList,
    TentSheet,
)
from party.values.prizes.prizes import Certificate, CertificateSheet, PrizeSheet
from party.values.seats.next_moves import READ_OUT, NextMove, NextMoveSheet, Told

ROUND = "Round ____"
CARDS = SLIPS = 8  # two sheets: enough to go on when the printer is out of reach
NEXT_MOVES = 8
PLACE_CARDS = 10
MOST_BOXES = 12
SUMS = ("People", "Owed", "Taken", "Still owing", *POT_BLANKS, IN_THE_BOX)


def blank_cards(party: Party) -> CardSheet:
    return replace(card_sheet(party), cards=(), spares=CARDS)


def blank_small_cards(party: Party) -> CardSheet:
    """Return one sheet; where the rounds are too many for it, with as many boxes as it holds."""
    sheet = card_sheet(party)
    return replace(sheet, cards=(), spares=1, rounds=min(sheet.rounds, MOST_BOXES))


def blank_seats(party: Party) -> SeatList:
    return SeatList(heading=heading(party), round=ROUND, lines=())


def blank_slips(party: Party) -> SlipSheet:
    """Return slips without table, round and names, to finish an evening by hand."""
    slips = (Slip(table="", round="Round"),) * SLIPS
    rules = slip_rules(party.rules, party.format)
    return SlipSheet(heading=heading(party), rules=rules, slips=slips)


def blank_next_moves(party: Party) -> NextMoveSheet:
    outcomes = (Told(when="If you are ahead"), Told(when="If you are behind"))
    slip = NextMove(place=f"Seat ____   {ROUND}", told=outcomes)
    return NextMoveSheet(heading=heading(party), slips=(slip,) * NEXT_MOVES, notes=(READ_OUT,))


def blank_tables(party: Party) -> TableList:
    return TableList(heading=heading(party), round=ROUND, lines=())


def blank_places(party: Party) -> PlaceCards:
    return PlaceCards(heading=heading(party), cards=(PlaceCard(name=""),) * PLACE_CARDS)


def blank_rota(party: Party) -> RotaSheet:
    return RotaSheet(heading=heading(party), title="Sitting out, in this order", lines=())


def blank_tents(party: Party) -> TentSheet:
    """Return one tent on which a number can be written: a table more than was thought."""
    return tents(party, ("",))


def blank_money(party: Party) -> MoneySheet:
    return MoneySheet(heading=heading(party), title="The money", rows=(), totals=(), blanks=SUMS)


def blank_standings(party: Party) -> StandingsSheet:
    return StandingsSheet(
        heading=heading(party),
        title=f"After round ____ of {party.rounds_planned or '____'}",
        sections=(),
        signatures=SIGNERS,
    )


def blank_prizes(party: Party) -> PrizeSheet:
    return PrizeSheet(heading=heading(party), rows=())


def blank_certificates(party: Party) -> CertificateSheet:
    """Return one sheet of certificates to fill in by hand."""
    blank = Certificate(name="", prize="")
    return CertificateSheet(heading=heading(party), certificates=(blank, blank))
