from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from party.forms.seats import TurnoutForm
from party.models import Party, Round
from party.queries.evening.rounds import latest_round
from party.queries.hall.screen import hall_words
from party.queries.seats.draw import turnout_question
from party.queries.seats.moves import moves_of, moves_page
from party.queries.seats.sittings import by_table, sittings
from party.services.evening import rounds
from party.tables.seats import HEADINGS, seat_rows
from party.values.evening.words import SEATS_NOT_TRACKED
from party.views.access import (
    actor_and_time,
    can_organise,
    or_404,
    organised_party,
    party_or_404,
)
from party.views.downloads import download
from party.views.evening.rounds import is_latest
from party.views.paging import page_of_rows
from party.views.refusals import Attempt

MOST_MATCHES = 8  # people shown under the search


def moves(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    last = get_object_or_404(Round, party=party, number=number, state=Round.State.CLOSED)
    may_run = can_organise(request, party)
    page = moves_page(party, last, for_organiser=may_run)
    name = request.GET.get("who", "")
    matches = page.find_moves(name)
    context = {
        "party": party,
        "page": page,
        "may_run": may_run,
        "board": page_of_rows(request, tuple(page.tables.items())),
        "names": page_of_rows(request, page.moves, "names"),
        "who": name,
        "matches": matches[:MOST_MATCHES],
        "more_matches": max(len(matches) - MOST_MATCHES, 0),
        "hall_words": hall_words(party),
    }
    return render(request, "seats/moves.html", context)


@require_safe
def seats_file(request: HttpRequest, party_id: int, number: int, kind: str) -> HttpResponse:
    """Download the seats; from round 2 on, the moves too."""
    party = party_or_404(request, party_id)
    round_ = get_object_or_404(party.rounds.filter(tables__number=1), number=number)
    before = Round.objects.filter(party=party, number=number - 1).first()
    person_moves = moves_of(party, before, round_) if before else ()
    sittings_ = sittings(party, round_)
    words = {move.sitting.person.id: move.words for move in person_moves}
    rows = seat_rows(number, sittings_, by_table(sittings_), words)
    return download(f"seats of round {number}", kind, HEADINGS, rows, party)


def seats_url(party: Party, number: int) -> str:
    if number > 1:
        return reverse("moves", args=[party.pk, number - 1])
    return reverse("draw", args=[party.pk])


def drawn_round_or_message(
    request: HttpRequest, party: Party, number: int, noun: str
) -> Round | None:
    """Return the round. Once it has begun, add a message that its `noun` stay; return None."""
    round_ = get_object_or_404(Round, party=party, number=number)
    if not round_.tables.exists():
        messages.error(request, SEATS_NOT_TRACKED.format(round=number))
    elif round_.state != Round.State.DRAWN:
        messages.error(request, f"Round {number} has begun: its {noun} stay.")
    else:
        return round_
    return None


@require_POST
def seat_next_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if number < 2:
        raise Http404
    if not is_latest(request, party, number - 1):
        return redirect("live", party_id)
    return seat_or_ask(request, party, number)


def seat_or_ask(request: HttpRequest, party: Party, number: int) -> HttpResponse:
    """If people came or went and no longer fill the tables, ask first."""
    last = get_object_or_404(Round, party=party, number=number - 1)
    question = turnout_question(party, last) if party.tracks_seats else None
    if question and question.needs_answer and last.state == Round.State.CLOSED:
        return redirect("turnout", party.pk, number)
    with Attempt(request, success=f"Round {number} is seated."):
        mark = question.mark if question else None
        rounds.seat_next_round(party.pk, mark=mark, **actor_and_time(request))
    return redirect("moves", party.pk, number - 1)


def turnout(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Ask what surplus people do, then seat round `number`, or seat it again."""
    party = organised_party(request, party_id)
    latest = or_404(latest_round(party))
    is_seated = latest.number == number and latest.state == Round.State.DRAWN
    if not is_seated and (latest.number != number - 1 or latest.state != Round.State.CLOSED):
        messages.error(request, f"Round {number} is not to be seated now.")
        return redirect("live", party_id)
    question = turnout_question(party, latest)
    if not question.needs_answer:
        return redirect(seats_url(party, number))
    posted = request.POST if request.method == "POST" else None
    form = TurnoutForm(posted, question=question)
    if posted is not None and form.is_valid_with_hidden_fields():
        with Attempt(request, form, seen=question.mark):
            seat = rounds.reseat_round if is_seated else rounds.seat_next_round
            seat(
                party.pk,
                mark=form.mark,
                house_names=form.house_names,
                replace_house_players=form.is_for_newcomers,
                **actor_and_time(request),
            )
            messages.success(request, f"Round {number} is seated.")
            return redirect(seats_url(party, number))
    context = {"party": party, "number": number, "question": question, "form": form}
    return render(request, "seats/turnout.html", context | {"back": seats_url(party, number)})


@require_POST
def reseat_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """`seen` is the mark of the changes on the page; with it, only empty chairs are filled."""
    party = organised_party(request, party_id)
    if not is_latest(request, party, number):
        return redirect("live", party_id)
    seen = request.POST.get("seen")
    round_ = get_object_or_404(Round, party=party, number=number)
    is_asked = seen is not None and round_.state == Round.State.DRAWN and party.tracks_seats
    if is_asked and turnout_question(party, round_).needs_answer:
        return redirect("turnout", party_id, number)
    with Attempt(request):
        changes = rounds.reseat_round(party.pk, mark=seen, **actor_and_time(request))
        text = f"The seats of round {number} are worked out again."
        messages.success(request, text if seen is None else str(changes))
    return redirect(seats_url(party, number))
