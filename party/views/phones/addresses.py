from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from party.forms.phones import WRONG_KEY, AddressForm, TentForm
from party.models import Party
from party.process_state import PROCESS
from party.queries.phones.phones_page import last_poll_text, phones_page, table_numbers
from party.queries.phones.table import is_token
from party.services.phones import addresses
from party.values.phones.addresses import GONE, is_open_to_phones, short_address
from party.views.access import (
    actor_and_time,
    answer_to_wrong_address,
    or_404,
    organised_party,
    party_or_404,
)
from party.views.refusals import Attempt, NoteButton

NEW_ADDRESS = "The table has a new address: print its tent again. Undo works for a minute."
NEW_ADDRESSES = "All tables have new addresses: print the tents. For a minute you can undo this."
OLD_ADDRESS = "The old tent works again. If you printed a new one since, throw it away."
OLD_ADDRESSES = "The old tents work again. If you printed new ones since, throw them away."
THIS_LAPTOP = {"localhost", "127.0.0.1", "[::1]"}


def laptop_addresses(request: HttpRequest) -> list[str]:
    """Return the addresses of this laptop: phones most likely reach the first one."""
    name, _, port = request.get_host().rpartition(":")
    hosts = [host for host in settings.ALLOWED_HOSTS if is_open_to_phones(host)]
    if name in THIS_LAPTOP and hosts:
        return [f"http://{host}:{port}" for host in hosts]
    own_address = request.build_absolute_uri("/").rstrip("/")
    addresses = [f"http://{host}:{port}" for host in hosts if is_open_to_phones(name)]
    return list(dict.fromkeys([own_address, *addresses]))


def is_local_address(address: str) -> bool:
    return urlsplit(address).hostname in {"localhost", "127.0.0.1", "::1"}


def phone_address(request: HttpRequest, path: str) -> str:
    """Return an address that is not localhost, even if this browser has opened localhost."""
    return f"{laptop_addresses(request)[0]}{path}"


def qr_code(text: str) -> str:
    return segno.make(text, error="m").png_data_uri(scale=6, border=4)


@never_cache
@require_safe
def phones(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    return _show_phones(request, party, None)


def _show_phones(request: HttpRequest, party: Party, form: AddressForm | None) -> HttpResponse:
    page, at = phones_page(party, laptop_addresses(request)), timezone.now()
    address = page.address or page.choices[0]
    first = {"address": page.choices[0] if page.has_moved else page.address}
    context = {
        "party": party,
        "page": page,
        "form": form or AddressForm(initial=first, choices=page.choices),
        "tables": [(table, last_poll_text(table.seen_at, at)) for table in page.tables],
        "qr": qr_code(f"{address}{page.test_path}"),
        "short": short_address(address, page.test_path),
        "is_unreachable": is_local_address(page.choices[0]),
        "only_host": PROCESS.only_host,
        "port": urlsplit(address).port,
    }
    return render(request, "phones/phones.html", context)


@require_POST
def switch_phones(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    on, choices = request.POST.get("phones") == "on", laptop_addresses(request)
    text = "Phones are on." if on else "Phones are off. All tables write slips now."
    with Attempt(request, success=text) as attempt:
        if not on:
            fields = {"phones": "on", "address": party.hall_address}
            attempt.buttons.append(NoteButton("Undo", "phones off", request.path, fields))
        address = request.POST.get("address")
        address = address if address in choices else choices[0]
        addresses.switch_phones(party.pk, address, is_on=on, **actor_and_time(request))
    return redirect("phones", party.pk)


@require_POST
def choose_address(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    form = AddressForm(request.POST, choices=laptop_addresses(request))
    if not form.is_valid():
        return _show_phones(request, party, form)
    text = f"Phones now use {form.value} for this party."
    if table_numbers(party):
        text += " Print the tents with it."
    with Attempt(request, success=text):
        addresses.set_address(party.pk, address=form.value, **actor_and_time(request))
    return redirect("phones", party.pk)


@require_POST
def renew_addresses(request: HttpRequest, party_id: int, table: int | None = None) -> HttpResponse:
    party = organised_party(request, party_id)
    if table is not None:
        or_404(table in table_numbers(party) or None)
    actor_args = actor_and_time(request)
    if "undo" in request.POST:
        with Attempt(request, success=OLD_ADDRESS if table else OLD_ADDRESSES):
            addresses.undo_renewal(party.pk, table, **actor_args)
        return redirect("phones", party.pk)
    with Attempt(request, success=NEW_ADDRESS if table else NEW_ADDRESSES) as attempt:
        attempt.buttons.append(
            NoteButton("Undo", "the new address", request.path, {"undo": "yes"})
        )
        addresses.renew_addresses(party.pk, table, **actor_args)
    return redirect("phones", party.pk)


@require_POST
def answer_call(request: HttpRequest, party_id: int, table: int) -> HttpResponse:
    """Helpers may answer a call too."""
    party = party_or_404(request, party_id)
    with Attempt(request, success=f"Table {table}: you are on your way."):
        addresses.answer_call(party.pk, table, **actor_and_time(request))
    return redirect("live", party.pk)


@never_cache
@require_safe
def bar_call(request: HttpRequest, party_id: int) -> HttpResponse:
    """Answer 204 while the bar on the page is up to date."""
    party = party_or_404(request, party_id)
    if request.GET.get("v") == party.call_mark:
        return HttpResponse(status=204)
    return render(request, "phones/_bar_call.html", {"party": party})


@never_cache
@login_not_required
@csrf_exempt
def phone_test(request: HttpRequest, code: str) -> HttpResponse:
    party = Party.objects.filter(code=code.lower(), phones=True).first()
    if party is None:
        words, status = answer_to_wrong_address(request, GONE, 404)
        return render(request, "hall/gone.html", {"words": words}, status=status)
    form = TentForm(request.POST or None)
    if form.is_valid():
        table, key = form.value
        if is_token(party, table, key):
            return redirect("phone_table", party.code, table, key)
        form.add_error(None, answer_to_wrong_address(request, WRONG_KEY, 200)[0])
    return render(request, "phones/test.html", {"name": party.name, "form": form})
