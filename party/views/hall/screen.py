"""The hall screen: opened by the party's code, without signing in while guests may see it."""

from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_GET

from party.models import Party
from party.queries.hall.screen import hall_screen, open_versions, versions
from party.values.hall.screen import Screen, Words
from party.values.numbers import clock, number_of
from party.views.access import wrong_address

CLOSED = "Nothing to show. Sign in on this laptop, or let guests look: Set-up, Guests."


@login_not_required
@require_GET
def hall(request: HttpRequest, code: str) -> HttpResponse:
    """Show the screen. It asks again with `v`, and gets an empty answer while nothing is new.

    Without script it loads itself anew, each time with the next sheet.
    """
    code, seen = code.lower(), request.GET.get("v", "")
    if seen and seen in open_versions(code):
        return _answer("", status=204)
    party = Party.objects.select_related("club").filter(code=code).first()
    if party is None or not (party.guests or _works_here(request, party)):
        words, status = wrong_address(request, CLOSED, 404)
        gone = Screen(title="Head Table", side="", sheets=(Words(words),))
        page = render_to_string("hall/screen.html", {"screen": gone, "number": 1})
        return _answer(page, status=status)
    shown = (party.hall_mode, party.hall_message)
    known = versions(party.revision, party.shared_revision, *shown)
    if seen in known:  # of who works there
        return _answer("", status=204)
    chosen = request.GET.get("mode", "")
    mode = chosen if chosen in Party.HallMode.values else party.hall_mode
    screen = hall_screen(party, mode, timezone.now())
    context = _context(request, party, screen) | {"v": known[0 if screen.counts else 1]}
    return _answer(render_to_string("hall/screen.html", context))


def _works_here(request: HttpRequest, party: Party) -> bool:
    """Return whether an organiser or a helper of the party asks."""
    if not request.user.is_authenticated:
        return False
    return Party.objects.for_user(request.user).filter(pk=party.pk).exists()


def _answer(content: str, status: int = 200) -> HttpResponse:
    return HttpResponse(content, status=status, headers={"Cache-Control": "no-store"})


def _context(request: HttpRequest, party: Party, screen: Screen) -> dict[str, object]:
    sheets = len(screen.sheets)
    number = min(max(number_of(request.GET.get("page"), sheets) or 1, 1), sheets)
    kept = {name: request.GET[name] for name in ("mode", "look") if name in request.GET}
    paused = "pause" in request.GET

    def at(page: int, *, pause: bool, **other: str) -> str:
        here = {**kept, **other, "page": page, **({"pause": 1} if pause else {})}
        return f"?{urlencode(here)}"

    now = timezone.localtime(timezone=ZoneInfo(party.club.time_zone))
    after, dark = number % sheets + 1, request.GET.get("look") == "dark"
    return {
        "party": party,
        "screen": screen,
        "time": clock(now),
        "minutes": now.hour * 60 + now.minute,
        "poll": f"?{urlencode(kept)}",
        "number": number,
        "dark": dark,
        "paused": paused,
        "refresh": at(number if paused else after, pause=paused),
        "before_url": at((number - 2) % sheets + 1, pause=True),
        "after_url": at(after, pause=True),
        "pause_url": at(number, pause=not paused),
        "look_url": at(number, pause=paused, look="light" if dark else "dark"),
    }
