from party.models import Party, Round
from party.pdf.scores.slips import Slip, SlipSheet, round_slips
from party.queries.papers import heading
from party.queries.seats.sittings import by_table, sittings
from party.slip_reader.slip_code import party_key
from party.values.papers import Contents, Moment, Piece, Shared
from party.values.rules.bids import slip_rules
from party.values.seats.words import bell_note
from party.views.papers.paper import (
    BLANK_ROUND,
    Paper,
    contents_of,
    has_seats,
    of_round,
    part_of,
)

BLANK_SLIPS = 8  # two sheets, to keep for an evening without a printer


def slip_sheet(party: Party, round_: Round) -> SlipSheet:
    slips = []
    for number, seats in by_table(sittings(party, round_)).items():
        names = {seat: str(person) for seat, person in seats.items()}
        slips.append(
            Slip(
                table=str(number),
                round=f"Round {round_.number}",
                ns=(names["N"], names["S"]),
                ew=(names["E"], names["W"]),
                note=bell_note(party.format) if number == 1 else "",
                round_number=round_.number,
                table_number=number,
            )
        )
    return _sheet(party, tuple(slips))


def blank_slips(party: Party) -> SlipSheet:
    return _sheet(party, (Slip(table="", round=BLANK_ROUND),) * BLANK_SLIPS)


def _sheet(party: Party, slips: tuple[Slip, ...]) -> SlipSheet:
    rules = slip_rules(party.rules, party.format)
    key = party_key(party.seed)
    return SlipSheet(heading=heading(party), rules=rules, slips=slips, party_key=key)


def contents(sheet: SlipSheet) -> Contents:
    return contents_of(
        sheet.heading,
        (
            Piece(
                slip.table,
                f"table {slip.table}",
                (
                    *(slip.table, slip.round, slip.ns, slip.ew, slip.note),
                    (sheet.party_key, slip.round_number, slip.table_number),
                ),
            )
            for slip in sheet.slips
        ),
        "slip",
        Shared("rules", sheet.rules.content, "the bids to circle"),
    )


SLIPS = Paper(
    slug="slips",
    title="Table slips",
    purpose="One for each table: circle, don’t write.",
    moment=Moment.ROUND,
    is_by_round=True,
    is_ready=has_seats,
    fill=of_round(slip_sheet),
    draw=round_slips,
    blank=blank_slips,
    contents=contents,
    part=part_of("slips"),
)
