from collections.abc import Mapping

from django.urls import reverse

from party.models import Party, Round
from party.pdf.rules.tents import PhoneCode, TentSheet, table_tents
from party.queries.hall.guest_address import printed_guest_address
from party.queries.papers import heading
from party.queries.phones.phones_page import table_addresses
from party.values.papers import Contents, Moment, Piece, Shared
from party.values.phones.addresses import short_address
from party.values.rules.bids import bid_values
from party.values.rules.evening import tent_text
from party.values.seats.words import bell_note, has_head_table
from party.views.papers.paper import Paper, contents_of, is_drawn, of_round, part_of

NO_CODES: Mapping[str, PhoneCode] = {}


def tents_of(party: Party, latest: Round) -> TentSheet:
    tables = latest.tables.count() or party.rounds.get(number=1).tables.count()
    return _tent_sheet(
        party, tuple(str(number) for number in range(1, tables + 1)), _phone_codes(party, tables)
    )


def blank_tents(party: Party) -> TentSheet:
    """Return one tent without a number, for an extra table."""
    return _tent_sheet(party, ("",))


def _phone_codes(party: Party, tables: int) -> dict[str, PhoneCode]:
    if not (party.phones and party.hall_address):
        return {}
    short = short_address(party.hall_address, reverse("phone_test", args=[party.code]))
    return {
        str(table.number): PhoneCode(f"{party.hall_address}{table.path}", short, table.token)
        for table in table_addresses(party, range(1, tables + 1))
    }


def _tent_sheet(
    party: Party, tables: tuple[str, ...], codes: Mapping[str, PhoneCode] = NO_CODES
) -> TentSheet:
    return TentSheet(
        heading=heading(party),
        tables=tables,
        bid_values=bid_values(party.rules),
        reminder=tent_text(party.format),
        head_note=bell_note(party.format),
        has_head_table=has_head_table(party.format),
        codes=codes,
        address=printed_guest_address(party, "tents"),
    )


def contents(sheet: TentSheet) -> Contents:
    return contents_of(
        sheet.heading,
        (_printed_piece(sheet, table) for table in sheet.tables),
        "tent",
        Shared("bids", sheet.bid_values.content, "what the bids count"),
        Shared("reminder", sheet.reminder, "who moves"),
        Shared("head note", sheet.head_note),
        *([Shared("head table", "head")] if sheet.has_head_table else []),
        *([Shared("address", sheet.address.url, "the guests’ address")] if sheet.address else []),
    )


def _printed_piece(sheet: TentSheet, table: str) -> Piece:
    code = sheet.codes.get(table)
    return Piece(table, f"table {table}", (table, code.address) if code else table)


TENTS = Paper(
    slug="tents",
    title="Table tents",
    purpose="Fold once and stand one on each table: its number, the bids, who moves.",
    moment=Moment.BEFORE,
    is_ready=is_drawn,
    fill=of_round(tents_of),
    draw=table_tents,
    blank=blank_tents,
    contents=contents,
    part=part_of("tables"),
)
