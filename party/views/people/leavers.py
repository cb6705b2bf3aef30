"""Several people go home at once, as when two cars leave early."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from party.forms.people.leavers import LeaversForm
from party.models import Round
from party.queries.evening.rounds import latest_round, people
from party.services.people import arrivals
from party.views.access import actor_and_time, organised_party
from party.views.refusals import Attempt
from party.views.seats.moves import seats_url


def leavers(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    latest = latest_round(party)
    here = [person for person in people(party).values() if person.state == "here"]
    form = LeaversForm(request.POST or None, people=here)
    back = reverse("players", args=[party.pk])
    if latest is not None and latest.state == Round.State.DRAWN:
        back = seats_url(party, latest.number)
    if form.is_valid():
        leavers = form.value
        with Attempt(request, form, success=f"{', '.join(map(str, leavers))}: gone home."):
            ids = [person.id for person in leavers]
            arrivals.go_home_together(party.pk, entrant_ids=ids, **actor_and_time(request))
            return redirect(back)
    context = {"party": party, "form": form, "round": latest, "back": back}
    return render(request, "people/leavers.html", context)
