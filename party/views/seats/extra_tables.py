"""The room of a round that is seated: who came or went, an extra table, a table fewer."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from party.forms.seats import OpenTableForm
from party.queries.seats.draw import changes_to_show
from party.services.seats import extra_tables
from party.views.access import done_by, organised_party
from party.views.refusals import Attempt
from party.views.seats.moves import drawn_or_gone, seats_page


def room(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Show how many tables there are and could be, and open one more."""
    party = organised_party(request, party_id)
    round_ = drawn_or_gone(request, party, number, "tables")
    if round_ is None:
        return redirect("live", party_id)
    changes = changes_to_show(party, round_)
    form = OpenTableForm(request.POST or None, wanted=changes.turnout.house_wanted)
    if form.is_valid():
        with Attempt(request, form, done="An extra table is open."):
            extra_tables.open_table(party.pk, number, form.names, **done_by(request))
            return redirect(seats_page(party, number))
    context = {
        "party": party,
        "round": round_,
        "changes": changes,
        "form": form,
        "back": seats_page(party, number),
    }
    return render(request, "seats/room.html", context)


@require_POST
def close_table(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request, done="The house players go home, and the round is seated again."):
        extra_tables.close_table(party.pk, number, **done_by(request))
    return redirect(seats_page(party, number))
