"""The print centre: what there is to print, and each piece as a PDF."""

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from party.models import Party
from party.pdf.cards import sheets_of_cards
from party.pdf.fonts import names_to_check
from party.queries import prints as reads
from party.queries.rounds import latest_round, people
from party.values.numbers import number_of
from party.values.prints import Look, Paper
from party.views.access import party_or_404
from party.views.kits import KITS, cards_known


@require_GET
def prints(request: HttpRequest, party_id: int) -> HttpResponse:
    """List what can be printed, and the names that may not come out as they are written."""
    party = party_or_404(request, party_id)
    latest = latest_round(party)
    kits = [(name, kit, kit.ready(party, latest)) for name, kit in KITS.items()]
    sheets = sheets_of_cards(reads.card_sheet(party)) if cards_known(party, latest) else 0
    page = {
        "party": party,
        "kits": kits,
        "papers": Party.Paper.choices,
        "sheets": sheets,
        "to_check": names_to_check(str(person) for person in people(party).values()),
    }
    return render(request, "prints/prints.html", page)


@require_GET
def print_pdf(request: HttpRequest, party_id: int, kit: str) -> HttpResponse:
    """Answer with one piece as a PDF, on the party's paper or the one asked for."""
    party = party_or_404(request, party_id)
    if kit not in KITS:
        raise Http404
    latest = latest_round(party)
    if number := request.GET.get("round", ""):
        latest = get_object_or_404(party.rounds, number=number_of(number) or 0)
    look = look_asked(party, request.GET)
    if not KITS[kit].has(party, latest, look):
        page = {"party": party, "kit": KITS[kit]}
        return render(request, "prints/not_ready.html", page, status=409)
    content = KITS[kit].make(party, latest, look)
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{kit}.pdf"'
    return response


def look_asked(party: Party, asked: QueryDict) -> Look:
    """Return the paper, the size of the letters, and whether blank, as the address says."""
    paper = asked.get("paper", party.paper)
    return Look(
        paper=Paper(paper if paper in set(Paper) else party.paper),
        large=asked.get("size") == "large",
        blank="blank" in asked,
    )
