from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from party.forms.people.cash_box import BoxCountForm, BoxFloatForm, OtherMoneyForm
from party.forms.plain_form import PlainForm
from party.models import Party
from party.queries.people.cash_box import cash_box
from party.queries.prizes.fifty_fifty import has_fifty_fifty
from party.services.people import cash_box as verbs
from party.values.numbers import number_of
from party.values.people.cash_box import CashBox, MoneyKind, OtherMoney
from party.values.people.fees import Payer, figure
from party.views.access import actor_and_time, can_organise, party_or_404
from party.views.log import undo_buttons
from party.views.refusals import Attempt

ROWS_A_PAGE, LONG = 40, 50  # people on a page, people on a long list
OWING, EVERYBODY = "owing", "all"


def money(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    refused_forms = _save_pressed_form(request, party) if request.method == "POST" else None
    if request.method == "POST" and refused_forms is None:
        return redirect("money", party.pk)
    box = cash_box(party)
    kind, people = _shown_people(request, box)
    forms = _money_forms(box) | (refused_forms or {})
    context = {
        "party": party,
        "box": box,
        **{f"{name}_form": form for name, form in forms.items()},
        "forms": [*forms.values()],
        "kind": kind,
        "people": people,
        "pages": _page_links(people.paginator),
        "owing": [payer for payer in box.accounts.lines if payer.unpaid],
        "paid": sum(bool(payer.paid) for payer in box.accounts.lines),
        "tickets": can_organise(request, party) or has_fifty_fifty(party),
    }
    return render(request, "people/money.html", context)


def _money_forms(box: CashBox) -> dict[str, PlainForm]:
    counted = "" if box.counted is None else figure(box.counted)
    return {
        "count": BoxCountForm(initial={"cents": counted}, prefix="count"),
        "float": BoxFloatForm(initial={"cents": figure(box.float_cents)}, prefix="float"),
        "other": OtherMoneyForm(prefix="other"),
    }


def _save_pressed_form(request: HttpRequest, party: Party) -> dict[str, PlainForm] | None:
    """Save the form whose button was pressed. If it is refused, return it by its name."""
    count = BoxCountForm(request.POST, prefix="count")
    float_ = BoxFloatForm(request.POST, prefix="float")
    other = OtherMoneyForm(request.POST, prefix="other")
    forms: dict[str, PlainForm] = {"count": count, "float": float_, "other": other}
    button, actor_args = request.POST.get("save", ""), actor_and_time(request)
    form = forms.get(button)
    if form is not None and not form.is_valid():
        return {button: form}
    success = "Saved." if form else "Removed."
    with Attempt(request, form, success=success) as attempt:
        if form is count:
            line = verbs.count_box(party.pk, count.value, **actor_args)
        elif form is float_:
            line = verbs.set_cash_float(party.pk, float_.value, **actor_args)
        elif form is other:
            kind, word, cents, how, submission = other.value
            money_typed = OtherMoney(MoneyKind(kind), cents, word, how)
            line = verbs.add_money_line(party.pk, money_typed, submission=submission, **actor_args)
        else:
            number = number_of(request.POST.get("remove")) or 0
            line = verbs.remove_money_line(party.pk, number, **actor_args)
        back = reverse("money", args=[party.pk])
        attempt.buttons += undo_buttons(party, line, about="the money", back=back)
    return {button: form} if form is not None and not attempt.succeeded else None


def _shown_people(request: HttpRequest, box: CashBox) -> "tuple[str, Page[Payer]]":
    """Of a long list, the page first shows only the people who owe."""
    everybody = box.accounts.lines
    owing = [payer for payer in everybody if payer.unpaid]
    is_long = len(everybody) >= LONG
    kind = request.GET.get("show") or (OWING if is_long and owing else EVERYBODY)
    people = owing if kind == OWING else everybody
    per_page = ROWS_A_PAGE if is_long else LONG
    return kind, Paginator(people, per_page).get_page(request.GET.get("page"))


def _page_links(paginator: "Paginator[Payer]") -> list[tuple[int, str]]:
    """Return the number of each page, with the first and the last family name on it."""
    if paginator.num_pages == 1:
        return []
    return [
        (page.number, f"{_family_name(page[0])} – {_family_name(page[len(page) - 1])}")
        for page in map(paginator.page, paginator.page_range)
    ]


def _family_name(payer: Payer) -> str:
    return payer.list_name.partition(",")[0]
