from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from party.forms.scores.entry_echo import examples
from party.pdf.evening.checklist import checklist_pdf
from party.values.evening.checklist import checklist
from party.views.access import party_or_404
from party.views.downloads import show_pdf
from party.views.papers.checklist import checklist_of
from party.views.papers.paper import requested_look

OTHER_TABLE = 2  # not the head table, which may play another number of hands


@require_safe
def help_page(request: HttpRequest, party_id: int | None = None) -> HttpResponse:
    party = None if party_id is None else party_or_404(request, party_id)
    page = {
        "party": party,
        "checklist": checklist_of(party) if party else checklist(),
        "examples": examples(party.rules, limit=party.format.hands_at(OTHER_TABLE))
        if party
        else (),
    }
    return render(request, "evening/help_page.html", page)


@require_safe
def help_pdf(request: HttpRequest) -> HttpResponse:
    return show_pdf("checklist", checklist_pdf(checklist(), requested_look(request.GET)))
