from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from party.forms.people.door import WalkInForm, read_search
from party.forms.people.fees import PaymentForm
from party.forms.people.same_person import SamePersonForm
from party.models import Party, Round
from party.queries.evening.rounds import latest_round
from party.queries.people.door import door_page, fee_accounts
from party.queries.seats.draw import turnout_question
from party.services.people import arrivals, players
from party.services.people import door as checkin
from party.values.numbers import number_of
from party.values.people.fees import LATER, PAYMENT_METHODS, Payer, Payment
from party.values.people.money import money
from party.values.people.words import CAN_TAKE_HOUSE_CHAIR
from party.views.access import actor_and_time, can_organise, or_404, party_or_404
from party.views.log import undo_buttons
from party.views.people.name_lists import ask_who, show_questions
from party.views.refusals import Attempt, report_success

ROWS_A_PAGE = 40


def door(request: HttpRequest, party_id: int) -> HttpResponse:
    """A button beside a name lets that person in."""
    party = party_or_404(request, party_id)
    if request.method == "POST":
        return _let_in(request, party)
    return _show_door(request, party)


def _show_door(
    request: HttpRequest, party: Party, walk_in: WalkInForm | None = None
) -> HttpResponse:
    may_run = can_organise(request, party)
    page = door_page(party, read_search(request.GET or request.POST), may_run=may_run)
    walk_in = walk_in or WalkInForm(
        fee=party.fee, currency=party.currency, initial={"name": page.new_name}
    )
    context = {
        "party": party,
        "page": page,
        "people": Paginator(page.payers, ROWS_A_PAGE).get_page(request.GET.get("page")),
        # Enter finds one person, and Enter again lets them in. While somebody types (the request
        # comes from htmx), the focus stays in the search.
        "has_focus": page.has_one_match and "HX-Request" not in request.headers,
        "ways": {**PAYMENT_METHODS, "other": "Other", LATER: "Later"}.items(),
        "pays_later": page.search.how == LATER,
        "form": walk_in,
    }
    return render(request, "people/door.html", context)


def _let_in(request: HttpRequest, party: Party) -> HttpResponse:
    """Check the person in; the button `pay` also takes the fee."""
    data = request.POST
    takes_fee = "pay" in data
    payer = _payer_or_404(party, number_of(data.get("pay") or data.get("here")) or 0)
    how = data.get("how", "cash")
    was = number_of(data.get(f"was-{payer.id}")) or 0
    payment = Payment(payer.fee_due, how, was) if takes_fee else None
    text = str(payer) if payer.has_attended else f"{payer} is here"
    if takes_fee:
        text += f", paid {money(payer.fee_due, party.currency)}"
    shown = {"show": data.get("show", ""), "how": how, "page": data.get("page", "")}
    query = urlencode({name: value for name, value in shown.items() if value})
    back = f"{reverse('checkin', args=[party.pk])}?{query}"
    if data.get("back") == "money":
        back = reverse("money", args=[party.pk])
    with Attempt(request, success=f"{text}.") as attempt:
        if payment and payer.has_attended:
            line = checkin.take_money(party.pk, payer.id, payment, **actor_and_time(request))
        else:
            line = checkin.check_in(party.pk, payer.id, payment=payment, **actor_and_time(request))
        attempt.buttons += undo_buttons(party, line, about=text, back=back)
    if attempt.succeeded and not payer.has_attended:
        offer_house_chair(request, party)
    return redirect(back)


def offer_house_chair(request: HttpRequest, party: Party) -> None:
    """Say which house player goes home if a newcomer takes the chair."""
    latest = latest_round(party)
    if latest is None or not (party.tracks_seats and can_organise(request, party)):
        return
    number = latest.number if latest.state == Round.State.DRAWN else latest.number + 1
    for newcomer, house in turnout_question(party, latest).exchanges:
        text = CAN_TAKE_HOUSE_CHAIR.format(newcomer=newcomer, house=house, round=number)
        messages.info(request, text)


def _payer_or_404(party: Party, entrant_id: int) -> Payer:
    return or_404(next(iter(fee_accounts(party, entrant_id).payers), None))


@require_POST
def walk_in(request: HttpRequest, party_id: int) -> HttpResponse:
    """Add somebody at the door. If the name is known, first ask who it is."""
    party = party_or_404(request, party_id)
    form = WalkInForm(request.POST, fee=party.fee, currency=party.currency)
    if not form.is_valid():
        return _show_door(request, party, form)
    answers = ask_who(request, party, [form.line], if_listed="look for them on the list")
    if not answers.is_valid():
        back = reverse("checkin", args=[party.pk])
        return show_questions(request, party, answers, kept=form, button="Let in", back=back)
    return _add_walk_in(request, party, form, answers)


def _add_walk_in(
    request: HttpRequest, party: Party, form: WalkInForm, answers: SamePersonForm
) -> HttpResponse:
    people = answers.newcomers()
    door = reverse("checkin", args=[party.pk])
    if not people:
        return redirect(f"{door}?{urlencode({'q': answers.similar_names[0]})}")
    with Attempt(request, form):
        added, line = players.add_walk_in(
            party.pk, people[0], payment=form.payment, **actor_and_time(request)
        )
        text_if_late = " They get a seat from the next round." if latest_round(party) else ""
        buttons = undo_buttons(party, line, about=f"{added} is on the list", back=door)
        report_success(request, f"{added} is on the list and here.{text_if_late}", *buttons)
        offer_house_chair(request, party)
        how = read_search(request.POST).how
        return redirect(f"{door}?{urlencode({'how': how})}")
    return _show_door(request, party, form)


def person(request: HttpRequest, party_id: int, entrant_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    payer = _payer_or_404(party, entrant_id)
    may_run = can_organise(request, party)
    form = PaymentForm(
        request.POST or None, payer=payer, currency=party.currency, can_exempt=may_run
    )
    if form.is_valid():
        back = reverse("checkin", args=[party.pk])
        with Attempt(request, form, success=f"Saved: {payer}.") as attempt:
            line = checkin.take_money(party.pk, payer.id, form.payment, **actor_and_time(request))
            about = f"{payer} paid {money(form.payment.paid, party.currency)}"
            attempt.buttons += undo_buttons(party, line, about=about, back=back)
            if "owes" in form.fields:
                checkin.set_owed(party.pk, payer.id, form.owed, **actor_and_time(request))
            return redirect(back)
    context = {
        "party": party,
        "person": payer,
        "form": form,
        "drawn": latest_round(party) is not None,
    }
    return render(request, "people/door_person.html", context)


@require_POST
def not_here(request: HttpRequest, party_id: int, entrant_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    payer = _payer_or_404(party, entrant_id)
    with Attempt(request, success=f"{payer} is not here yet."):
        arrivals.set_attendance(party.pk, [payer.id], here=False, **actor_and_time(request))
    return redirect("checkin", party.pk)
