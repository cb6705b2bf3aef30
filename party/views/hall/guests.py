"""Guests open a party by its code. The pages read no session: a hall full of phones polls them."""

from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from party.forms.hall.guests import GuestsForm
from party.models import Party
from party.queries.hall.guests import GuestEvening, guest_evening, party_of_guests
from party.rosters import shortened
from party.services.hall.guests import set_guest_access
from party.services.phones.addresses import set_address
from party.values.numbers import clock
from party.values.phones.addresses import GONE
from party.views.access import actor_and_time, answer_to_wrong_address, organised_party
from party.views.hall.guest_cookie import forget_guest, remember_guest, remembered_guest
from party.views.hall.guest_json import VERSION, guest_json
from party.views.paging import page_of_rows
from party.views.phones.addresses import (
    is_local_address,
    laptop_addresses,
    phone_address,
    qr_code,
)
from party.views.refusals import Attempt
from party.views.standings.results import card_png

MOST_HITS = 12
NOT_ON_LIST = "This guest is no longer on tonight’s list."
View = Callable[..., HttpResponse]
Content = tuple[str, dict[str, Any]] | HttpResponse | None


def guest_page(fill: Callable[..., Content]) -> View:
    """Make a view of a function that returns a filled template, a response, or None (404).

    An open page polls with `v`, the version that it shows, and gets a 204 if nothing is new.
    """

    @login_not_required
    @never_cache
    @require_safe
    def page(request: HttpRequest, code: str, **kwargs: int) -> HttpResponse:
        party = party_of_guests(code)
        if party is None:
            return _no_page(*answer_to_wrong_address(request, GONE, 404))
        as_of = clock(timezone.now().astimezone(ZoneInfo(party.time_zone)))
        if request.GET.get("v") == str(party.version):
            return HttpResponse(status=204, headers={"X-As-Of": as_of})
        evening = guest_evening(party)
        filled = fill(request, party.code, evening, **kwargs)
        if filled is None:
            return _no_page(NOT_ON_LIST, 404, party.code)
        if isinstance(filled, HttpResponse):
            return filled
        template, context = filled
        shared = {"evening": evening, "code": party.code, "as_of": as_of, "path": request.path}
        return HttpResponse(render_to_string(template, shared | context))

    return page


def _no_page(words: str, status: int, code: str = "") -> HttpResponse:
    content = render_to_string("hall/gone.html", {"words": words, "code": code})
    return HttpResponse(content, status=status)


@guest_page
def find(request: HttpRequest, code: str, evening: GuestEvening) -> Content:
    """Look for people by `who`; without it, open the page of the guest whose phone this is.

    The first guest found on a phone is remembered, until somebody presses "Not me" (`forget`).
    """
    if code not in request.path:  # typed in capitals, but the cookie’s path is in small letters
        return redirect(f"{reverse('guest', args=[code])}?{request.GET.urlencode()}")
    if "forget" in request.GET:
        response = redirect("guest", code)
        forget_guest(response, code)
        return response
    remembered = remembered_guest(request, code, evening)
    if "who" not in request.GET and remembered and remembered.unchanged_person:
        return redirect("guest_seat", code, remembered.unchanged_person.number)
    typed = request.GET.get("who", "")
    hits = evening.find(typed)
    if len(hits) == 1:
        response = redirect("guest_seat", code, hits[0].number)
        if not (remembered and remembered.unchanged_person):
            remember_guest(response, code, hits[0], evening)
        return response
    return "hall/find.html", {
        "typed": shortened(typed),
        "hits": [(person, evening.chairs.get(person.number)) for person in hits[:MOST_HITS]],
        "more": len(hits) - MOST_HITS,
        "remembered": remembered,
    }


@guest_page
def my_seat(request: HttpRequest, code: str, evening: GuestEvening, number: int) -> Content:
    my_page = evening.my_seat(number)
    if my_page is None:
        return None
    if "me" in request.GET:
        response = redirect("guest_seat", code, number)
        remember_guest(response, code, my_page.person, evening)
        return response
    remembered = remembered_guest(request, code, evening)
    person = remembered and remembered.unchanged_person
    return "hall/my_seat.html", {"my_page": my_page, "remembered_person": person}


@guest_page
def card_picture(_request: HttpRequest, code: str, evening: GuestEvening, number: int) -> Content:
    """Before the winners are revealed, redirect to the guest's page."""
    card = evening.cards.get(number)
    if not (evening.is_revealed and card):
        return redirect("guest_seat", code, number)
    png = card_png(card, evening.heading, evening.people.values())
    return HttpResponse(png, content_type="image/png")


@guest_page
def standings(request: HttpRequest, _code: str, evening: GuestEvening) -> Content:
    lines = evening.standings.lines if evening.standings else ()
    return "hall/standings.html", {"lines": page_of_rows(request, lines)}


@login_not_required
@require_safe
def as_json(request: HttpRequest, code: str) -> HttpResponse:
    """Any site may read this answer."""
    party = party_of_guests(code)
    if party is None:
        words, status = answer_to_wrong_address(request, GONE, 404)
        response: HttpResponse = JsonResponse({"version": VERSION, "error": words}, status=status)
    else:
        tag = f'"{VERSION}.{party.version}"'
        response = get_conditional_response(request, etag=tag) or JsonResponse(
            guest_json(guest_evening(party)), headers={"ETag": tag}
        )
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


def settings(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    names = ("guests", "guest_names", "guest_standings", "reveal", "phone_ranking")
    initial = {name: getattr(party, name) for name in names}
    initial["address_left_out"] = party.address_left_out.split()
    if "take" in request.POST:
        with Attempt(request, success="Print the papers with the guests’ address again."):
            set_address(party.pk, laptop_addresses(request)[0], **actor_and_time(request))
        return redirect("guests", party.pk)
    form = GuestsForm(request.POST or None, initial=initial)
    if form.is_valid():
        on, shown_names, standing_lines, reveal, phone_ranking, left_out = form.value
        text = "Guests may look now." if on else "Guests see nothing now."
        with Attempt(request, form, success=text):
            set_guest_access(
                party.pk,
                is_open=on,
                names=shown_names,
                standings=standing_lines,
                reveal=reveal,
                phone_ranking=phone_ranking,
                address_left_out=left_out,
                address=laptop_addresses(request)[0],
                **actor_and_time(request),
            )
            return redirect("guests", party.pk)
    link = guest_address(request, party)
    context = {"party": party, "form": form, "link": link, "qr": qr_code(link)}
    context["has_moved"] = _is_printed_address_old(request, party)
    return render(request, "hall/guests.html", context)


def _is_printed_address_old(request: HttpRequest, party: Party) -> bool:
    choices = laptop_addresses(request)
    may_be_on_paper = party.guests and party.hall_address and not is_local_address(choices[0])
    return bool(may_be_on_paper and party.hall_address not in choices)


def guest_address(request: HttpRequest, party: Party) -> str:
    """Return an address on the host that the phones of tables use too."""
    path = reverse("guest", args=[party.code])
    if party.phones and party.hall_address:
        return f"{party.hall_address}{path}"
    return phone_address(request, path)
