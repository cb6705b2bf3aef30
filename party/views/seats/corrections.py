"""The question who changes seats, when somebody corrects a result of a closed round."""

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
    previous: str,
    corrected: str,
    totals: Sequence[tuple[StandingLine, StandingLine]] = (),
) -> HttpResponse:
    sheet, effects = context["sheet"], question.effects
    pairs = {"NS": sheet.ns, "EW": sheet.ew}
    choice = SeatsForm.read_choice(request.POST)
    page = {
        "effects": effects,
        "totals": totals,
        "parts": [
            list(word_parts(*each)) for each in ((previous, corrected), (corrected, previous))
        ],
        "before": pairs.get(effects.before, ""),
        "after": pairs.get(effects.after, ""),
        "sent": form,
        "kind": getattr(form, "kind", ""),
        "seats_form": SeatsForm.for_effects(effects, pairs, choice.cut),
        "problems": question.texts if "seats" in request.POST else [],
        "form": None,
        "forms": [],
    }
    return render(request, "scores/corrected_seats.html", {**context, **page})
