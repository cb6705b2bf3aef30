"""The live page, and the buttons that carry a round from its start to its close."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from party.forms.evening.rounds import FinishForm, RoundsForm
from party.forms.refusals import add_faults
from party.models import Party, Round
from party.queries.evening import rounds as reads
from party.queries.seats.rota import turns_against_wishes
from party.queries.standings.standings import cards_missing
from party.services.evening import parties, rounds
from party.services.evening.rounds import needs_who_was_ahead
from party.values.evening.live import Live, Need, Night, Stage, Want, minutes_of
from party.values.refusals import Fault, Refused
from party.views.access import actor_of, organised_party, organises, party_or_404, signed_in
from party.views.evening.table_board import spots
from party.views.refusals import Attempt

STATES = {
    Stage.SETUP: "Before the draw",
    Stage.SEATED: "Seated",
    Stage.PLAYING: "Playing",
    Stage.BELL: "Bell: finish this hand",
    Stage.CHECKING: "Checking",
    Stage.MOVING: "Closed: time to move",
    Stage.OVER: "Closed: that was the last one",
    Stage.FINISHED: "Finished",
}


@require_GET
def live(request: HttpRequest, party_id: int) -> HttpResponse:
    """Show the evening as it stands. The page asks again with `v`, the revision it shows."""
    party = party_or_404(request, party_id)
    if request.GET.get("v") == str(party.revision):
        return HttpResponse(status=204)
    return render(request, "evening/live.html", _live_page(request, party, RoundsForm()))


def _live_page(request: HttpRequest, party: Party, form: RoundsForm) -> dict[str, object]:
    now = reads.live(party)
    number = now.night.round_number
    ties_matter = needs_who_was_ahead(party, number)
    form.fields["rounds"].initial = now.night.planned
    done = len(now.tables) - len(now.missing)
    desk = reverse("entry", args=[party.pk, number])
    is_open = now.night.stage in {Stage.PLAYING, Stage.BELL, Stage.CHECKING}
    by_table = party.tracks_seats or any(not table.score.on_cards for table in now.tables)
    return {
        "party": party,
        "live": now,
        "night": now.night,
        "state": STATES[now.night.stage],
        "is_open": is_open,
        "by_table": by_table,
        "after_words": "Announce the moves" if party.tracks_seats else "Go on to the next round",
        "close_now": is_open and not by_table,
        "type_cards": now.night.stage == Stage.OVER and cards_missing(party),
        "before": number - 1,
        "tally": f"{done} done, {len(now.missing)} still to come",
        "spots": spots(now.tables, f"{desk}?table=", ties_matter=ties_matter),
        "needs": now.needs(ties_matter=ties_matter),
        "may_run": organises(signed_in(request), party),
        "finish_at": estimated_finish(party, now.night),
        "form": form,
    }


def estimated_finish(party: Party, night: Night) -> datetime | None:
    """Estimate when the last round ends, from where the evening stands."""
    left = (night.planned or 0) - night.round_number
    if night.stage not in {Stage.SETUP, Stage.MOVING, Stage.OVER}:
        left += 1
    return None if left <= 0 or night.stage == Stage.FINISHED else finish_after(party, left)


def finish_after(party: Party, rounds_left: int) -> datetime:
    """Estimate when so many rounds are over, on the club's clock; breaks are not counted."""
    start = max(party.starts_at, timezone.now())
    minutes = minutes_of(rounds_left, party.format.hands_at(1) or 4)
    return (start + timedelta(minutes=minutes)).astimezone(ZoneInfo(party.club.time_zone))


def latest_or_gone(request: HttpRequest, party: Party, number: int) -> Round | None:
    """Return round `number` if it is the latest; else say that the evening has moved on.

    A page left open since an earlier round must not ring the bell of this one.
    """
    get_object_or_404(Round, party=party, number=number)
    latest = reads.latest_round(party)
    if latest is not None and latest.number == number:
        return latest
    messages.error(request, f"Round {number} is over. This is how the evening stands now.")
    return None


@require_POST
def start_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if latest_or_gone(request, party, number) is not None:
        with Attempt(request, done=f"Round {number} has started."):
            rounds.start_round(party.pk, actor=actor_of(request), at=timezone.now())
    return redirect("live", party_id)


