from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from party.forms.seats import OpenTableForm
from party.queries.seats.draw import changes_to_show
from party.services.seats import extra_tables
from party.views.access import actor_and_time, organised_party
from party.views.refusals import Attempt
from party.views.seats.moves import drawn_round_or_message, seats_url


def open_extra_table(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    round_ = drawn_round_or_message(request, party, number, "tables")
    if round_ is None:
        return redirect("live", party_id)
    changes = changes_to_show(party, round_)
    form = OpenTableForm(request.POST or None, count=changes.turnout.house_needed)
    if form.is_valid():
        with Attempt(request, form, success="An extra table is open."):
            extra_tables.open_table(party.pk, number, form.names, **actor_and_time(request))
            return redirect(seats_url(party, number))
    context = {
        "party": party,
        "round": round_,
        "changes": changes,
        "form": form,
        "back": seats_url(party, number),
    }
    return render(request, "seats/open_extra_table.html", context)


@require_POST
def close_table(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request, success="The house players go home, and the round is seated again."):
        extra_tables.close_table(party.pk, number, **actor_and_time(request))
    return redirect(seats_url(party, number))
