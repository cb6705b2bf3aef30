"""Several people go home at once, as when two cars leave early."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from party.forms.people.leavers import LeaversForm
from party.forms.refusals import add_faults
from party.models import Party, Round
from party.queries.evening.rounds import latest_round, people
from party.services.people import arrivals
from party.values.refusals import Refused
from party.views.access import actor_of, party_or_404
from party.views.seats.moves import seats_page


def leavers(request: HttpRequest, party_id: int) -> HttpResponse:
    """Mark several people as gone; the page of the seats then shows the effect on the tables."""
    party = party_or_404(request, party_id)
    latest = latest_round(party)
    here = [person for person in people(party).values() if person.state == "here"]
    form = LeaversForm(request.POST or None, people=here)
    if request.method == "POST" and form.is_valid() and _save_leavers(request, party, form):
        return redirect(_seats_address(party, latest))
    context = {
        "party": party,
        "form": form,
        "round": latest,
        "back": _seats_address(party, latest),
    }
    return render(request, "people/leavers.html", context)


def _save_leavers(request: HttpRequest, party: Party, form: LeaversForm) -> bool:
    ids = [person.id for person in form.cleaned_data["names"]]
    try:
        going = arrivals.go_home_together(
            party.pk, ids, actor=actor_of(request), at=timezone.now()
        )
    except Refused as refused:
        add_faults(form, refused)
        return False
    messages.success(request, f"{', '.join(str(each) for each in going)}: gone home.")
    return True


def _seats_address(party: Party, latest: Round | None) -> str:
    """Return the address of the seats of a round that has not begun, else of the players."""
    if latest is not None and latest.state == Round.State.DRAWN:
        return seats_page(party, latest.number)
    return reverse("players", args=[party.pk])
