"""Wishes: who must not meet or must, and who keeps table and chair."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from party.forms.people.person_search import offers
from party.forms.people.wishes import WishForm
from party.queries.evening.rounds import night, people
from party.queries.people.wishes import wish_lines
from party.services.people import wishes as verbs
from party.views.access import done_by, organised_party
from party.views.refusals import Attempt


def wishes(request: HttpRequest, party_id: int) -> HttpResponse:
    """Show the wishes, with the reason where this round does not keep one, and add one more."""
    party = organised_party(request, party_id)
    everybody = tuple(people(party).values())
    form = WishForm(request.POST or None, people=everybody)
    if form.is_valid():
        kind, one, other = form.value
        other_id = other.id if other else None
        with Attempt(request, form, done="Noted. It counts from the next seats that are made."):
            who = done_by(request)
            verbs.add_wish(party.pk, kind=kind, one_id=one.id, other_id=other_id, **who)
            return redirect("wishes", party_id)
    shown = wish_lines(party)
    context = {
        "party": party,
        "form": form,
        "wishes": shown,
        "mendable": any(wish.mendable for wish in shown),
        "night": night(party),
        "people": offers(everybody),
    }
    return render(request, "people/wishes.html", context)


@require_POST
def remove_wish(request: HttpRequest, party_id: int, wish_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request, done="That is no longer asked for."):
        verbs.remove_wish(party.pk, wish_id, **done_by(request))
    return redirect("wishes", party_id)
