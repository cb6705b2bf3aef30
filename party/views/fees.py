"""The treasurer's sheet: as a page, and as a file for a spreadsheet."""

from decimal import Decimal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from party.queries.fees import accounts, pot_sums
from party.tables.files import Cell
from party.values.fees import Payer
from party.views.access import party_or_404
from party.views.downloads import download

HEADINGS = ("No.", "Name", "Prize group", "Owed", "Paid", "Paid by", "Owing")


@require_GET
def money(request: HttpRequest, party_id: int) -> HttpResponse:
    """Show what is owed and taken, line by line and in sum."""
    party = party_or_404(request, party_id)
    context = {"party": party, "accounts": accounts(party), "pots": pot_sums(party)}
    return render(request, "fees/money.html", context)


@require_GET
def money_file(request: HttpRequest, party_id: int, kind: str) -> HttpResponse:
    """Answer with the treasurer's sheet as CSV or XLSX."""
    party = party_or_404(request, party_id)
    rows = [_row(payer) for payer in accounts(party).lines]
    return download("money", kind, HEADINGS, rows)


def _row(payer: Payer) -> tuple[Cell, ...]:
    return (
        payer.number,
        payer.sort_name,
        payer.prize_group,
        _exact(payer.owes),
        _exact(payer.paid),
        payer.method if payer.paid else "",
        _exact(payer.owing),
    )


def _exact(cents: int) -> Decimal:
    """Return an amount as a number that has its two places in CSV too."""
    return Decimal(cents).scaleb(-2)
