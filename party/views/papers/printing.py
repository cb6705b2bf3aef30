"""Buttons of the print centre: print this, print only what has changed, it did not come out.

Opening a PDF by its address remembers nothing: browsers do that on their own.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from party.queries.papers import last_printouts
from party.services import papers
from party.values.papers import Marks, can_print_some, compare
from party.values.prints import Look, Paper
from party.views.access import party_or_404
from party.views.papers.catalogue import Sheet
from party.views.papers.paper_request import Asked, asked_for, query_of
from party.views.papers.print_centre import not_ready
from party.views.verbs import attempt, do


@require_POST
def print_kit(request: HttpRequest, party_id: int, kit: str) -> HttpResponse:
    """Remember that a paper is printed now, and open it."""
    asked = asked_for(party_or_404(request, party_id), kit, request.POST)
    if not asked.ready:
        return not_ready(request, asked)
    sheet = asked.sheet()
    keys = _changed(asked, sheet) if "only" in request.POST else None
    if keys is not None and not keys:
        messages.success(request, f"{asked.called}: nothing has changed since they were printed.")
        return _back(asked.party.pk, asked.query)
    row = do(
        request,
        papers.record_printout,
        asked.party.pk,
        kit,
        asked.look,
        Marks.of(sheet),
        called=asked.called,
        only=keys,
        round_number=asked.number,
    )
    some = f"&printout={row.pk}" if keys else ""
    return redirect(f"{reverse('print_pdf', args=[asked.party.pk, kit])}?{asked.query}{some}")


def _changed(asked: Asked, sheet: Sheet) -> list[str] | None:
    """Return what is to be printed again; None: all of it."""
    last = last_printouts(asked.party, asked.look).get(asked.key)
    if last is None or not can_print_some(sheet):
        return None
    return list(compare(Marks.read(last.marks), sheet).changed)


@require_POST
def forget(request: HttpRequest, party_id: int, kit: str, printout_id: int) -> HttpResponse:
    """It did not come out of the printer: what was printed before counts again."""
    party = party_or_404(request, party_id)
    row = get_object_or_404(party.printouts, pk=printout_id, kit=kit)
    look = Look(paper=Paper(row.paper), large=row.large, blank=row.blank)
    called = Asked(party, kit, look, None).called
    done = f"{called}: that printing does not count."
    attempt(request, papers.forget_printout, party.pk, row.pk, called=called, done=done)
    return _back(party.pk, query_of(Look(paper=look.paper, large=look.large), row.round))


def _back(party_id: int, query: str) -> HttpResponse:
    return redirect(f"{reverse('prints', args=[party_id])}?{query}")
