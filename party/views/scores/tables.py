"""What is done to one table in one round besides entering its hands."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from party.forms.scores.tables import (
    AheadSaidForm,
    CaptureForm,
    CutForm,
    StopForm,
    TableTotalForm,
)
from party.models import Party, Round, Table
from party.queries.evening.live import credit_text
from party.queries.evening.rounds import needs_who_was_ahead, round_numbered
from party.queries.scores.desk import sheet
from party.queries.scores.tables import table_scores
from party.services.scores import entries, tables
from party.values.numbers import number_of
from party.values.scores.tables import ENTERED, Sheet, Spot
from party.views.access import done_by, or_404, party_or_404
from party.views.refusals import Attempt


def _spot(request: HttpRequest, party_id: int, number: int, table: int) -> tuple[Party, Spot]:
    party = party_or_404(request, party_id)
    get_object_or_404(Table, round__party=party, round__number=number, number=table)
    return party, Spot(party.pk, number, table)


def _desk(spot: Spot) -> str:
    return f"{reverse('entry', args=[spot.party, spot.round])}?table={spot.table}"


def _check(spot: Spot) -> str:
    return f"{reverse('close_round', args=[spot.party, spot.round])}#table-{spot.table}"


def sheet_or_404(party: Party, number: int, table: int) -> tuple[Round, Sheet]:
    """Return a round, and one of its tables with what is in."""
    round_ = or_404(round_numbered(party, number))
    return round_, sheet(party, round_, or_404(table_scores(party, number, [table]).get(table)))


@require_POST
def undo_hand(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    """Take back what was entered last at a table."""
    _, spot = _spot(request, party_id, number, table)
    seen = number_of(request.POST.get("seen"))
    with Attempt(request) as attempt:
        taken = entries.undo_hand(spot, seen=seen, **done_by(request))
        attempt.text = f"Taken back: {taken}."
    return redirect(_desk(spot))


def stop_table(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    """End a table that closed short or was not played, with the reason."""
    party, spot = _spot(request, party_id, number, table)
    round_, at = sheet_or_404(party, number, table)
    form = StopForm(request.POST if request.method == "POST" else None, played=at.score.saved > 0)
    is_checked = round_.state == Round.State.CHECKING and party.organised
    if form.is_valid():
        done = f"Table {table} {'stops here' if at.score.saved else 'was not played'}."
        with Attempt(request, form, done=done):
            tables.finish_table(spot, why=form.value, **done_by(request))
            return redirect(_check(spot) if is_checked else reverse("live", args=[party_id]))
    context = {
        "party": party,
        "sheet": at,
        "form": form,
        "ties_matter": needs_who_was_ahead(party, number),
        "credit_text": credit_text(party),
        "back": _check(spot) if is_checked else _desk(spot),
    }
    return render(request, "scores/stop_table.html", context)


def _back(request: HttpRequest, spot: Spot) -> str:
    """Return the page that a button stood on: the check of the round, or the desk."""
    return _check(spot) if "close" in request.POST else _desk(spot)


@require_POST
def slip_follows(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    """Enter who was ahead at a table whose points come later."""
    _, spot = _spot(request, party_id, number, table)
    form = AheadSaidForm(request.POST)
    if form.is_valid():
        pair, seen = form.value
        with Attempt(request):
            saved = tables.say_ahead(spot, pair, seen=seen, **done_by(request))
            messages.success(request, f"Table {table}: {saved.text}")
    else:
        messages.error(request, "Choose the pair that was ahead.")
    return redirect(_back(request, spot))


def table_total(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    """Take the total of one table, also where the party enters hand by hand."""
    party, spot = _spot(request, party_id, number, table)
    _, at = sheet_or_404(party, number, table)
    form = TableTotalForm(
        request.POST if request.method == "POST" else None,
        initial={"submission": uuid4(), "seen": at.score.written},
        limit=at.score.limit,
        ns=at.ns,
        ew=at.ew,
    )
    if form.is_valid():
        total = form.value
        with Attempt(request, form, seen=at.score.written):
            saved = entries.save_total(
                spot,
                total.ns,
                total.ew,
                hands=total.hands,
                submission=total.submission,
                seen=total.seen,
                source=total.source,
                instead=True,
                **done_by(request),
            )
            messages.success(request, f"Table {table}: {saved.text}")
            return redirect(_back(request, spot))
    context = {"party": party, "sheet": at, "form": form, "back": _back(request, spot)}
    return render(request, "scores/table_total.html", context)


@require_POST
def reopen_table(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    _, spot = _spot(request, party_id, number, table)
    with Attempt(request, done=f"Table {table} plays on."):
        tables.reopen_table(spot, **done_by(request))
    return redirect(_desk(spot))


@require_POST
def decide_cut(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    """Enter who was high on the cut; back to the page the button stood on."""
    _, spot = _spot(request, party_id, number, table)
    form = CutForm(request.POST)
    if form.is_valid():
        cut, why, seen = form.value
        with Attempt(request, done=f"Table {table} is decided."):
            tables.decide_cut(spot, cut, why=why, seen=seen, **done_by(request))
    else:
        messages.error(request, "Choose the pair that was high on the cut.")
    return redirect(_check(spot))


@require_POST
def set_table_capture(
    request: HttpRequest, party_id: int, number: int, table: int
) -> HttpResponse:
    """Choose whether a table is entered hand by hand or as one total."""
    _, spot = _spot(request, party_id, number, table)
    form = CaptureForm(request.POST)
    if form.is_valid():
        with Attempt(request, done=f"Table {table} is entered {ENTERED[form.value]} now."):
            tables.set_table_capture(spot, capture=form.value, **done_by(request))
    else:
        messages.error(request, "Choose how this table is entered.")
    return redirect(_desk(spot))
