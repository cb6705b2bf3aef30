"""The page shows the effects of an exchange of chairs, then records the exchange."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from party.forms.refusals import add_faults
from party.forms.scores.corrections import SeatsForm
from party.forms.seats import WrongChairsForm
from party.models import Party, Round
from party.queries.seats.sittings import sittings
from party.queries.seats.wrong_chairs import WrongChairs, refusal_reason, wrong_chairs
from party.services.seats.wrong_chairs import record_wrong_chairs
from party.values.refusals import Refused
from party.values.seats.corrections import Effects
from party.values.seats.wrong_chairs import ChairExchange
from party.views.access import actor_and_time, organised_party
from party.views.log import report_with_undo
from party.views.refusals import Attempt


def record_exchange(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    back = reverse("round", args=[party_id, number])
    reason_against = refusal_reason(round_, number)
    if party.finished_at is not None:
        reason_against = f"{party.name} is finished. Reopen the party first."
    if reason_against:
        messages.error(request, reason_against)
        return redirect(back)
    is_post = request.method == "POST"
    form = WrongChairsForm(
        request.POST or request.GET or None,
        sittings=sittings(party, round_),
        is_closed=not round_.is_open,
    )
    changes = _changes_or_none(party, round_, form, form.exchange) if form.exchange else None
    is_ready = is_post and changes is not None and form.is_valid()
    if is_ready and form.exchange and _record(request, party, number, form, form.exchange):
        return redirect(back)
    context = {
        "party": party,
        "round": round_,
        "form": form,
        "changes": changes,
        "seats_form": _seats_form(request, changes.effects) if changes else None,
        "back": back,
    }
    return render(request, "seats/wrong_chairs.html", context)


def _changes_or_none(
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
    mark, reason = form.mark_and_reason
    with Attempt(request, form) as attempt:
        line = record_wrong_chairs(
            party.pk,
            number,
            exchange,
            mark=mark,
            reason=reason,
            choice=SeatsForm.read_choice(request.POST),
            **actor_and_time(request),
        )
        text = f"Round {number} now has everybody in the chair they sat in."
        if exchange.by_name:
            text = (
                "Everybody keeps their points. The next moves start from the chairs they sat in."
            )
        back = reverse("round", args=[party.pk, number])
        report_with_undo(request, party, line, text, back)
    return attempt.succeeded


def _seats_form(request: HttpRequest, effects: Effects | None) -> SeatsForm | None:
    """Return None if nobody would sit elsewhere."""
    if effects is None or not effects.shifts:
        return None
    seats_form = SeatsForm.for_effects(effects, {}, "")
    if (way := SeatsForm.read_choice(request.POST).seats) in effects.open_choices:
        seats_form.initial["seats"] = way
    return seats_form
