"""A correction for a printer that prints a few millimetres beside ready-cut cards."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from party.forms.papers import ReadyCutForm
from party.values.numbers import millimetres
from party.values.papers import Look
from party.views.access import party_or_404

# In the session, because a printer belongs to a laptop, not to a party.
SESSION_KEY = "ready_cut"
NOT_MOVED = (0.0, 0.0)


def ready_cut(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    right, down = _stored_correction(request)
    initial = {"right": millimetres(right), "down": millimetres(down)}
    form = ReadyCutForm(request.POST or None, initial=initial)
    if form.is_valid():
        request.session[SESSION_KEY] = form.value
        messages.success(request, f"Ready-cut cards: {_shift_text(*form.value)}.")
        return redirect("prints", party.pk)
    return render(request, "papers/ready_cut.html", {"party": party, "form": form})


def shifted_look(request: HttpRequest, look: Look) -> Look:
    right, down = _stored_correction(request)
    return replace(look, right=right, down=down)


def correction_text(request: HttpRequest) -> str:
    return _shift_text(*_stored_correction(request))


def _stored_correction(request: HttpRequest) -> tuple[float, float]:
    right, down = request.session.get(SESSION_KEY, NOT_MOVED)
    return right, down


def _shift_text(right: float, down: float) -> str:
    """Return for example "moved 2 mm to the right and 1.5 mm up"."""
    directions = (
        (right, "to the right" if right > 0 else "to the left"),
        (down, "down" if down > 0 else "up"),
    )
    words = [f"{abs(length):g} mm {direction}" for length, direction in directions if length]
    return f"moved {' and '.join(words)}" if words else "not moved"
