"""Steps at one table of one round, besides entering its hands."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from party.forms.scores.tables import (
    CaptureForm,
    CutForm,
    ReportedAheadForm,
    StopForm,
    TableTotalForm,
)
from party.models import Party, Round, Table
from party.queries.evening.live import credit_text
from party.queries.evening.rounds import needs_who_was_ahead, round_numbered
from party.queries.scores import tables as reads
from party.services.scores import entries, tables
from party.values.numbers import number_of
from party.values.scores.tables import CAPTURES, Sheet, Spot
from party.views.access import actor_and_time, or_404, party_or_404
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
    round_ = or_404(round_numbered(party, number))
    score = or_404(reads.table_scores(party, number, [table]).get(table))
    return round_, reads.table_with_lines(party, round_, score)


@require_POST
def undo_hand(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    _, spot = _spot(request, party_id, number, table)
    seen = number_of(request.POST.get("seen"))
    with Attempt(request) as attempt:
        taken = entries.undo_hand(spot, seen=seen, **actor_and_time(request))
        attempt.text = f"Taken back: {taken}."
    return redirect(_desk(spot))


def stop_table(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    party, spot = _spot(request, party_id, number, table)
    round_, sheet = sheet_or_404(party, number, table)
    form = StopForm(
        request.POST if request.method == "POST" else None, played=sheet.score.saved > 0
    )
    is_checked = round_.state == Round.State.CHECKING and party.organised
    if form.is_valid():
        text = f"Table {table} {'stops here' if sheet.score.saved else 'was not played'}."
        with Attempt(request, form, success=text):
            tables.finish_table(spot, reason=form.value, **actor_and_time(request))
            return redirect(_check(spot) if is_checked else reverse("live", args=[party_id]))
    context = {
        "party": party,
        "sheet": sheet,
        "form": form,
        "ties_matter": needs_who_was_ahead(party, number),
        "credit_text": credit_text(party),
        "back": _check(spot) if is_checked else _desk(spot),
    }
    return render(request, "scores/stop_table.html", context)


def _back(request: HttpRequest, spot: Spot) -> str:
    """Return the page of the button: the check of the round, or the desk."""
    return _check(spot) if "close" in request.POST else _desk(spot)


@require_POST
def slip_follows(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    _, spot = _spot(request, party_id, number, table)
    form = ReportedAheadForm(request.POST)
    if form.is_valid():
        pair, seen = form.value
        with Attempt(request):
            saved = tables.say_ahead(spot, pair, seen=seen, **actor_and_time(request))
            messages.success(request, f"Table {table}: {saved.text}")
    else:
        messages.error(request, "Choose the pair that was ahead.")
    return redirect(_back(request, spot))


def table_total(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    party, spot = _spot(request, party_id, number, table)
    _, sheet = sheet_or_404(party, number, table)
    form = TableTotalForm(
        request.POST if request.method == "POST" else None,
        initial={"submission": uuid4(), "seen": sheet.score.written},
        limit=sheet.score.limit,
        ns=sheet.ns,
        ew=sheet.ew,
    )
    if form.is_valid():
        total = form.value
        with Attempt(request, form, seen=sheet.score.written):
            saved = entries.save_total(
                spot,
                total.ns,
                total.ew,
                hands=total.hands,
                submission=total.submission,
                seen=total.seen,
                source=total.source,
                instead=True,
                **actor_and_time(request),
            )
            messages.success(request, f"Table {table}: {saved.text}")
            return redirect(_back(request, spot))
    context = {"party": party, "sheet": sheet, "form": form, "back": _back(request, spot)}
    return render(request, "scores/table_total.html", context)


@require_POST
def reopen_table(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    _, spot = _spot(request, party_id, number, table)
    with Attempt(request, success=f"Table {table} plays on."):
        tables.reopen_table(spot, **actor_and_time(request))
    return redirect(_desk(spot))


@require_POST
def decide_cut(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    _, spot = _spot(request, party_id, number, table)
    form = CutForm(request.POST)
    if form.is_valid():
        cut, reason, seen = form.value
        with Attempt(request, success=f"Table {table} is decided."):
            tables.decide_cut(spot, cut, reason=reason, seen=seen, **actor_and_time(request))
    else:
        messages.error(request, tables.NO_PAIR)
    return redirect(_check(spot))


@require_POST
def set_table_capture(
    request: HttpRequest, party_id: int, number: int, table: int
) -> HttpResponse:
    _, spot = _spot(request, party_id, number, table)
    form = CaptureForm(request.POST)
    if form.is_valid():
        with Attempt(request, success=f"Table {table} is entered {CAPTURES[form.value]} now."):
            tables.set_table_capture(spot, capture=form.value, **actor_and_time(request))
    else:
        messages.error(request, "Choose how this table is entered.")
    return redirect(_desk(spot))
