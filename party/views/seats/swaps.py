from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from party.forms.seats import SwapSeatsForm
from party.queries.seats.sittings import sittings
from party.queries.seats.swaps import swap_effects, undoable_swaps
from party.services.seats import swaps as verbs
from party.views.access import actor_and_time, organised_party
from party.views.refusals import Attempt
from party.views.seats.moves import drawn_round_or_message, seats_url


def swap_seats(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    round_ = drawn_round_or_message(request, party, number, "seats")
    if round_ is None:
        return redirect("live", party_id)
    people = [sitting.person for sitting in sittings(party, round_)]
    form = SwapSeatsForm(request.POST or request.GET or None, people=people)
    pair = form.value if form.is_valid() else None
    if request.method == "POST" and pair:
        one, other = pair
        mark = request.POST.get("seen", "")
        with Attempt(request, form, success=f"{one} and {other} have changed places."):
            verbs.swap_seats(
                party.pk,
                number,
                one_id=one.id,
                other_id=other.id,
                mark=mark,
                **actor_and_time(request),
            )
            return redirect("swap_seats", party_id, number)
        pair = None if form.has_error("other") else pair
    context = {
        "party": party,
        "round": round_,
        "form": form,
        "people": people,
        "effects": swap_effects(party, round_, *pair) if pair else None,
        "swaps": undoable_swaps(party, round_),
        "back": seats_url(party, number),
    }
    return render(request, "seats/swap.html", context)


@require_POST
def undo_swap(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request, success="The last swap is taken back."):
        verbs.undo_swap(party.pk, number, **actor_and_time(request))
    return redirect("swap_seats", party_id, number)
