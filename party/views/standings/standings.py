from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from party.models import Party
from party.queries.standings.earlier_ranks import ranks_before
from party.queries.standings.series import series_with
from party.queries.standings.standings import standings
from party.queries.standings.tally import tally_with_full_names
from party.tables.standings.standings import StandingsTable
from party.values.standings.tally import TallyBook
from party.views.access import party_or_404, signed_in_user
from party.views.downloads import download_table
from party.views.paging import configure_table

ROWS_A_PAGE = 50
LOW = "low"


@require_safe
def standings_page(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    book = tally_with_full_names(party)
    now = book.standings
    table, show = standings_table(
        party, book, request.GET.get("show", ""), ranks_before(party, now)
    )
    configure_table(request, table, ROWS_A_PAGE)
    page = {
        "party": party,
        "now": now,
        "table": table,
        "show": show,
        "series": series_with(party, signed_in_user(request)) if party.finished_at else (),
    }
    return render(request, "standings/standings_page.html", page)


@require_safe
def standings_file(request: HttpRequest, party_id: int, kind: str) -> HttpResponse:
    party = party_or_404(request, party_id)
    book = TallyBook(standings=standings(party))
    table, _ = standings_table(party, book, request.GET.get("show", ""), {})
    return download_table("standings", kind, table, party)


def standings_table(
    party: Party, book: TallyBook, show: str, before: Mapping[int, int]
) -> tuple[StandingsTable, str]:
    """Return a list and its name: "low", a prize group, or "" for everybody.

    Only the list of everybody shows the moves since the ranks `before`.
    """
    now = book.standings
    if show == LOW:
        lines, caption = now.low, "From the low end"
    elif show in now.groups:
        lines, caption = now.groups[show], f"Prize group {show}"
    else:
        lines, caption, show = now.lines, "Everybody", ""
    if show:
        before = {}
    shown_columns = {"won": now.has_known_wins, "moved": bool(before)}
    table = StandingsTable(
        lines,
        book=book,
        party=party.pk,
        caption=caption,
        earlier_ranks=before,
        exclude=[name for name, is_shown in shown_columns.items() if not is_shown],
    )
    if now.has_known_wins and party.format.round_credit != "both":
        table.columns.hide("won")
    return table, show
