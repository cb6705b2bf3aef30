"""The hall screen, at an address with the party's code; while guests may look, anybody sees it."""

from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_safe

from party.models import Party
from party.queries.hall.screen import hall_screen, open_versions, versions
from party.values.hall.screen import Screen, Words
from party.values.numbers import clock, number_of
from party.values.phones.addresses import short_address
from party.views.access import answer_to_wrong_address
from party.views.hall.guests import guest_address
from party.views.phones.addresses import qr_code

CLOSED = "Nothing to show. Sign in on this laptop, or let guests look: Set-up, Guests."


@login_not_required
@require_safe
def hall(request: HttpRequest, code: str) -> HttpResponse:
    """The page polls with `v`, the version that it shows, and gets a 204 if nothing is new.

    A browser without scripts reloads the page, each time at the next sheet.
    """
    code, shown_version = code.lower(), request.GET.get("v", "")
    own_number = request.GET.get("screen", "")
    if shown_version and shown_version in open_versions(code, own_number):
        return _uncached_response("", status=204)
    party = Party.objects.select_related("club").filter(code=code).first()
    if party is None or not (party.guests or _is_member(request, party)):
        words, status = answer_to_wrong_address(request, CLOSED, 404)
        closed = Screen(title="Head Table", note="", sheets=(Words(words),))
        page = render_to_string("hall/screen.html", {"screen": closed, "number": 1})
        return _uncached_response(page, status=status)
    chosen = request.GET.get("mode", "")
    mode = chosen if chosen in Party.HallMode.values else party.hall_mode
    current = versions(party, own_number)
    if shown_version in current:  # not open to guests, so only people of the club get here
        return _uncached_response("", status=204)
    screen = hall_screen(party, mode, timezone.now(), own_number)
    context = _screen_context(request, party, screen) | {
        "v": current[0 if screen.changes_with_hands else 1]
    }
    return _uncached_response(render_to_string("hall/screen.html", context))


def _is_member(request: HttpRequest, party: Party) -> bool:
    if not request.user.is_authenticated:
        return False
    return Party.objects.for_user(request.user).filter(pk=party.pk).exists()


def _uncached_response(content: str, status: int = 200) -> HttpResponse:
    return HttpResponse(content, status=status, headers={"Cache-Control": "no-store"})


def _screen_context(request: HttpRequest, party: Party, screen: Screen) -> dict[str, object]:
    sheets = len(screen.sheets)
    number = min(max(number_of(request.GET.get("page"), sheets) or 1, 1), sheets)
    query = {name: request.GET[name] for name in ("mode", "look") if name in request.GET}
    is_paused = "pause" in request.GET

    def address(page: int, *, pause: bool, **changes: str) -> str:
        pause_query = {"pause": 1} if pause else {}
        return f"?{urlencode({**query, **changes, 'page': page, **pause_query})}"

    local_time = timezone.localtime(timezone=ZoneInfo(party.club.time_zone))
    next_number, is_dark = number % sheets + 1, request.GET.get("look") == "dark"
    link = guest_address(request, party) if screen.shows_address else ""
    return {
        "party": party,
        "screen": screen,
        "time": clock(local_time),
        "minutes": local_time.hour * 60 + local_time.minute,
        "poll": f"?{urlencode(query)}",
        "number": number,
        "is_dark": is_dark,
        "is_paused": is_paused,
        "refresh": address(number if is_paused else next_number, pause=is_paused),
        "before_url": address((number - 2) % sheets + 1, pause=True),
        "after_url": address(next_number, pause=True),
        "pause_url": address(number, pause=not is_paused),
        "guest_link": link and {"qr": qr_code(link), "short": short_address(link, "")},
        "look_url": address(number, pause=is_paused, look="light" if is_dark else "dark"),
    }
