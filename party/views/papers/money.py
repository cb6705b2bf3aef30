from party.models import Party
from party.pdf.people.money import IN_THE_BOX, POT_BLANKS, MoneyRow, MoneySheet, money_sheet
from party.queries.evening.rounds import people
from party.queries.papers import heading
from party.queries.people.cash_box import cash_box
from party.values.papers import Contents, Moment, Piece, Shared
from party.values.people.fees import Payer, figure
from party.views.papers.paper import Paper, contents_of, of_party, shared_title

TITLE = "The money"
BLANK_SUMS = ("People", "Fees", "Taken", "Still to pay", *POT_BLANKS, IN_THE_BOX)


def has_guest(party: Party) -> bool:
    is_here = any(person.state == "here" for person in people(party).values())
    return is_here or party.entrants.filter(paid__gt=0).exists()


def treasurers_sheet(party: Party) -> MoneySheet:
    box = cash_box(party)
    return MoneySheet(
        heading=heading(party),
        title=TITLE,
        rows=tuple(map(_money_row, box.accounts.lines)),
        totals=(*box.accounts.totals, *box.totals),
        blanks=(
            *(() if box.pots else POT_BLANKS),
            *(() if box.counted is not None else (IN_THE_BOX,)),
        ),
    )


def _money_row(payer: Payer) -> MoneyRow:
    return MoneyRow(
        number=str(payer.number),
        name=payer.list_name,
        owed=figure(payer.fee_due) if payer.fee_due else "free",
        paid=figure(payer.paid) if payer.paid else "",
        method=payer.method if payer.paid else "",
        owing=figure(payer.unpaid) if payer.unpaid else "",
    )


def blank_money(party: Party) -> MoneySheet:
    return MoneySheet(heading=heading(party), title=TITLE, rows=(), totals=(), blanks=BLANK_SUMS)


def contents(sheet: MoneySheet) -> Contents:
    return contents_of(
        sheet.heading,
        (Piece(row.number, row.name, tuple(vars(row).values())) for row in sheet.rows),
        "line",
        shared_title(sheet.title),
        Shared("totals", sheet.totals, "the sums"),
        Shared("blanks", sheet.blanks),
    )


MONEY = Paper(
    slug="money",
    title="Treasurer’s sheet",
    purpose="Who owed and paid what, with the sums and lines to sign on.",
    moment=Moment.END,
    is_ready=of_party(has_guest),
    not_ready="Nobody is here yet.",
    fill=of_party(treasurers_sheet),
    draw=money_sheet,
    blank=blank_money,
    contents=contents,
)
