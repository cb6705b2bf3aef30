from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from party.forms.people.wishes import WishForm
from party.queries.evening.rounds import night, people
from party.queries.people.wishes import may_start_together, wish_lines, wishes_to_confirm
from party.services.people import wishes as verbs
from party.values.numbers import number_of
from party.values.people.words import COUNTS_FROM_NEXT_SEATS
from party.views.access import actor_and_time, organised_party
from party.views.refusals import Attempt
from party.views.seats.moves import seats_url


def wishes(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    entrants = tuple(people(party).values())
    form = WishForm(request.POST or None, people=entrants, can_start=may_start_together(party))
    if form.is_valid():
        kind, one, other = form.value
        other_id = other.id if other else None
        with Attempt(request, form, success=f"Noted. {COUNTS_FROM_NEXT_SEATS}"):
            actor_args = actor_and_time(request)
            verbs.add_wish(party.pk, kind=kind, one_id=one.id, other_id=other_id, **actor_args)
            return _redirect_back(request, party_id)
    lines, party_night = wish_lines(party), night(party)
    context = {
        "party": party,
        "form": form,
        "wishes": lines,
        "to_confirm": () if party.finished_at else wishes_to_confirm(party),
        "can_be_mended": any(wish.can_be_mended for wish in lines),
        "night": party_night,
        "back": seats_url(party, max(party_night.round_number, 1)),
        "people": entrants,
    }
    return render(request, "people/wishes.html", context)


@require_POST
def confirm_wishes(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    chosen = request.POST.get("wish", "")
    with Attempt(request, success=f"Noted. {COUNTS_FROM_NEXT_SEATS}"):
        for each in wishes_to_confirm(party):
            if chosen in {"all", str(each.id)}:
                one_id, other_id = each.one.id, each.other.id if each.other else None
                actor_args = actor_and_time(request)
                verbs.add_wish(
                    party.pk, kind=each.kind, one_id=one_id, other_id=other_id, **actor_args
                )
    return redirect("wishes", party_id)


@require_POST
def remove_wish(request: HttpRequest, party_id: int, wish_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request, success="The wish is taken back."):
        verbs.remove_wish(party.pk, wish_id, **actor_and_time(request))
    return _redirect_back(request, party_id)


def _redirect_back(request: HttpRequest, party_id: int) -> HttpResponse:
    back = request.GET.get("back", "")
    if back == "players":
        return redirect("players", party_id)
    person = number_of(back)
    return redirect("player", party_id, person) if person else redirect("wishes", party_id)
