from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from party.models import Party, Round
from party.queries.clubs import helpers
from party.queries.people.cash_box import cash_box
from party.queries.people.door import fee_accounts
from party.queries.people.wishes import wish_lines
from party.queries.prizes.winners import all_prizes
from party.queries.scores.card_comparison import tally_lines
from party.queries.scores.desk import round_tables
from party.queries.scores.records import party_records
from party.queries.scores.second_look import checked_tables
from party.queries.scores.tables import lines_by_table
from party.queries.seats.rota import rota, sit_out_counts
from party.queries.standings.pictures import read_pictures
from party.queries.standings.standings import standings
from party.tables import clubs, evening, scores, seats
from party.tables.people import fees, wishes
from party.tables.prizes import PRIZE_HEADINGS, prize_rows
from party.tables.spreadsheets import Cell, Sheet
from party.tables.standings import pictures as picture_numbers
from party.values.standings.tally import TallyBook
from party.views.access import or_404, organised_party, party_or_404
from party.views.downloads import download, download_workbook
from party.views.standings.standings import standings_table


@dataclass(frozen=True)
class PartyList:
    file_name: str
    read: Callable[[Party], Sheet]
    is_for_organisers: bool = False


@require_safe
def list_file(request: HttpRequest, party_id: int, name: str, kind: str) -> HttpResponse:
    party_list = or_404(LISTS.get(name))
    find_party = organised_party if party_list.is_for_organisers else party_or_404
    party = find_party(request, party_id)
    headings, rows = party_list.read(party)
    return download(party_list.file_name, kind, headings, rows, party)


@require_safe
def round_file(
    request: HttpRequest, party_id: int, number: int, name: str, kind: str
) -> HttpResponse:
    party = party_or_404(request, party_id)
    read = or_404(ROUND_LISTS.get(name))
    headings, rows = read(party, get_object_or_404(Round, party=party, number=number))
    return download(f"{name} of round {number}", kind, headings, rows, party)


@require_safe
def evening_file(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    return download_workbook(
        "evening", ((name, read(party)) for name, read in EVENING_SHEETS), party
    )


def _standings(party: Party) -> Sheet:
    table, _ = standings_table(party, TallyBook(standings=standings(party)), "", {})
    headings, *rows = table.as_values()
    return headings, rows


def _prizes(party: Party) -> Sheet:
    return PRIZE_HEADINGS, prize_rows(all_prizes(party))


def _money(party: Party) -> Sheet:
    return fees.HEADINGS, fees.money_rows(fee_accounts(party).lines)


def _cash_box(party: Party) -> Sheet:
    return fees.BOX_HEADINGS, fees.box_rows(cash_box(party))


def _hands(party: Party) -> Sheet:
    rounds = party.rounds.order_by("number")
    return scores.HAND_HEADINGS, [row for each in rounds for row in _hand_rows(party, each)]


def _hand_rows(party: Party, round_: Round) -> Iterable[Sequence[Cell]]:
    tables, lines = round_tables(party, round_), lines_by_table(party, round_)
    return scores.hand_rows(round_.number, tables, lines)


def _door(party: Party) -> Sheet:
    return fees.DOOR_HEADINGS, fees.door_rows(fee_accounts(party).payers)


def _wishes(party: Party) -> Sheet:
    return wishes.HEADINGS, wishes.wish_rows(wish_lines(party))


def _helpers(party: Party) -> Sheet:
    return clubs.HEADINGS, clubs.helper_rows(helpers(party))


def _rota(party: Party) -> Sheet:
    return seats.ROTA_HEADINGS, seats.rota_rows(rota(party), sit_out_counts(party))


def _cards(party: Party) -> Sheet:
    lines = tally_lines(party)
    closed = max((len(line.boxes) for line in lines), default=0)
    return scores.card_headings(closed), scores.card_rows(lines, closed)


def _records(party: Party) -> Sheet:
    return scores.RECORD_HEADINGS, scores.record_rows(party_records(party))


def _round_by_round(field: str, party: Party) -> Sheet:
    album = read_pictures(party)
    return picture_numbers.headings(album), picture_numbers.player_rows(album, field)


def _bids(party: Party) -> Sheet:
    return picture_numbers.BID_HEADINGS, picture_numbers.bid_rows(read_pictures(party))


LISTS = {
    "money": PartyList("money", _money),
    "prizes": PartyList("prizes", _prizes),
    "cash-box": PartyList("cash box", _cash_box),
    "door": PartyList("at the door", _door),
    "wishes": PartyList("wishes", _wishes, is_for_organisers=True),
    "helpers": PartyList("helpers", _helpers, is_for_organisers=True),
    "rota": PartyList("sitting out", _rota),
    "cards": PartyList("final cards", _cards),
    "records": PartyList("records", _records),
    "totals": PartyList("running totals", partial(_round_by_round, "points")),
    "chairs": PartyList("chairs", partial(_round_by_round, "places")),
    "partners": PartyList("partners", partial(_round_by_round, "partners")),
    "bids": PartyList("bids by trump", _bids),
}

EVENING_SHEETS: tuple[tuple[str, Callable[[Party], Sheet]], ...] = (
    ("Standings", _standings),
    ("Prizes", _prizes),
    ("Money", _money),
    ("Cash box", _cash_box),
    ("Hands", _hands),
    ("Running totals", LISTS["totals"].read),
    ("Chairs", LISTS["chairs"].read),
    ("Partners", LISTS["partners"].read),
)


def _tables(party: Party, round_: Round) -> Sheet:
    return evening.HEADINGS, evening.table_rows(round_.number, round_tables(party, round_))


def _checks(party: Party, round_: Round) -> Sheet:
    tables = checked_tables(party, round_.number)
    return evening.CHECK_HEADINGS, evening.check_rows(round_.number, tables)


def _hands_of_round(party: Party, round_: Round) -> Sheet:
    return scores.HAND_HEADINGS, _hand_rows(party, round_)


ROUND_LISTS: dict[str, Callable[[Party, Round], Sheet]] = {
    "tables": _tables,
    "checks": _checks,
    "hands": _hands_of_round,
}
