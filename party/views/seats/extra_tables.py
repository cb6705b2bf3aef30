"""The room of a round that is seated: who came or went, an extra table, a table fewer."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from party.forms.refusals import add_faults
from party.forms.seats.draw import OpenTableForm
from party.models import Party, Round
from party.queries.seats.draw import changes_since
from party.services.seats import extra_tables
from party.values.refusals import Refused
from party.views.access import actor_of, organised_party
from party.views.refusals import Attempt
from party.views.seats.moves import seats_page


def room(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Show how many tables there are and could be, and open one more."""
    party = organised_party(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    if not round_.tables.exists():
        messages.error(request, f"Seats are not tracked in round {number}.")
        return redirect("live", party_id)
    if round_.state != Round.State.DRAWN:
        messages.error(request, f"Round {number} has begun: its tables stay.")
        return redirect("live", party_id)
    changes = changes_since(party, round_)
    form = OpenTableForm(request.POST or None, wanted=changes.wanted)
    if request.method == "POST" and form.is_valid() and _opened(request, party, number, form):
        return redirect(seats_page(party, number))
    context = {
        "party": party,
        "round": round_,
        "changes": changes,
        "form": form,
        "back": seats_page(party, number),
    }
    return render(request, "seats/room.html", context)


def _opened(request: HttpRequest, party: Party, number: int, form: OpenTableForm) -> bool:
    try:
        extra_tables.open_table(
            party.pk, number, form.names, actor=actor_of(request), at=timezone.now()
        )
    except Refused as refused:
        add_faults(form, refused)
        return False
    messages.success(request, "An extra table is open.")
    return True


@require_POST
def close_table(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Send the house players home."""
    party = organised_party(request, party_id)
    done = "The house players go home, and the round is seated again."
    with Attempt(request, done=done):
        extra_tables.close_table(party.pk, number, actor=actor_of(request), at=timezone.now())
    return redirect(seats_page(party, number))
