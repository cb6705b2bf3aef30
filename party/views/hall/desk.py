from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from party.forms.hall.screen import HallScreenForm
from party.models import Party
from party.queries.hall.screen import hall_words
from party.services.hall import clock, screen
from party.values.hall.clock import STEP
from party.values.hall.shared_screens import NUMBERS_NEEDED
from party.views.access import actor_and_time, organised_party, party_or_404
from party.views.evening.rounds import is_latest, live_page_with
from party.views.log import report_with_undo
from party.views.refusals import Attempt, NoteButton, report_success
from party.views.seats.moves import seats_url

TYPE_NUMBERS = "Each screen shows its number too: type both below, under Hall screen."


@require_POST
def announce(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if not is_latest(request, party, number):
        return redirect("live", party_id)
    back = seats_url(party, number)
    with Attempt(request):
        line = screen.announce_seats(party.pk, **actor_and_time(request))
        text = f"The hall sees the {'moves to' if number > 1 else 'seats of'} round {number}."
        report_with_undo(request, party, line, text, back)
    return redirect(back)


@require_POST
def change_screen(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    form = HallScreenForm(request.POST, party)
    if form.is_valid():
        mode, message, shared = form.value
        with Attempt(request, form):
            screen.set_hall_screen(party.pk, mode, message, shared, **actor_and_time(request))
            words = hall_words(party_or_404(request, party_id))
            asks = f" {TYPE_NUMBERS}" if shared == NUMBERS_NEEDED else ""
            messages.success(request, f"In a moment the hall screen {words}.{asks}")
            return redirect("live", party_id)
    return live_page_with(request, party, screen=form)


@require_POST
def change_clock(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if is_latest(request, party, number):
        with Attempt(request):
            text, undo = _change_clock(party, request, request.POST.get("change", ""))
            url = reverse("round_clock", args=[party.pk, number])
            report_success(request, text, NoteButton("Undo", text, url, {"change": undo}))
    return redirect("live", party_id)


def _change_clock(party: Party, request: HttpRequest, change: str) -> tuple[str, str]:
    if change == "pause":
        clock.pause_clock(party.pk, **actor_and_time(request))
        return "The clock is stopped.", "resume"
    if change == "resume":
        clock.resume_clock(party.pk, **actor_and_time(request))
        return "The clock goes on.", "pause"
    minutes = -STEP if change == "less" else STEP
    clock.add_minutes(party.pk, minutes, **actor_and_time(request))
    if minutes > 0:
        return f"The round has {STEP} minutes more.", "less"
    return f"The round has {STEP} minutes less.", "more"
