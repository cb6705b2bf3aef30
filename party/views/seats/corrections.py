"""The question about the seats, shown by every page that changes a closed round."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from party.forms.scores.corrections import SeatsForm
from party.values.scores.second_look import word_parts
from party.values.seats.corrections import SeatsInQuestion
from party.values.standings.standings import StandingLine


def ask_about_seats(
    request: HttpRequest,
    context: Mapping[str, Any],
    form: Form,
    question: SeatsInQuestion,
    *,
    it_says: str,
    corrected: str,
    totals: Sequence[tuple[StandingLine, StandingLine]] = (),
) -> HttpResponse:
    """Show who would sit elsewhere, and ask what becomes of it; nothing has been changed."""
    at, effects = context["sheet"], question.effects
    pairs = {"NS": at.ns, "EW": at.ew}
    choice = SeatsForm.answer(request.POST)
    page = {
        "effects": effects,
        "totals": totals,
        "parts": [
            list(word_parts(*each)) for each in ((it_says, corrected), (corrected, it_says))
        ],
        "before": pairs.get(effects.before, ""),
        "after": pairs.get(effects.after, ""),
        "sent": form,
        "kind": getattr(form, "kind", ""),
        "asking": SeatsForm.asking(effects, pairs, choice.cut),
        "problems": question.texts if "seats" in request.POST else [],
        "form": None,
        "forms": [],
    }
    return render(request, "scores/corrected_seats.html", {**context, **page})
