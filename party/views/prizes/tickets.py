"""The tickets of a 50/50: what they cost, who bought which, what is in the pot."""

from collections.abc import Iterator

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from party.forms.people.person_search import offers
from party.forms.plain_form import PlainForm
from party.forms.prizes.tickets import PriceForm, SaleForm
from party.models import Party
from party.queries.evening.rounds import people
from party.queries.prizes.tickets import pots
from party.queries.prizes.winners import winners_to_choose
from party.services.prizes import tickets as verbs
from party.tables.prizes import TICKET_HEADINGS, ticket_rows
from party.values.numbers import counted
from party.values.people.money import typed_money
from party.values.prizes.tickets import Pot, number_range
from party.views.access import done_by, or_404, organised_party, organises, party_or_404
from party.views.downloads import download
from party.views.refusals import Attempt


def begin(request: HttpRequest, party_id: int) -> HttpResponse:
    """Go on to the tickets of the first 50/50; where there is none, begin one with its price."""
    party = party_or_404(request, party_id)
    for pot in pots(party, {}).values():
        return _begun(request, party, pot)
    if not organises(request, party):
        raise PermissionDenied("An organiser says first what a ticket costs.")
    form = PriceForm(request.POST or None, currency=party.currency)
    form.fields["price"].required = True
    if form.is_valid():
        with Attempt(request, form):
            row = verbs.set_ticket_price(party.pk, None, price=form.value, **done_by(request))
            return redirect("tickets", party_id, row.pk)
    return render(request, "prizes/begin_tickets.html", {"party": party, "form": form})


def _begun(request: HttpRequest, party: Party, pot: Pot) -> HttpResponse:
    """Go to what was begun; another price that was typed meanwhile is not passed over."""
    if request.method == "POST":
        form = PriceForm(request.POST, currency=party.currency)
        if not form.is_valid() or form.value != pot.price:
            typed = form["price"].value()
            text = f"The 50/50 has begun already, look what a ticket costs. You typed: {typed}."
            messages.error(request, text)
    return redirect("tickets", party.pk, pot.prize)


def tickets(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    """Show what is sold, and sell."""
    party = party_or_404(request, party_id)
    pot = _pot_or_404(party, prize_id)
    if request.method != "POST":
        return _show(request, party, pot)
    buyers = winners_to_choose(party)
    form = SaleForm(request.POST, people=buyers, next_ticket=pot.next_ticket)
    if form.is_whole():
        new, count, holder, first = form.value
        who, buyer = done_by(request), holder.id if holder else None
        with Attempt(request, form):
            sale = verbs.sell_tickets(
                party.pk,
                pot.prize,
                count,
                submission=new,
                entrant_id=buyer,
                first=first,
                **who,
            )
            numbers = number_range(sale.first, sale.last)
            words = f"{counted(sale.last - sale.first + 1, 'ticket')} sold: {numbers}"
            messages.success(request, f"{words}{f', to {sale.entrant}' if sale.entrant else ''}.")
            return redirect("tickets", party_id, prize_id)
    return _show(request, party, pot, sale=form)


@require_POST
def price(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    """Say what a ticket costs, as long as none is sold."""
    party = organised_party(request, party_id)
    pot = _pot_or_404(party, prize_id)
    form = PriceForm(request.POST, currency=party.currency)
    if form.is_valid():
        with Attempt(request, form):
            verbs.set_ticket_price(party.pk, pot.prize, price=form.value, **done_by(request))
            return redirect("tickets", party_id, prize_id)
    return _show(request, party, pot, price=form)


@require_POST
def take_back(request: HttpRequest, party_id: int, prize_id: int, sale_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    with Attempt(request, done="These tickets are taken back: give the money back."):
        verbs.take_back_tickets(party.pk, prize_id, sale_id, **done_by(request))
    return redirect("tickets", party_id, prize_id)


@require_GET
def tickets_file(request: HttpRequest, party_id: int, prize_id: int, kind: str) -> HttpResponse:
    """Answer with the sales as CSV or XLSX."""
    party = party_or_404(request, party_id)
    pot = _pot_or_404(party, prize_id)
    return download(f"tickets of {pot.title}", kind, TICKET_HEADINGS, ticket_rows(pot), party)


def _pot_or_404(party: Party, prize_id: int) -> Pot:
    return or_404(pots(party, people(party)).get(prize_id))


def _show(
    request: HttpRequest,
    party: Party,
    pot: Pot,
    *,
    sale: SaleForm | None = None,
    price: PriceForm | None = None,
) -> HttpResponse:
    may_run = organises(request, party)
    is_open = party.prizes_confirmed_at is None and pot.ticket is None
    selling = is_open and pot.price is not None
    pricing = may_run and is_open and not pot.sales
    sent = [(sale, selling), (price, pricing)]
    shown = [form for form, is_shown in sent if form is not None and is_shown]
    gone = [form for form, is_shown in sent if form is not None and not is_shown]
    initial = {"price": typed_money(pot.price)}
    buyers = winners_to_choose(party)
    context = {
        "party": party,
        "pot": pot,
        "content": pot.content_text(party.currency),
        "sale": sale or SaleForm(people=buyers, next_ticket=pot.next_ticket),
        "price": price or PriceForm(initial=initial, currency=party.currency),
        "forms": shown,
        "problems": [text for form in gone for text in _given_back(form)],
        "people": offers(buyers),
        "open": is_open,
        "selling": selling,
        "pricing": pricing,
        "may_run": may_run,
    }
    return render(request, "prizes/tickets.html", context)


def _given_back(form: PlainForm) -> Iterator[str]:
    """Yield why a form that is not on the page any more was refused, and what was typed."""
    for faults in form.errors.values():
        yield from map(str, faults)
    typed = (f"{field.label} {field.value()}" for field in form.visible_fields() if field.value())
    yield f"Nothing was stored. You typed: {', '.join(typed)}."
