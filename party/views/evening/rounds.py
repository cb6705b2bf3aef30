from collections.abc import Sequence
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from party.forms.evening.rounds import FinishForm, RoundsForm
from party.forms.hall.screen import HallScreenForm
from party.forms.scores.tables import TableTotalForm
from party.models import Party, Round, Table
from party.pdf.drawing.picture_names import undrawable_people, undrawable_texts
from party.queries.evening import rounds as reads
from party.queries.evening.end import end_page
from party.queries.evening.live import (
    FinishPage,
    closing,
    finish_page,
    live_page,
    live_version,
    version_of,
)
from party.queries.hall.screen import hall_words
from party.queries.papers import heading
from party.queries.seats.draw import turnout_question
from party.queries.shared_reads import share_reads
from party.queries.standings.results import results_to_send, shown_names
from party.queries.standings.standings import cards_missing
from party.services.evening import parties, rounds
from party.services.evening.rounds import ChairsInQuestion
from party.values.evening.live import LiveTable, Stage
from party.values.evening.words import LAST_ROUND, NOT_BEING_PLAYED
from party.values.numbers import counted
from party.values.refusals import Fault, Refused
from party.views.access import (
    actor_and_time,
    can_organise,
    organised_party,
    party_or_404,
    signed_in_user,
)
from party.views.backups import copy_lines
from party.views.evening.checklist import OTHER_TABLE
from party.views.log import report_with_undo
from party.views.paging import page_of_rows
from party.views.refusals import Attempt

MOST_TABLES_TO_ANSWER = 100  # the page that closes a round shows no more
MANY_TABLES = 10  # from here on, the page has two columns and short names


@require_safe
def live(request: HttpRequest, party_id: int) -> HttpResponse:
    """`v` is the version that the polling page shows."""
    version = request.GET.get("v")
    if version and version == live_version(signed_in_user(request).pk, party_id, timezone.now()):
        return HttpResponse(status=204)
    return live_page_with(request, party_or_404(request, party_id))


def live_page_with(
    request: HttpRequest,
    party: Party,
    form: RoundsForm | None = None,
    screen: HallScreenForm | None = None,
) -> HttpResponse:
    at = timezone.now()
    page = live_page(party, at)
    form, screen = form or RoundsForm(), screen or HallScreenForm(None, party)
    form.fields["rounds"].initial = page.night.planned
    may_run = can_organise(request, party)
    is_filtered = page.live.has_many_tables and request.GET.get("show") == "not-in"
    board = page_of_rows(request, page.live.tables_not_done if is_filtered else page.live.tables)
    context = {"party": party, "page": page, "board": board, "form": form, "may_run": may_run}
    context["is_filtered"] = is_filtered
    context |= {"screen": screen, "forms": [screen]}
    ticks = party.phones and not party.finished_at
    context["version"] = version_of(party.revision, at, ticks=ticks)
    context["places"] = copy_lines(ZoneInfo(party.club.time_zone)) if may_run else []
    context["hall_words"] = hall_words(party)
    return render(request, "evening/live.html", context)


def is_latest(request: HttpRequest, party: Party, number: int) -> bool:
    """If the round is over, add a message: an old page must not ring the bell of a later round."""
    get_object_or_404(Round, party=party, number=number)
    latest = reads.latest_round(party)
    if latest is not None and latest.number == number:
        return True
    messages.error(request, f"Round {number} is over. This is how the evening stands now.")
    return False


@require_POST
def start_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """If people came or went since the round was seated, ask first."""
    party = organised_party(request, party_id)
    if is_latest(request, party, number):
        mark = request.POST.get("seen", "")
        try:
            line = rounds.start_round(party.pk, mark=mark, **actor_and_time(request))
        except ChairsInQuestion as question:
            context = {"party": party, "number": number, "changes": question.changes}
            context["problems"] = question.texts if mark else []
            return render(request, "evening/start_round.html", context)
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            live_url = reverse("live", args=[party.pk])
            report_with_undo(request, party, line, f"Round {number} has started.", live_url)
            # A round that ends with a bell needs the live page, which has the bell's button.
            if party.format.hands_at(OTHER_TABLE) is not None:
                return _redirect_to_desk(party, number)
    return redirect("live", party_id)


