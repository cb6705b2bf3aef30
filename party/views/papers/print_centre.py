"""The print centre: what there is to print, what was printed, and each piece as a PDF."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from party.models import Party, Printout, Round
from party.pdf.kit.fonts import names_to_check
from party.pdf.seats.cards import sheets_of_cards
from party.queries.evening.rounds import latest_round, night_after
from party.queries.papers import last_printouts, words_on_paper
from party.values.evening.live import Stage
from party.values.formats import clock
from party.values.numbers import number_of
from party.values.papers import Changes, Marks, Moment, can_print_some, compare, only
from party.values.prints import Look
from party.views.access import party_or_404
from party.views.papers.catalogue import KITS
from party.views.papers.paper_request import Asked, asked_for, look_asked, query_of
from party.views.papers.ready_cut import KEPT, NOT_MOVED, in_words, moved

# What is wanted at each stage, in the order in which one prints it.
FIRST_ROUND = ("cards", "seats", "slips", "tables")
NEXT_ROUND = ("script", "seats", "slips", "tables")
LAST = ("standings", "prizes", "certificates")
BEGINNING = {Stage.SEATED, Stage.PLAYING, Stage.BELL, Stage.CHECKING}
ENDING = {Stage.OVER, Stage.FINISHED}


@dataclass(frozen=True, kw_only=True)
class Line:
    """One paper on the page; `changes` since it was `printed`, at that time of day."""

    asked: Asked
    ready: bool
    sheets: int = 0
    printed: str = ""
    printout: int = 0
    changes: Changes | None = None
    some: int = 0  # so many pieces can be printed again without the others

    @property
    def wanted(self) -> bool:
        """Tell whether it has still to be printed, as far as anybody knows."""
        return self.ready and (not self.printed or bool(self.changes))


# Back from a PDF the browser must ask anew what is printed, and not show the page as it was.
@never_cache
@require_GET
def prints(request: HttpRequest, party_id: int) -> HttpResponse:
    """List what can be printed and what has changed since it was.

    The page asks again with `v`, the revision it shows.
    """
    party = party_or_404(request, party_id)
    if request.GET.get("v") == str(party.revision):
        return HttpResponse(status=204)
    latest = latest_round(party)
    rounds = range(1, latest.number + 1) if latest else ()
    number = number_of(request.GET.get("round")) or 0
    shown = party.rounds.get(number=number) if number in rounds else latest
    look = look_asked(request.GET, party.paper)
    printed = last_printouts(party, look)
    lines, blanks = (
        list(_lines(party, latest, shown, replace(look, blank=blank), printed))
        for blank in (False, True)
    )
    page = {
        "party": party,
        "look": look,
        "round": shown,
        "rounds": rounds,
        "papers": Party.Paper.choices,
        "ready_cut": in_words(*request.session.get(KEPT, NOT_MOVED)),
        "query": query_of(look, shown.number if shown else None),
        "moments": [
            (moment, [line for line in lines if line.asked.kit.moment == moment])
            for moment in Moment
        ],
        "blanks": blanks,
        "next": _next(party, latest, lines) if shown == latest else None,
        "to_check": names_to_check(words_on_paper(party)),
    }
    return render(request, "papers/prints.html", page)


def _lines(
    party: Party,
    latest: Round | None,
    shown: Round | None,
    look: Look,
    printed: Mapping[tuple[str, int | None, bool], Printout],
) -> Iterator[Line]:
    now = timezone.now()
    for name, kit in KITS.items():
        if kit.blank or not look.blank:
            asked = Asked(party, name, look, shown if kit.by_round else latest)
            yield _line(asked, printed.get(asked.key), now)


def _line(asked: Asked, last: Printout | None, now: datetime) -> Line:
    """Read the sheet only where something is to be said of it."""
    if not asked.ready:
        return Line(asked=asked, ready=False)
    if last is None and asked.name != "cards":
        return Line(asked=asked, ready=True)
    sheet = asked.sheet()
    sheets = sheets_of_cards(sheet, asked.look) if asked.name == "cards" else 0
    if last is None:
        return Line(asked=asked, ready=True, sheets=sheets)
    changes = compare(Marks.read(last.marks), sheet)
    some = len(changes.changed) if can_print_some(sheet) and not changes.frame else 0
    return Line(
        asked=asked,
        ready=True,
        sheets=sheets,
        printed=_when(asked.party, last.at, now),
        printout=last.pk,
        changes=changes,
        some=some,
    )


def _when(party: Party, at: datetime, now: datetime) -> str:
    """Write a time of today as "6:41 p.m.", an earlier one with its day."""
    zone = ZoneInfo(party.club.time_zone)
    at, now = at.astimezone(zone), now.astimezone(zone)
    return clock(at) if at.date() == now.date() else f"{at.day} {at:%b}, {clock(at)}"


def _next(party: Party, latest: Round | None, lines: list[Line]) -> Line | None:
    """Return what to print next tonight, if anything waits."""
    stage = night_after(party, latest).stage
    wanted: tuple[str, ...] = ()
    if stage in BEGINNING:
        wanted = NEXT_ROUND if latest and latest.number > 1 else FIRST_ROUND
    elif stage in ENDING:
        wanted = LAST
    elif party.cards == Party.Cards.BLIND:
        wanted = ("cards",)
    waiting = {line.asked.name: line for line in lines if line.wanted}
    if party.table_capture == Party.Capture.CARDS:
        waiting.pop("slips", None)
    return next((waiting[name] for name in wanted if name in waiting), None)


@require_GET
def print_pdf(request: HttpRequest, party_id: int, kit: str) -> HttpResponse:
    """Answer with one piece as a PDF. With `printout`, of what was printed then."""
    party = party_or_404(request, party_id)
    asked = asked_for(party, kit, request.GET)
    if not asked.ready:
        return not_ready(request, asked)
    sheet = asked.sheet()
    if printout := request.GET.get("printout"):
        row = get_object_or_404(party.printouts, pk=number_of(printout), kit=kit)
        sheet = sheet if row.only is None else only(sheet, row.only)
    response = HttpResponse(
        asked.kit.draw(sheet, moved(request, asked.look)), content_type="application/pdf"
    )
    response["Content-Disposition"] = f'inline; filename="{kit}.pdf"'
    return response


def not_ready(request: HttpRequest, asked: Asked) -> HttpResponse:
    page = {"party": asked.party, "kit": asked.kit, "why": asked.why_not}
    return render(request, "papers/not_ready.html", page, status=409)