@require_POST
def ring_bell(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    done = "The bell has rung: everybody finishes the hand they are on."
    if latest_or_gone(request, party, number) is not None:
        with Attempt(request, done=done):
            rounds.ring_bell(party.pk, actor=actor_of(request), at=timezone.now())
    return redirect("live", party_id)


@require_POST
def check_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if latest_or_gone(request, party, number) is not None:
        with Attempt(request) as attempt:
            rounds.check_round(party.pk, actor=actor_of(request), at=timezone.now())
        if attempt.done:
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
            rounds.close_round(party.pk, number, actor=actor_of(request), at=timezone.now())
        except Refused as refused:
            faults = refused.faults
        else:
            messages.success(request, f"Round {number} is closed.")
            return _after_close(request, party, number)
    if not party.tracks_seats and not latest.tables.exists():
        return redirect("live", party_id)
    context = {**_open_questions(party), "faults": faults}
    return render(request, "evening/close_round.html", context)


def _open_questions(party: Party) -> dict[str, object]:
    """Return what an organiser looks at before a round is closed."""
    now = reads.live(party)
    shown = closing(party, now)
    return {
        "party": party,
        "night": now.night,
        "waiting": [table for table in now.tables if not table.score.finished],
        "tied": [table for table in now.ties if shown["ties_matter"]],
        "differing": [table for table in now.tables if table.differing],
        **shown,
    }


def closing(party: Party, now: Live) -> dict[str, object]:
    """Return what stands around the button that closes a round: totals, and what comes after."""
    number = now.night.round_number
    last = now.night.planned == number
    ties_matter = needs_who_was_ahead(party, number)
    turns = () if last else turns_against_wishes(party)
    return {
        "live": now,
        "number": number,
        "ties_matter": ties_matter,
        "next_number": None if last else number + 1,
        "may_finish": last and _nothing_missing(party, now),
        "turns": turns,
        "unusual": [table for table in now.tables if table.flags],
        "clear": not turns and not _open_needs(now, ties_matter=ties_matter),
    }


def _open_needs(now: Live, *, ties_matter: bool) -> list[Need]:
    """Return what has to be settled first; what is only unusual stands beside the button."""
    return [need for need in now.needs(ties_matter=ties_matter) if need.want != Want.UNUSUAL]


def _nothing_missing(party: Party, now: Live) -> bool:
    """Tell whether every name is known, and every final card: then nothing is asked at the end."""
    named = all(person.name for person in reads.people(party).values())
    on_cards = any(table.score.on_cards for table in now.tables)
    return named and not on_cards and not cards_missing(party)


def _after_close(request: HttpRequest, party: Party, number: int) -> HttpResponse:
    """Go on to the moves, with the next seats if asked for; after the last round to the finish."""
    over = reads.night(party).stage == Stage.OVER
    if request.POST.get("then") == "finish" and over:
        with Attempt(request, done=f"{party.name} is finished.") as attempt:
            rounds.finish(party.pk, actor=actor_of(request), at=timezone.now())
        if attempt.done:
            return _to_winners(party)
        return redirect("finish", party.pk)
    if request.POST.get("then") == "seat" or not (over or party.tracks_seats):
        with Attempt(request):
            rounds.seat_next_round(party.pk, actor=actor_of(request), at=timezone.now())
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
            rounds.reopen_round(party.pk, actor=actor_of(request), at=timezone.now())
    return redirect("live", party_id)


@require_POST
def set_rounds(request: HttpRequest, party_id: int) -> HttpResponse:
    """Raise or lower the number of rounds."""
    party = organised_party(request, party_id)
    form = RoundsForm(request.POST)
    if form.is_valid():
        planned = form.cleaned_data["rounds"]
        try:
            parties.set_rounds(party.pk, planned, actor=actor_of(request), at=timezone.now())
        except Refused as refused:
            add_faults(form, refused)
        else:
            messages.success(request, f"{planned} rounds are planned.")
            return redirect("live", party_id)
    return render(request, "evening/live.html", _live_page(request, party, form))


@require_POST
def last_round(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request, done="This is the last round."):
        parties.last_round(party.pk, actor=actor_of(request), at=timezone.now())
    return redirect("live", party_id)


def finish(request: HttpRequest, party_id: int) -> HttpResponse:
    """Finish the party after showing what that means."""
    party = organised_party(request, party_id)
    problems: list[str] = []
    form = _still_on(request, party)
    if request.method == "POST" and (form is None or form.is_valid()):
        choice = form.cleaned_data["still_open"] if form else None
        try:
            rounds.finish(party.pk, still_open=choice, actor=actor_of(request), at=timezone.now())
        except Refused as refused:
            problems = [fault.text for fault in refused.faults]
            form = form or _still_on(request, party)
        else:
            messages.success(request, f"{party.name} is finished.")
            return _to_winners(party)
    everybody = reads.people(party).values()
    context = {
        "party": party,
        "night": reads.night(party),
        "nameless": [person for person in everybody if not person.name],
        "cards_missing": cards_missing(party),
        "form": form,
        "problems": problems,
    }
    return render(request, "evening/finish.html", context)


def _to_winners(party: Party) -> HttpResponse:
    return redirect("prizes" if party.prizes.exists() else "standings", party.pk)


def _still_on(request: HttpRequest, party: Party) -> FinishForm | None:
    """Ask what becomes of a round that is not closed and has hands; None where there is none."""
    latest = reads.latest_round(party)
    if party.finished_at is not None or latest is None or not reads.is_under_way(latest):
        return None
    return FinishForm(request.POST if request.method == "POST" else None, live=reads.live(party))


@require_POST
def reopen_party(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request, done=f"{party.name} goes on."):
        rounds.reopen_party(party.pk, actor=actor_of(request), at=timezone.now())
    return redirect("live", party_id)