def _redirect_to_desk(party: Party, number: int) -> HttpResponse:
    if party.table_capture == Table.Capture.CARDS:
        return redirect("live", party.pk)
    return redirect("entry", party.pk, number)


@require_POST
def ring_bell(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if is_latest(request, party, number):
        with Attempt(request):
            line = rounds.ring_bell(party.pk, **actor_and_time(request))
            text = "The bell has rung: everybody finishes the hand they are on."
            report_with_undo(request, party, line, text, reverse("live", args=[party.pk]))
            return _redirect_to_desk(party, number)
    return redirect("live", party_id)


@require_POST
def check_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if is_latest(request, party, number):
        with Attempt(request):
            rounds.check_round(party.pk, **actor_and_time(request))
            return redirect("close_round", party_id, number)
    return redirect("live", party_id)


@require_POST
def stop_tables(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if is_latest(request, party, number):
        with Attempt(request):
            line = rounds.stop_tables(party.pk, number, **actor_and_time(request))
            hands = counted(reads.live(party).saved_hands, "hand")
            text = f"All tables stop here. The {hands} already in count."
            back = reverse("close_round", args=[party.pk, number])
            report_with_undo(request, party, line, text, back)
    return redirect("close_round", party_id, number)


def close_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    latest = reads.latest_round(party)
    if latest is None or number > latest.number:
        raise Http404
    if number < latest.number or not latest.is_open:
        messages.error(request, NOT_BEING_PLAYED.format(round=number))
        return redirect("live", party_id)
    faults: tuple[Fault, ...] = ()
    if request.method == "POST":
        try:
            rounds.close_round(party.pk, number, **actor_and_time(request))
        except Refused as refused:
            faults = refused.faults
        else:
            messages.success(request, f"Round {number} is closed.")
            return _after_close(request, party, number)
    if not party.tracks_seats and not latest.tables.exists():
        return redirect("live", party_id)
    return render(request, "evening/close_round.html", _closing_context(request, party, faults))


def _closing_context(
    request: HttpRequest, party: Party, faults: tuple[Fault, ...]
) -> dict[str, object]:
    page = closing(party)
    tables = page.tables_with_question
    if len(tables) > MOST_TABLES_TO_ANSWER:
        tables = tuple(table for table in tables if table.is_open)
    older_slips = tuple(slip for slip in page.slips if slip.round != page.number)
    rows = _tables_with_forms(tables[:MOST_TABLES_TO_ANSWER])
    asked_numbers = {table.number for table, _ in rows}
    questioned = asked_numbers | {table.number for table in (*page.differing, *page.unusual)}
    other_questions = (
        page.differing
        or page.unusual
        or older_slips
        or page.late_results
        or page.conflicting_sit_outs
    )
    slips = [row for row in rows if not row[0].is_cut]
    cuts = [row for row in rows if row[0].is_cut]
    return {
        "party": party,
        "closing": page,
        "faults": faults,
        "slips_asked": slips,
        "cuts_asked": cuts,
        "asked_count": len(tables),
        "cut_count": sum(table.is_cut for table in tables),
        "has_many_tables": len(rows) >= MANY_TABLES,
        "open": [table.number for table, _ in (*slips, *cuts) if table.is_open],
        "typed": request.GET.get("typed"),
        "older_slips": older_slips,
        "has_questions": rows or other_questions,
        "asked_numbers": asked_numbers,
        "totals": page_of_rows(
            request, [each for each in page.live.tables if each.number not in questioned]
        ),
    }


def _tables_with_forms(
    tables: Sequence[LiveTable],
) -> list[tuple[LiveTable, TableTotalForm | None]]:
    has_many_tables = len(tables) >= MANY_TABLES
    return [
        (
            table.with_short_names() if has_many_tables else table,
            None
            if table.score.on_cards or not table.score.takes_hands
            else TableTotalForm(
                auto_id=f"table_{table.number}_%s",
                initial={"submission": uuid4(), "seen": table.score.stored_entry_count},
                limit=table.score.limit,
                ns=table.ns,
                ew=table.ew,
            ),
        )
        for table in tables
    ]


def _after_close(request: HttpRequest, party: Party, number: int) -> HttpResponse:
    is_over = reads.night(party).stage == Stage.OVER
    if request.POST.get("then") == "finish" and is_over:
        with Attempt(request):  # the next page says that the party is finished
            rounds.finish(party.pk, **actor_and_time(request))
        return redirect("finish", party.pk)
    if request.POST.get("then") == "seat" or not (is_over or party.tracks_seats):
        closed_round = get_object_or_404(Round, party=party, number=number)
        if party.tracks_seats and turnout_question(party, closed_round).needs_answer:
            return redirect("turnout", party.pk, number + 1)
        with Attempt(request):
            rounds.seat_next_round(party.pk, **actor_and_time(request))
    if is_over:
        return redirect("tallies" if cards_missing(party) else "finish", party.pk)
    return redirect("moves", party.pk, number)


@require_POST
def reopen_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Reopen the round; the next round, which has no hands yet, loses its seats."""
    party = organised_party(request, party_id)
    latest = reads.latest_round(party)
    if latest is None or number > latest.number:
        raise Http404
    is_closed = latest.state == Round.State.CLOSED
    if number != (latest.number if is_closed else latest.number - 1):
        messages.error(request, f"Only the round closed last can be reopened, not round {number}.")
    else:
        with Attempt(request, success=f"Round {number} is open again."):
            rounds.reopen_round(party.pk, **actor_and_time(request))
    return redirect("live", party_id)


@require_POST
def set_rounds(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    form = RoundsForm(request.POST)
    if form.is_valid():
        with Attempt(request, form, success=f"{form.value} rounds are planned."):
            parties.set_rounds(party.pk, rounds=form.value, **actor_and_time(request))
            return redirect("live", party_id)
    return live_page_with(request, party, form)


@require_POST
def last_round(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request, success=LAST_ROUND):
        parties.make_round_last(party.pk, **actor_and_time(request))
    return redirect("live", party_id)


def finish(request: HttpRequest, party_id: int) -> HttpResponse:
    """Ask what is still open, then finish. For a finished party, show the remaining steps."""
    party = organised_party(request, party_id)
    if party.finished_at is not None:
        with share_reads():
            end = end_page(party, party.finished_at)
            results = results_to_send(party, end.standings, end.prizes)
            undrawn = undrawable_people(shown_names(party).values())
        context = {
            "party": party,
            "page": end,
            "results": results,
            "undrawable_people": undrawn,
            "undrawable_texts": undrawable_texts(heading(party)),
        }
        return render(request, "evening/end.html", context)
    posted = request.POST if request.method == "POST" else None
    page = finish_page(party)
    form = finish_form(page, posted)
    problems: list[str] = []
    if posted is not None and (form is None or form.is_valid()):
        still_open, without_slips = form.value if form else (None, False)
        actor_args = actor_and_time(request)
        try:
            rounds.finish(
                party.pk, still_open=still_open, without_slips=without_slips, **actor_args
            )
        except Refused as refused:
            problems = refused.texts
            page = finish_page(party)  # a hand may have been entered since
            form = form or finish_form(page, posted)
        else:
            return redirect("finish", party.pk)
    context = {"party": party, "page": page, "form": form, "problems": problems}
    return render(request, "evening/finish.html", context)


def finish_form(page: FinishPage, posted: QueryDict | None) -> FinishForm | None:
    if page.unsettled is None and not page.slips:
        return None
    return FinishForm(posted, live=page.unsettled, has_slips=bool(page.slips))


@require_POST
def reopen_party(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request, success=f"{party.name} goes on."):
        rounds.reopen_party(party.pk, **actor_and_time(request))
    return redirect("live", party_id)
