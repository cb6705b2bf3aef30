"""The host's buttons for the hall: show the seats, choose the screen, the round's clock."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from party.forms.hall.screen import ScreenForm
from party.models import Party
from party.queries.hall.screen import hall_words
from party.services.hall import clock, screen
from party.values.hall.clock import STEP
from party.views.access import done_by, organised_party, party_or_404
from party.views.evening.rounds import is_latest, live_page_with
from party.views.log import undo_buttons
from party.views.refusals import Attempt, NoteButton, report_done
from party.views.seats.moves import seats_page


@require_POST
def announce(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if not is_latest(request, party, number):
        return redirect("live", party_id)
    back = seats_page(party, number)
    with Attempt(request):
        line = screen.announce(party.pk, **done_by(request))
        done = f"The hall sees the {'moves to' if number > 1 else 'seats of'} round {number}."
        report_done(request, done, *undo_buttons(party, line, about=done, back=back))
    return redirect(back)


@require_POST
def change_screen(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    form = ScreenForm(request.POST, party)
    if form.is_valid():
        mode, message = form.value
        with Attempt(request, form):
            screen.show(party.pk, mode=mode, message=message, **done_by(request))
            now = hall_words(party_or_404(request, party_id))
            messages.success(request, f"In a moment the hall screen {now}.")
            return redirect("live", party_id)
    return live_page_with(request, party, screen=form)


@require_POST
def change_clock(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Pause the clock, let it go on, or give it two minutes more; the note takes that back."""
    party = organised_party(request, party_id)
    if is_latest(request, party, number):
        with Attempt(request):
            done, back = _turn(party, request, request.POST.get("change", ""))
            at = reverse("round_clock", args=[party.pk, number])
            buttons = [NoteButton("Undo", done, at, {"change": back})] if back else []
            report_done(request, done, *buttons)
    return redirect("live", party_id)


def _turn(party: Party, request: HttpRequest, change: str) -> tuple[str, str]:
    """Return what was done to the clock, and the change that takes it back."""
    if change == "pause":
        clock.pause_clock(party.pk, **done_by(request))
        return "The clock is stopped.", "resume"
    if change == "resume":
        clock.resume_clock(party.pk, **done_by(request))
        return "The clock goes on.", "pause"
    minutes = -STEP if change == "less" else STEP
    clock.add_minutes(party.pk, minutes, **done_by(request))
    if minutes > 0:
        return f"The round has {STEP} minutes more.", "less"
    return f"The round has {STEP} minutes less.", "more"
