"""The live page, and the buttons that carry a round from its start to its close."""

from itertools import islice
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from party.forms.evening.rounds import FinishForm, RoundsForm
from party.forms.hall.screen import ScreenForm
from party.forms.scores.tables import TableTotalForm
from party.models import Party, Round, Table
from party.queries.evening import rounds as reads
from party.queries.evening.live import (
    closing,
    end_page,
    finish_page,
    live_page,
    live_version,
    version_of,
)
from party.queries.hall.screen import hall_words
from party.queries.standings.standings import cards_missing
from party.services.evening import parties, rounds
from party.values.evening.live import Closing, FinishPage, LiveTable, Stage
from party.values.refusals import Fault, Refused
from party.values.seats.turnout import ChairsInQuestion
from party.views.access import done_by, organised_party, organises, party_or_404, signed_in
from party.views.backups import kept_lines
from party.views.log import undo_buttons
from party.views.paging import hundred
from party.views.refusals import Attempt, report_done

MOST_ASKED = 100  # tables, on the page that closes a round


@require_GET
def live(request: HttpRequest, party_id: int) -> HttpResponse:
    """Show the evening as it stands. The page asks again with `v`, the version it shows."""
    shown = request.GET.get("v")
    if shown and shown == live_version(signed_in(request).pk, party_id, timezone.now()):
        return HttpResponse(status=204)
    return live_page_with(request, party_or_404(request, party_id))


def live_page_with(
    request: HttpRequest,
    party: Party,
    form: RoundsForm | None = None,
    screen: ScreenForm | None = None,
) -> HttpResponse:
    """Show the live page with a form that was sent and is wrong, or with none."""
    at = timezone.now()
    page = live_page(party, at)
    form, screen = form or RoundsForm(), screen or ScreenForm(None, party)
    form.fields["rounds"].initial = page.night.planned
    may_run = organises(request, party)
    board = hundred(request, page.live.tables)
    context = {"party": party, "page": page, "board": board, "form": form, "may_run": may_run}
    context |= {"screen": screen, "forms": [screen]}
    ticks = party.phones and not party.finished_at
    context["version"] = version_of(party.revision, at, ticks=ticks)
    context["places"] = kept_lines(ZoneInfo(party.club.time_zone)) if may_run else []
    context["hall_words"] = hall_words(party)
    return render(request, "evening/live.html", context)


def is_latest(request: HttpRequest, party: Party, number: int) -> bool:
    """Return whether round `number` is the latest; if not, say that the evening has moved on.

    A page left open since an earlier round must not ring the bell of this one.
    """
    get_object_or_404(Round, party=party, number=number)
    latest = reads.latest_round(party)
    if latest is not None and latest.number == number:
        return True
    messages.error(request, f"Round {number} is over. This is how the evening stands now.")
    return False


@require_POST
def start_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Start the round; where people came or went since it was seated, ask what is to be done."""
    party = organised_party(request, party_id)
    if is_latest(request, party, number):
        seen = request.POST.get("seen", "")
        try:
            line = rounds.start_round(party.pk, seen=seen, **done_by(request))
        except ChairsInQuestion as question:
            context = {"party": party, "number": number, "changes": question.changes}
            context["problems"] = question.texts if seen else []
            return render(request, "evening/start_round.html", context)
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            _report_step(request, party, f"Round {number} has started.", line)
            # Where a bell ends the round, its button is what comes next.
            if party.format.hands_at(OTHER_TABLE) is not None:
                return _to_desk(party, number)
    return redirect("live", party_id)


OTHER_TABLE = 2  # the head table may have its own number of hands


def _report_step(request: HttpRequest, party: Party, done: str, line: int) -> None:
    back = reverse("live", args=[party.pk])
    report_done(request, done, *undo_buttons(party, line, about=done, back=back))


def _to_desk(party: Party, number: int) -> HttpResponse:
    """Lead to where the hands of a round are typed; to the live page where there are none."""
    if party.table_capture == Table.Capture.CARDS:
        return redirect("live", party.pk)
    return redirect("entry", party.pk, number)


@require_POST
def ring_bell(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if is_latest(request, party, number):
        with Attempt(request):
            line = rounds.ring_bell(party.pk, **done_by(request))
            done = "The bell has rung: everybody finishes the hand they are on."
            _report_step(request, party, done, line)
            return _to_desk(party, number)
    return redirect("live", party_id)


@require_POST
def check_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if is_latest(request, party, number):
        with Attempt(request):
            rounds.check_round(party.pk, **done_by(request))
            return redirect("close_round", party_id, number)
    return redirect("live", party_id)


def close_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Check the answers of the round table by table, then close it."""
    party = organised_party(request, party_id)
    latest = reads.latest_round(party)
    if latest is None or number > latest.number:
        raise Http404
    if number < latest.number or not latest.is_open:
        messages.error(request, f"Round {number} is not being played.")
        return redirect("live", party_id)
    faults: tuple[Fault, ...] = ()
    if request.method == "POST":
        try:
            rounds.close_round(party.pk, number, **done_by(request))
        except Refused as refused:
            faults = refused.faults
        else:
            messages.success(request, f"Round {number} is closed.")
            return _after_close(request, party, number)
    if not party.tracks_seats and not latest.tables.exists():
        return redirect("live", party_id)
    page = closing(party)
    open_tables = _open(page)
    context = {
        "party": party,
        "closing": page,
        "faults": faults,
        "open": open_tables,
        "twice": {table.number for table in page.differing},
        "asks": open_tables
        or page.differing
        or page.unusual
        or page.slips
        or page.late
        or page.turns,
        "totals": hundred(request, [each for each in page.live.tables if not each.is_open]),
    }
    return render(request, "evening/close_round.html", context)


