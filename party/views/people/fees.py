"""The treasurer's sheet: as a page, and as a file for a spreadsheet."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from party.queries.people.door import accounts, fifty_fifty_sums
from party.queries.prizes.fifty_fifty import has_fifty_fifty
from party.tables.people.fees import HEADINGS, money_rows
from party.views.access import organises, party_or_404
from party.views.downloads import download


@require_GET
def money(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    context = {
        "party": party,
        "accounts": accounts(party),
        "fifty_fifties": fifty_fifty_sums(party),
        "tickets": organises(request, party) or has_fifty_fifty(party),
    }
    return render(request, "people/money.html", context)


@require_GET
def money_file(request: HttpRequest, party_id: int, kind: str) -> HttpResponse:
    party = party_or_404(request, party_id)
    return download("money", kind, HEADINGS, money_rows(accounts(party).lines), party)
