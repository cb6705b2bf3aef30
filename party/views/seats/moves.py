"""The moves between two rounds: shown, and the buttons that seat the next round."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from party.models import Party, Round
from party.queries.hall.screen import hall_words
from party.queries.seats.moves import moves_of, moves_page
from party.queries.seats.sittings import by_table, sittings
from party.services.evening import rounds
from party.tables.seats import HEADINGS, seat_rows
from party.views.access import done_by, organised_party, organises, party_or_404
from party.views.downloads import download
from party.views.evening.rounds import is_latest
from party.views.paging import hundred
from party.views.refusals import Attempt

MOST_FITS = 8  # people shown under the search; a longer list is no answer


def moves(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Show who goes where after round `number`, in words to read aloud."""
    party = party_or_404(request, party_id)
    last = get_object_or_404(Round, party=party, number=number, state=Round.State.CLOSED)
    may_run = organises(request, party)
    page = moves_page(party, last, for_organiser=may_run)
    who = request.GET.get("who", "")
    fits = page.moves_of(who)
    context = {
        "party": party,
        "page": page,
        "may_run": may_run,
        "rooms": hundred(request, tuple(page.tables.items())),
        "names": hundred(request, page.moves, "names"),
        "who": who,
        "fits": fits[:MOST_FITS],
        "more_fit": max(len(fits) - MOST_FITS, 0),
        "hall_words": hall_words(party),
    }
    return render(request, "seats/moves.html", context)


@require_GET
def seats_file(request: HttpRequest, party_id: int, number: int, kind: str) -> HttpResponse:
    """Answer with the seats of a round as CSV or XLSX, from round 2 on with everybody's move."""
    party = party_or_404(request, party_id)
    round_ = get_object_or_404(party.rounds.filter(tables__number=1), number=number)
    before = Round.objects.filter(party=party, number=number - 1).first()
    moved = moves_of(party, before, round_) if before else ()
    seated = sittings(party, round_)
    words = {move.sitting.person.id: move.words for move in moved}
    rows = seat_rows(number, seated, by_table(seated), words)
    return download(f"seats of round {number}", kind, HEADINGS, rows, party)


def seats_page(party: Party, number: int) -> str:
    if number > 1:
        return reverse("moves", args=[party.pk, number - 1])
    return reverse("draw", args=[party.pk])


def drawn_or_gone(request: HttpRequest, party: Party, number: int, kept: str) -> Round | None:
    """Return a round with tables that has not begun; else say why its `kept` stay as they are."""
    round_ = get_object_or_404(Round, party=party, number=number)
    if not round_.tables.exists():
        messages.error(request, f"Seats are not tracked in round {number}.")
    elif round_.state != Round.State.DRAWN:
        messages.error(request, f"Round {number} has begun: its {kept} stay.")
    else:
        return round_
    return None


@require_POST
def seat_next_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Work out the seats of round `number`, the one after the round closed last."""
    party = organised_party(request, party_id)
    if number < 2:
        raise Http404
    if not is_latest(request, party, number - 1):
        return redirect("live", party_id)
    with Attempt(request, done=f"Round {number} is seated."):
        rounds.seat_next_round(party.pk, **done_by(request))
    return redirect("moves", party_id, number - 1)


@require_POST
def reseat_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Seat a round again: anew, or with what was `seen` of people so that all keep chairs."""
    party = organised_party(request, party_id)
    if not is_latest(request, party, number):
        return redirect("live", party_id)
    seen = request.POST.get("seen")
    with Attempt(request):
        again = rounds.reseat_round(party.pk, seen=seen, **done_by(request))
        anew = f"The seats of round {number} are worked out again."
        messages.success(request, anew if seen is None else str(again))
    return redirect(seats_page(party, number))
