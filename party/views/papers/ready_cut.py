"""Ready-cut cards: a printer that draws beside them is corrected."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from party.forms.papers import ReadyCutForm
from party.values.prints import Look
from party.views.access import party_or_404

KEPT = "ready_cut"  # of the browser, because the printer belongs to the laptop, not to the party
NOT_MOVED = (0.0, 0.0)


def ready_cut(request: HttpRequest, party_id: int) -> HttpResponse:
    """Ask how far to move what is printed on ready-cut cards, and keep it."""
    party = party_or_404(request, party_id)
    right, down = request.session.get(KEPT, NOT_MOVED)
    initial = {"right": typed(right), "down": typed(down)}
    form = ReadyCutForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        moved = (form.cleaned_data["right"], form.cleaned_data["down"])
        request.session[KEPT] = moved
        messages.success(request, f"Ready-cut cards: {in_words(*moved)}.")
        return redirect("prints", party.pk)
    return render(request, "papers/ready_cut.html", {"party": party, "form": form})


def moved(request: HttpRequest, look: Look) -> Look:
    """Return the look with the correction that this browser keeps."""
    right, down = request.session.get(KEPT, NOT_MOVED)
    return replace(look, right=right, down=down)


def typed(millimetres: float) -> str:
    return f"{millimetres:g}".replace("-", "−")


def in_words(right: float, down: float) -> str:
    """Say it as people do: "moved 2 mm to the right and 1.5 mm up"."""
    ways = (
        (right, "to the right" if right > 0 else "to the left"),
        (down, "down" if down > 0 else "up"),
    )
    said = [f"{abs(by):g} mm {way}" for by, way in ways if by]
    return f"moved {' and '.join(said)}" if said else "not moved"
