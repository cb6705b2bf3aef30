"""Swap two people by hand: first what it does is shown, then it is done."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from party.forms.people.person_search import offers
from party.forms.refusals import add_faults
from party.forms.seats.swaps import SwapSeatsForm
from party.models import Party, Round
from party.queries.seats.sittings import sittings
from party.queries.seats.swaps import effects_of, swapped
from party.services.seats import swaps as verbs
from party.values.refusals import Refused
from party.views.access import actor_of, organised_party
from party.views.refusals import Attempt
from party.views.seats.moves import seats_page


def swap(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Ask for two names (by GET), show what their swap would do, and do it (by POST)."""
    party = organised_party(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    if not round_.tables.exists():
        messages.error(request, f"Seats are not tracked in round {number}.")
        return redirect("live", party_id)
    if round_.state != Round.State.DRAWN:
        messages.error(request, f"Round {number} has begun: its seats stay.")
        return redirect("live", party_id)
    here = [sitting.person for sitting in sittings(party, round_)]
    sent = request.POST if request.method == "POST" else request.GET
    form = SwapSeatsForm(sent or None, people=here)
    named = form.is_valid()
    if request.method == "POST" and named and _swapped(request, party, number, form):
        return redirect("swap_seats", party_id, number)
    pair = form.cleaned_data if named else {}
    context = {
        "party": party,
        "round": round_,
        "form": form,
        "people": offers(here),
        "effects": effects_of(party, round_, pair["one"], pair["other"]) if pair else None,
        "swaps": swapped(party, round_),
        "back": seats_page(party, number),
    }
    return render(request, "seats/swap.html", context)


def _swapped(request: HttpRequest, party: Party, number: int, form: SwapSeatsForm) -> bool:
    one, other = form.cleaned_data["one"], form.cleaned_data["other"]
    seen = request.POST.get("seen", "")
    try:
        verbs.swap_seats(
            party.pk,
            number,
            one.id,
            other.id,
            seen=seen,
            actor=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refused:
        add_faults(form, refused)
        return False
    messages.success(request, f"{one} and {other} have changed places.")
    return True


@require_POST
def undo(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Take the last swap of this round back."""
    party = organised_party(request, party_id)
    with Attempt(request, done="The last swap is taken back."):
        verbs.undo_swap(party.pk, number, actor=actor_of(request), at=timezone.now())
    return redirect("swap_seats", party_id, number)
