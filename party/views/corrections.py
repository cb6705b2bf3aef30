"""Correct what was entered: the old value in sight, the reason beside the new one."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from party.forms.corrections import CorrectionForm, HandCorrectionForm, TotalCorrectionForm
from party.forms.refusals import add_faults
from party.models import Party, Round
from party.models.scores import TOTAL
from party.queries.entries import sheet
from party.queries.tables import table_scores
from party.services import corrections
from party.templatetags.party_tags import points
from party.values.refusals import Refused
from party.values.scores import HandLine, Outcome, Saved
from party.values.spots import Spot
from party.views.access import organises, party_or_404, signed_in
from party.views.verbs import do


def correct(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    """Correct hand `hand` of a table; hand 0 is the round's total."""
    party = party_or_404(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    if not round_.is_open and not organises(signed_in(request), party):
        raise PermissionDenied("In a closed round only an organiser corrects.")
    score = table_scores(party, number).get(table)
    if score is None:
        raise Http404
    at = sheet(party, round_, score)
    old = next((row.line for row in at.hands if row.line.hand == hand), None)
    if old is None:
        raise Http404
    form = _form(request, party, round_, old)
    if request.method == "POST" and form.is_valid():
        try:
            saved = _correct(request, Spot(party.pk, number, table), hand, form)
        except Refused as refused:
            add_faults(form, refused)
        else:
            _tell(request, saved)
            return redirect(_back(party, round_, table))
    context = {
        "party": party,
        "round": round_,
        "sheet": at,
        "old": old,
        "form": form,
        "back": _back(party, round_, table),
    }
    return render(request, "corrections/correct.html", context)


def _form(request: HttpRequest, party: Party, round_: Round, old: HandLine) -> CorrectionForm:
    sent = request.POST if request.method == "POST" else None
    initial: dict[str, Any] = {"seen": old.entry, "submission": uuid4()}
    ask_reason = not round_.is_open
    if old.hand == TOTAL:
        initial |= {"ns": old.ns, "ew": old.ew}
        return TotalCorrectionForm(sent, initial=initial, ask_reason=ask_reason)
    # A full record says what it says: the link from it brings that along.
    initial["text"] = request.GET.get("text") or old.text
    return HandCorrectionForm(sent, initial=initial, ask_reason=ask_reason, rules=party.rules)


def _correct(request: HttpRequest, spot: Spot, hand: int, form: CorrectionForm) -> Saved:
    data = form.cleaned_data
    known = {name: data[name] for name in ("seen", "submission", "reason")}
    if hand == TOTAL:
        return do(request, corrections.correct_total, spot, data["ns"], data["ew"], **known)
    return do(request, corrections.correct_hand, spot, hand, data["text"], **known)


def _tell(request: HttpRequest, saved: Saved) -> None:
    if saved.outcome == Outcome.ALREADY:
        messages.success(request, "Nothing changed: it says the same as before.")
        return
    sums = f"N-S {points(saved.ns)}, E-W {points(saved.ew)}."
    messages.success(request, f"Corrected at table {saved.table}: {saved.words}. {sums}")


def _back(party: Party, round_: Round, table: int) -> str:
    """Go back to the desk while the round is open, else to the round's own page."""
    if round_.is_open:
        return f"{reverse('entry', args=[party.pk, round_.number])}?table={table}"
    return f"{reverse('round', args=[party.pk, round_.number])}#table-{table}"