def _open(page: Closing) -> list[tuple[LiveTable, TableTotalForm | None]]:
    """Return the tables that are to be answered, with the form for a total where one is taken.

    One more than the page shows says that there are more.
    """
    shown = islice((table for table in page.live.tables if table.is_open), MOST_ASKED + 1)
    return [
        (
            table,
            None
            if table.tied or table.score.on_cards
            else TableTotalForm(
                auto_id=f"table_{table.number}_%s",
                initial={"submission": uuid4(), "seen": table.score.written},
                limit=table.score.limit,
                ns=table.ns,
                ew=table.ew,
            ),
        )
        for table in shown
    ]


def _after_close(request: HttpRequest, party: Party, number: int) -> HttpResponse:
    """Go on to the moves, with the next seats if asked for; after the last round to the finish."""
    over = reads.night(party).stage == Stage.OVER
    if request.POST.get("then") == "finish" and over:
        with Attempt(request, done=f"{party.name} is finished."):
            rounds.finish(party.pk, **done_by(request))
        return redirect("finish", party.pk)
    if request.POST.get("then") == "seat" or not (over or party.tracks_seats):
        with Attempt(request):
            rounds.seat_next_round(party.pk, **done_by(request))
    if over:
        return redirect("tallies" if cards_missing(party) else "finish", party.pk)
    return redirect("moves", party.pk, number)


@require_POST
def reopen_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Open round `number` again; seats of the next one, still without hands, are taken away."""
    party = organised_party(request, party_id)
    latest = reads.latest_round(party)
    if latest is None or number > latest.number:
        raise Http404
    closed = latest.state == Round.State.CLOSED
    if number != (latest.number if closed else latest.number - 1):
        messages.error(request, f"Only the round closed last can be reopened, not round {number}.")
    else:
        with Attempt(request, done=f"Round {number} is open again."):
            rounds.reopen_round(party.pk, **done_by(request))
    return redirect("live", party_id)


@require_POST
def set_rounds(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    form = RoundsForm(request.POST)
    if form.is_valid():
        with Attempt(request, form, done=f"{form.value} rounds are planned."):
            parties.set_rounds(party.pk, rounds=form.value, **done_by(request))
            return redirect("live", party_id)
    return live_page_with(request, party, form)


@require_POST
def last_round(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request, done="This is the last round."):
        parties.last_round(party.pk, **done_by(request))
    return redirect("live", party_id)


def finish(request: HttpRequest, party_id: int) -> HttpResponse:
    """Ask what is to be asked and finish; of a finished party show what is left to do."""
    party = organised_party(request, party_id)
    if party.finished_at is not None:
        context = {"party": party, "page": end_page(party, party.finished_at)}
        return render(request, "evening/end.html", context)
    posted = request.POST if request.method == "POST" else None
    page = finish_page(party)
    form = finish_form(page, posted)
    problems: list[str] = []
    if posted is not None and (form is None or form.is_valid()):
        still_open, without = form.value if form else (None, False)
        who = done_by(request)
        try:
            rounds.finish(party.pk, still_open=still_open, without_slips=without, **who)
        except Refused as refused:
            problems = refused.texts
            page = finish_page(party)  # a hand may have come in meanwhile
            form = form or finish_form(page, posted)
        else:
            messages.success(request, f"{party.name} is finished.")
            return redirect("finish", party.pk)
    context = {"party": party, "page": page, "form": form, "problems": problems}
    return render(request, "evening/finish.html", context)


def finish_form(page: FinishPage, posted: QueryDict | None) -> FinishForm | None:
    """Ask what becomes of a round that is not closed and has hands, and of slips to follow."""
    if page.unsettled is None and not page.slips:
        return None
    return FinishForm(posted, live=page.unsettled, has_slips=bool(page.slips))


@require_POST
def reopen_party(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request, done=f"{party.name} goes on."):
        rounds.reopen_party(party.pk, **done_by(request))
    return redirect("live", party_id)
