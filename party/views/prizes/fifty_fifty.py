from collections.abc import Iterator

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from party.forms.plain_form import PlainForm
from party.forms.prizes.fifty_fifty import PriceForm, SaleForm
from party.models import Party
from party.queries.evening.rounds import people
from party.queries.prizes.fifty_fifty import fifty_fifties
from party.queries.prizes.winners import winners_to_choose
from party.services.prizes import fifty_fifty as verbs
from party.tables.prizes import TICKET_HEADINGS, ticket_rows
from party.values.numbers import counted
from party.values.people.money import typed_money
from party.values.prizes.fifty_fifty import FiftyFifty, number_range
from party.views.access import actor_and_time, can_organise, or_404, organised_party, party_or_404
from party.views.downloads import download
from party.views.refusals import Attempt


def begin_fifty_fifty(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    for fifty_fifty in fifty_fifties(party, {}).values():
        return _redirect_to_tickets(request, party, fifty_fifty)
    if not can_organise(request, party):
        raise PermissionDenied("An organiser must first say what a ticket costs.")
    form = PriceForm(request.POST or None, currency=party.currency)
    form.fields["price"].required = True
    if form.is_valid():
        with Attempt(request, form):
            row = verbs.set_ticket_price(
                party.pk, None, price=form.value, **actor_and_time(request)
            )
            return redirect("tickets", party_id, row.pk)
    return render(request, "prizes/begin_fifty_fifty.html", {"party": party, "form": form})


def _redirect_to_tickets(
    request: HttpRequest, party: Party, fifty_fifty: FiftyFifty
) -> HttpResponse:
    """Another desk has set the price: go to the tickets, and say so if the typed price differs."""
    if request.method == "POST":
        form = PriceForm(request.POST, currency=party.currency)
        if not form.is_valid() or form.value != fifty_fifty.price:
            typed = form["price"].value()
            text = f"The 50/50 has begun already. Check what a ticket costs. You typed: {typed}."
            messages.error(request, text)
    return redirect("tickets", party.pk, fifty_fifty.prize)


def sell_tickets(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    fifty_fifty = _fifty_fifty_or_404(party, prize_id)
    if request.method != "POST":
        return _show_tickets(request, party, fifty_fifty)
    buyers = winners_to_choose(party)
    form = SaleForm(request.POST, people=buyers, next_ticket=fifty_fifty.next_ticket)
    if form.is_valid_with_hidden_fields():
        submission, count, holder, first = form.value
        with Attempt(request, form):
            sale = verbs.sell_tickets(
                party.pk,
                fifty_fifty.prize,
                count,
                submission=submission,
                entrant_id=holder.id if holder else None,
                first=first,
                **actor_and_time(request),
            )
            numbers = number_range(sale.first, sale.last)
            words = f"{counted(sale.last - sale.first + 1, 'ticket')} sold: {numbers}"
            messages.success(request, f"{words}{f', to {sale.entrant}' if sale.entrant else ''}.")
            return redirect("tickets", party_id, prize_id)
    return _show_tickets(request, party, fifty_fifty, sale_form=form)


@require_POST
def set_ticket_price(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    fifty_fifty = _fifty_fifty_or_404(party, prize_id)
    form = PriceForm(request.POST, currency=party.currency)
    if form.is_valid():
        with Attempt(request, form):
            verbs.set_ticket_price(
                party.pk, fifty_fifty.prize, price=form.value, **actor_and_time(request)
            )
            return redirect("tickets", party_id, prize_id)
    return _show_tickets(request, party, fifty_fifty, price_form=form)


@require_POST
def take_back_tickets(
    request: HttpRequest, party_id: int, prize_id: int, sale_id: int
) -> HttpResponse:
    party = party_or_404(request, party_id)
    with Attempt(request, success="These tickets are taken back: give the money back."):
        verbs.take_back_tickets(party.pk, prize_id, sale_id, **actor_and_time(request))
    return redirect("tickets", party_id, prize_id)


@require_safe
def tickets_file(request: HttpRequest, party_id: int, prize_id: int, kind: str) -> HttpResponse:
    party = party_or_404(request, party_id)
    fifty_fifty = _fifty_fifty_or_404(party, prize_id)
    return download(
        f"tickets of {fifty_fifty.title}", kind, TICKET_HEADINGS, ticket_rows(fifty_fifty), party
    )


def _fifty_fifty_or_404(party: Party, prize_id: int) -> FiftyFifty:
    return or_404(fifty_fifties(party, people(party)).get(prize_id))


def _show_tickets(
    request: HttpRequest,
    party: Party,
    fifty_fifty: FiftyFifty,
    *,
    sale_form: SaleForm | None = None,
    price_form: PriceForm | None = None,
) -> HttpResponse:
    may_run = can_organise(request, party)
    is_open = party.prizes_confirmed_at is None and fifty_fifty.ticket is None
    may_sell = is_open and fifty_fifty.price is not None
    may_set_price = may_run and is_open and not fifty_fifty.sales
    sent_forms = [(sale_form, may_sell), (price_form, may_set_price)]
    shown_forms = [form for form, is_shown in sent_forms if form is not None and is_shown]
    hidden_forms = [form for form, is_shown in sent_forms if form is not None and not is_shown]
    initial = {"price": typed_money(fifty_fifty.price)}
    buyers = winners_to_choose(party)
    context = {
        "party": party,
        "fifty_fifty": fifty_fifty,
        "content": fifty_fifty.content_text(party.currency),
        "sale": sale_form or SaleForm(people=buyers, next_ticket=fifty_fifty.next_ticket),
        "price": price_form or PriceForm(initial=initial, currency=party.currency),
        "forms": shown_forms,
        "problems": [text for form in hidden_forms for text in _refusal_texts(form)],
        "people": buyers,
        "is_open": is_open,
        "may_sell": may_sell,
        "may_set_price": may_set_price,
        "may_run": may_run,
    }
    return render(request, "prizes/tickets.html", context)


def _refusal_texts(form: PlainForm) -> Iterator[str]:
    """Return the faults and the typed values of a form that the page no longer shows."""
    for faults in form.errors.values():
        yield from map(str, faults)
    typed = (f"{field.label} {field.value()}" for field in form.visible_fields() if field.value())
    yield f"Nothing was saved. You typed: {', '.join(typed)}."
