from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe

from party.forms.log import LogForm
from party.models import LogLine, Party
from party.queries.evening.rounds import people
from party.queries.log import lines as reads
from party.queries.log.change_words import ValueChange, Wording
from party.queries.log.undo import Undo, undo_refusal, undos
from party.services.evening import rounds
from party.services.log.undo import undo_line
from party.services.people.arrivals import come_back
from party.services.scores import entries, late_hands
from party.services.seats import swaps
from party.services.write import PAGE_IS_OLD
from party.tables.spreadsheets import Cell
from party.values.accounts import Actor
from party.values.log.lines import LogFilter
from party.values.scores.tables import Spot
from party.views.access import (
    actor_and_time,
    can_organise,
    party_or_404,
    refuse_helpers,
    signed_in_user,
)
from party.views.downloads import download
from party.views.refusals import Attempt, NoteButton, report_success

LINES_A_PAGE = 50
HEADINGS = ("When", "Round", "Table", "What", "Before", "Now", "Reason", "Who")
CANNOT_UNDO = "This cannot be taken back any more: the evening has gone on since."


@dataclass(frozen=True, slots=True)
class ShownLine:
    line: LogLine
    words: str
    changes: tuple[ValueChange, ...]
    undo: Undo | None
    is_undone: bool


@require_safe
def log(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    is_organiser = can_organise(request, party)
    form = _filter_form(request, party, is_organiser=is_organiser)
    log_filter = form.log_filter()
    lines = reads.lines(party, log_filter, is_organiser=is_organiser)
    page = Paginator(lines, LINES_A_PAGE).get_page(request.GET.get("page"))
    shown = _shown_lines(request, party, form, page, is_organiser=is_organiser)
    has_older = bool(shown) and (page.has_next() or bool(log_filter))
    before = reads.latest_round_before(party, shown[-1].line) if has_older else 0
    query = {name: value for name, value in form.data.items() if name in form.fields and value}
    context = {
        "party": party,
        "page": page,
        "by_round": _by_round(shown, before),
        "form": form,
        "log_filter": log_filter,
        "query": f"?{urlencode(query)}" if query else "",
        "query_start": f"{urlencode(query)}&" if query else "",
    }
    return render(request, "log/log.html", context)


def _shown_lines(
    request: HttpRequest,
    party: Party,
    form: LogForm,
    page: Sequence[LogLine],
    *,
    is_organiser: bool,
) -> list[ShownLine]:
    possible = undos(party, page)
    undo_offers = {
        line.pk: offer
        for line in page
        if (offer := possible.get(line.pk))
        and (is_organiser or _can_helper_undo(request, line, offer))
    }
    wording, undone = _wording(party, form), reads.undone_lines(party, page)
    sitters = reads.sitters(party, page)
    return [
        ShownLine(
            line,
            reads.name_bidder(line.words, line, sitters),
            _changes_with_bidder(wording.changes(line, is_organiser=is_organiser), line, sitters),
            undo_offers.get(line.pk),
            is_undone=line.pk in undone,
        )
        for line in page
    ]


def _changes_with_bidder(
    changes: Iterable[ValueChange], line: LogLine, sitters: reads.Sitters
) -> tuple[ValueChange, ...]:
    return tuple(
        replace(
            change,
            old=reads.name_bidder(change.old, line, sitters),
            new=reads.name_bidder(change.new, line, sitters),
        )
        for change in changes
    )


def _by_round(shown: Sequence[ShownLine], number: int) -> list[tuple[int, tuple[ShownLine, ...]]]:
    """Group the lines by the round that was played when they were written, the newest first.

    `number` is the round that was played before the oldest line.
    """
    rounds = []
    for each in reversed(shown):
        number = max(number, each.line.round or 0)
        rounds.append(number)
    pairs = zip(reversed(rounds), shown, strict=True)
    return [
        (number, tuple(each for _, each in part))
        for number, part in groupby(pairs, key=itemgetter(0))
    ]


@require_safe
def log_file(request: HttpRequest, party_id: int, kind: str) -> HttpResponse:
    party = party_or_404(request, party_id)
    is_organiser = can_organise(request, party)
    form = _filter_form(request, party, is_organiser=is_organiser)
    lines = reads.lines(party, form.log_filter(), is_organiser=is_organiser)
    rows = _log_rows(party, lines, _wording(party, form), is_organiser=is_organiser)
    return download("log", kind, HEADINGS, rows, party)


def undo(request: HttpRequest, party_id: int, line_id: int) -> HttpResponse:
    """Show the effects first. The button of a message posts `note`, and undoes without asking."""
    party = party_or_404(request, party_id)
    is_organiser = can_organise(request, party)
    line = get_object_or_404(
        reads.lines(party, LogFilter(), is_organiser=is_organiser), pk=line_id
    )
    offer = undos(party, [line]).get(line_id)
    back = _back_url(request, party)
    if offer is None:
        messages.error(request, undo_refusal(party, line) or CANNOT_UNDO)
        return redirect(back)
    if not _can_helper_undo(request, line, offer):
        refuse_helpers(request, party)
    if request.method == "POST" and "note" in request.POST:
        with Attempt(request, success=" ".join(offer.effects)):
            undo_line(party.pk, line_id, **actor_and_time(request))
        return redirect(back)
    if request.method == "POST" and request.POST.get("seen") == str(party.revision):
        with Attempt(request, success=" ".join(offer.effects)):
            _run_undo(party, offer, **actor_and_time(request))
        return redirect("log", party_id)
    if request.method == "POST":
        messages.error(request, PAGE_IS_OLD)
    return render(request, "log/undo.html", {"party": party, "line": line, "undo": offer})


def report_with_undo(
    request: HttpRequest, party: Party, line: int | None, text: str, back: str
) -> None:
    report_success(request, text, *undo_buttons(party, line, about=text, back=back))


def undo_buttons(party: Party, line: int | None, *, about: str, back: str) -> Iterator[NoteButton]:
    if line is not None:
        url = reverse("log_undo", args=[party.pk, line])
        yield NoteButton("Undo", about, url, {"note": "yes", "back": back})


def _back_url(request: HttpRequest, party: Party) -> str:
    back = request.POST.get("back", "")
    is_local = url_has_allowed_host_and_scheme(back, None)
    return back if is_local and back.startswith("/") else reverse("log", args=[party.pk])


def _can_helper_undo(request: HttpRequest, line: LogLine, offer: Undo) -> bool:
    is_own = line.actor_id == signed_in_user(request).pk
    return offer.is_for_helpers and (is_own or not offer.is_for_writer_only)


def _run_undo(party: Party, offer: Undo, actor: Actor, at: datetime) -> None:
    seen = party.revision
    match offer.kind:
        case "hand":
            spot = Spot(party.pk, offer.round, offer.table or 0)
            entries.undo_hand(spot, shown_entry=offer.entry, actor=actor, at=at)
        case "steps" | "late":
            verb = undo_line if offer.kind == "steps" else late_hands.undo_late_entries
            verb(party.pk, offer.line, shown_revision=seen, actor=actor, at=at)
        case "swap":
            swaps.undo_swap(party.pk, offer.round, shown_revision=seen, actor=actor, at=at)
        case "come-back":
            come_back(party.pk, offer.entrant or 0, shown_revision=seen, actor=actor, at=at)
        case "draw":
            rounds.undo_draw(party.pk, shown_revision=seen, actor=actor, at=at)
        case "reopen-round":
            rounds.reopen_round(party.pk, shown_revision=seen, actor=actor, at=at)
        case "reopen-party":
            rounds.reopen_party(party.pk, shown_revision=seen, actor=actor, at=at)


def _filter_form(request: HttpRequest, party: Party, *, is_organiser: bool) -> LogForm:
    named = tuple(people(party).values())
    return LogForm(request.GET, people=named, verbs=reads.verbs(party, is_organiser=is_organiser))


def _wording(party: Party, form: LogForm) -> Wording:
    return Wording(party, {person.id: str(person) for person in form.people})


def _log_rows(
    party: Party, lines: QuerySet[LogLine], wording: Wording, *, is_organiser: bool
) -> Iterator[tuple[Cell, ...]]:
    zone = ZoneInfo(party.club.time_zone)
    for line in lines.iterator():
        at = line.at.astimezone(zone).replace(tzinfo=None, microsecond=0)
        changes = wording.changes(line, is_organiser=is_organiser)
        old = "; ".join(_labelled_value(each, each.old) for each in changes)
        new = "; ".join(_labelled_value(each, each.new) for each in changes)
        reason = line.data.get("reason", "")
        yield at, line.round, line.table, line.words, old, new, reason, line.actor_name


def _labelled_value(change: ValueChange, value: str) -> str:
    return f"{change.label}: {value}" if change.label else value
