from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from party.forms.scores.tables import (
    TYPE_ANSWER,
    CaptureForm,
    CutForm,
    PairAnswerForm,
    ReportedAheadForm,
    StopTableForm,
    TableTotalForm,
)
from party.models import Party, Round, Table
from party.queries.evening.rounds import has_open_tables, round_numbered
from party.queries.scores import tables as reads
from party.services.scores import entries, tables
from party.values.numbers import number_of
from party.values.scores.tables import CAPTURES, Sheet, Spot, TableScore
from party.views.access import (
    ActorAndTime,
    actor_and_time,
    or_404,
    organised_party,
    party_or_404,
)
from party.views.log import report_with_undo
from party.views.refusals import Attempt


def _party_and_spot(
    request: HttpRequest, party_id: int, number: int, table: int
) -> tuple[Party, Spot]:
    party = party_or_404(request, party_id)
    get_object_or_404(Table, round__party=party, round__number=number, number=table)
    return party, Spot(party.pk, number, table)


def _desk_address(spot: Spot) -> str:
    return f"{reverse('entry', args=[spot.party, spot.round])}?table={spot.table}"


def _check_address(party: Party, spot: Spot) -> str:
    """Return the address of the table's line; of the whole page if no table is open any more."""
    page = reverse("close_round", args=[spot.party, spot.round])
    return f"{page}#table-{spot.table}" if has_open_tables(party, spot.round) else page


def sheet_or_404(party: Party, number: int, table: int) -> tuple[Round, Sheet]:
    round_ = or_404(round_numbered(party, number))
    score = or_404(reads.table_scores(party, number, [table]).get(table))
    return round_, reads.table_with_lines(party, round_, score)


@require_POST
def undo_hand(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    _, spot = _party_and_spot(request, party_id, number, table)
    seen = number_of(request.POST.get("seen"))
    with Attempt(request) as attempt:
        words = entries.undo_hand(spot, shown_entry=seen, **actor_and_time(request))
        attempt.text = f"Taken back: {words}."
    return redirect(_desk_address(spot))


@require_POST
def stop_table(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    party, spot = _party_and_spot(request, party_id, number, table)
    _, sheet = sheet_or_404(party, number, table)
    form = StopTableForm(request.POST)
    if form.is_valid():
        with Attempt(request):
            line = tables.finish_table(spot, reason=form.value, **actor_and_time(request))
            text = f"Table {table} {'stops here' if sheet.score.saved else 'was not played'}."
            back = _previous_page(request, party, spot)
            report_with_undo(request, party, line, text, back)
    else:
        messages.error(request, "Give the reason in at most 200 letters.")
    return redirect(_previous_page(request, party, spot))


@require_POST
def answer_table(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Text such as "12 n" is the pair ahead at table 12, or the winners of its cut."""
    party = organised_party(request, party_id)
    form = PairAnswerForm(request.POST)
    typed = request.POST.get("text", "")
    if form.is_valid():
        table, pair = form.value
        score = reads.table_scores(party, number, [table]).get(table)
        with Attempt(request):
            _store_pair(Spot(party.pk, number, table), score, pair, actor_and_time(request))
            typed = ""
    else:
        messages.error(request, TYPE_ANSWER)
    page = reverse("close_round", args=[party.pk, number])
    return redirect(f"{page}?{urlencode({'typed': typed})}")


def _store_pair(spot: Spot, score: TableScore | None, pair: str, actor_args: ActorAndTime) -> None:
    if score and score.is_finished and not score.provisional_pair:
        tables.decide_cut(spot, pair, shown_pair=score.cut, **actor_args)
    else:
        tables.report_ahead(
            spot, pair, shown_pair=score.provisional_pair if score else "", **actor_args
        )


def _previous_page(request: HttpRequest, party: Party, spot: Spot) -> str:
    return _check_address(party, spot) if "close" in request.POST else _desk_address(spot)


@require_POST
def slip_follows(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    party, spot = _party_and_spot(request, party_id, number, table)
    form = ReportedAheadForm(request.POST)
    if form.is_valid():
        pair, seen = form.value
        with Attempt(request):
            saved = tables.report_ahead(spot, pair, shown_pair=seen, **actor_and_time(request))
            messages.success(request, f"Table {table}: {saved.text}")
    else:
        messages.error(request, "Choose the pair that was ahead.")
    return redirect(_previous_page(request, party, spot))


def table_total(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    party, spot = _party_and_spot(request, party_id, number, table)
    _, sheet = sheet_or_404(party, number, table)
    form = TableTotalForm(
        request.POST if request.method == "POST" else None,
        initial={"submission": uuid4(), "seen": sheet.score.stored_entry_count},
        limit=sheet.score.limit,
        ns=sheet.ns,
        ew=sheet.ew,
    )
    if form.is_valid():
        total = form.value
        with Attempt(request, form, seen=sheet.score.stored_entry_count):
            saved = entries.save_total(
                spot,
                total.ns,
                total.ew,
                hands=total.hands,
                submission=total.submission,
                shown_entry_count=total.seen,
                source=total.source,
                replaces_hands=True,
                **actor_and_time(request),
            )
            messages.success(request, f"Table {table}: {saved.text}")
            return redirect(_previous_page(request, party, spot))
    context = {
        "party": party,
        "sheet": sheet,
        "form": form,
        "back": _previous_page(request, party, spot),
    }
    return render(request, "scores/table_total.html", context)


@require_POST
def reopen_table(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    party, spot = _party_and_spot(request, party_id, number, table)
    with Attempt(request, success=f"Table {table} plays on."):
        tables.reopen_table(spot, **actor_and_time(request))
    return redirect(_previous_page(request, party, spot))


@require_POST
def decide_cut(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    party, spot = _party_and_spot(request, party_id, number, table)
    form = CutForm(request.POST)
    if form.is_valid():
        cut, reason, seen = form.value
        with Attempt(request, success=f"Table {table} is decided."):
            tables.decide_cut(spot, cut, reason=reason, shown_pair=seen, **actor_and_time(request))
    else:
        messages.error(request, tables.NO_PAIR)
    return redirect(_check_address(party, spot))


@require_POST
def set_table_capture(
    request: HttpRequest, party_id: int, number: int, table: int
) -> HttpResponse:
    _, spot = _party_and_spot(request, party_id, number, table)
    form = CaptureForm(request.POST)
    if form.is_valid():
        with Attempt(request, success=f"Table {table} is entered {CAPTURES[form.value]} now."):
            tables.set_table_capture(spot, capture=form.value, **actor_and_time(request))
    else:
        messages.error(request, "Choose how this table is entered.")
    return redirect(_desk_address(spot))
