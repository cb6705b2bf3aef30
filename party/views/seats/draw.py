from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from party.forms.seats import (
    BlindDrawForm,
    CardsHandedOutForm,
    CardsInBoxForm,
    LeftOverForm,
    SwapTurnsForm,
)
from party.models import Party, Round
from party.queries.evening.rounds import latest_round
from party.queries.hall.screen import hall_words
from party.queries.seats.draw import draw_page, drawn_page
from party.queries.seats.rota import rota
from party.services.evening import rounds
from party.services.seats.swaps import swap_in_rota
from party.values.seats.turnout import Turnout
from party.views.access import actor_and_time, can_organise, organised_party, party_or_404
from party.views.evening.rounds import is_latest
from party.views.paging import page_of_rows
from party.views.refusals import Attempt


def draw(request: HttpRequest, party_id: int) -> HttpResponse:
    """For a blind draw a first form, by GET, asks which cards people hold."""
    party = party_or_404(request, party_id)
    if latest_round(party) is not None:
        return _show_seats(request, party)
    party = organised_party(request, party_id)
    data = request.POST or request.GET or None
    cards = _cards_form(party, data) if party.is_blind else None
    turnout = _turnout(party, cards)
    odd = LeftOverForm(request.POST if request.method == "POST" else None, turnout=turnout)
    if turnout.is_enough and odd.is_valid():
        with Attempt(request, odd, success="The seats are drawn."):
            rounds.draw_seats(
                party.pk,
                in_box=cards.in_box if cards else None,
                expected_count=None if cards else turnout.people,
                house_names=odd.house_names,
                **actor_and_time(request),
            )
            return redirect("draw", party_id)
    context = {
        "party": party,
        "page": draw_page(party, turnout, cards.in_box if cards else ()),
        "cards": cards,
        "odd": odd,
        "forms": [form for form in (cards, odd) if form is not None],
    }
    return render(request, "seats/draw.html", context)


def _cards_form(party: Party, data: QueryDict | None) -> BlindDrawForm:
    kind = CardsInBoxForm if party.cards == Party.Cards.HAT else CardsHandedOutForm
    return kind(data, printed=party.entrants.filter(ranked=True).count())


def _turnout(party: Party, cards: BlindDrawForm | None) -> Turnout:
    policy = party.format.non_multiple_of_4
    if cards is None:
        return Turnout(party.entrants.here().count(), policy)
    return Turnout(cards.printed - len(cards.in_box) if cards.is_valid() else 0, policy)


def _show_seats(
    request: HttpRequest, party: Party, swap: SwapTurnsForm | None = None
) -> HttpResponse:
    first = get_object_or_404(Round, party=party, number=1)
    may_run = can_organise(request, party)
    page = drawn_page(party, first, timezone.now(), for_organiser=may_run)
    form = swap or SwapTurnsForm(rota=page.rota)
    context = {
        "party": party,
        "page": page,
        "board": page_of_rows(request, tuple(page.tables.items())),
        "people": page_of_rows(request, page.sittings, "names"),
        "form": form,
        "may_run": may_run,
        "hall_words": hall_words(party),
    }
    return render(request, "seats/drawn.html", context)


@require_POST
def undo_draw(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if not is_latest(request, party, number):
        return redirect("live", party_id)
    with Attempt(request, success=f"The seats of round {number} are gone."):
        rounds.undo_draw(party.pk, **actor_and_time(request))
    return redirect("draw", party_id) if number == 1 else redirect("live", party_id)


@require_POST
def swap_turns(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    form = SwapTurnsForm(request.POST, rota=rota(party))
    if form.is_valid():
        one, other = form.value
        with Attempt(request, form, success="They have swapped their turns."):
            swap_in_rota(party.pk, one=one, other=other, **actor_and_time(request))
            latest = latest_round(party) if "from_moves" in request.POST else None
            if latest is None:
                return redirect("draw", party_id)
            return redirect("close_round" if latest.is_open else "moves", party_id, latest.number)
    return _show_seats(request, party, form)
