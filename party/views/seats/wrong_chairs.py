"""People who sat in each other's chairs: the page shows what changes, then records it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from party.forms.refusals import add_faults
from party.forms.scores.corrections import SeatsForm
from party.forms.seats import WrongChairsForm
from party.models import Party, Round
from party.queries.seats.sittings import sittings
from party.queries.seats.wrong_chairs import WrongChairs, not_to_be_recorded, wrong_chairs
from party.services.seats.wrong_chairs import record_wrong_chairs
from party.values.refusals import Refused
from party.values.seats.corrections import Effects
from party.values.seats.wrong_chairs import ChairExchange
from party.views.access import actor_and_time, organised_party
from party.views.log import undo_buttons
from party.views.refusals import Attempt, report_success


def record(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    back = reverse("round", args=[party_id, number])
    why = not_to_be_recorded(round_, number)
    if party.finished_at is not None:
        why = f"{party.name} is finished. Reopen the party first."
    if why:
        messages.error(request, why)
        return redirect(back)
    is_sent = request.method == "POST"
    form = WrongChairsForm(
        request.POST or request.GET or None,
        sittings=sittings(party, round_),
        is_closed=not round_.is_open,
    )
    found = _found(party, round_, form, form.exchange) if form.exchange else None
    is_ready = is_sent and found is not None and form.is_valid()
    if is_ready and form.exchange and _record(request, party, number, form, form.exchange):
        return redirect(back)
    context = {
        "party": party,
        "round": round_,
        "form": form,
        "found": found,
        "asking": _asking(request, found.effects) if found else None,
        "back": back,
    }
    return render(request, "seats/wrong_chairs.html", context)


def _found(
    party: Party, round_: Round, form: WrongChairsForm, exchange: ChairExchange
) -> WrongChairs | None:
    try:
        return wrong_chairs(party, round_, exchange)
    except Refused as refused:
        add_faults(form, refused)
        return None


def _record(
    request: HttpRequest,
    party: Party,
    number: int,
    form: WrongChairsForm,
    exchange: ChairExchange,
) -> bool:
    """Record the exchange; return whether that was possible."""
    mark, reason = form.mark_and_reason
    with Attempt(request, form) as attempt:
        line = record_wrong_chairs(
            party.pk,
            number,
            exchange,
            mark=mark,
            reason=reason,
            choice=SeatsForm.answer(request.POST),
            **actor_and_time(request),
        )
        text = f"Round {number} now has everybody in the chair they sat in."
        if exchange.by_name:
            text = (
                "Everybody keeps their points. The next moves start from the chairs they sat in."
            )
        back = reverse("round", args=[party.pk, number])
        report_success(request, text, *undo_buttons(party, line, about=text, back=back))
    return attempt.succeeded


def _asking(request: HttpRequest, effects: Effects | None) -> SeatsForm | None:
    """Return the question about the next round's seats; None if nobody would sit elsewhere."""
    if effects is None or not effects.shifts:
        return None
    asking = SeatsForm.asking(effects, {}, "")
    if (sent := SeatsForm.answer(request.POST).seats) in effects.ways:
        asking.initial["seats"] = sent
    return asking
