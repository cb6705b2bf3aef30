"""A round at a glance: every table with every hand, its points and who typed it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from party.models import Round
from party.queries.entries import round_tables, sheets
from party.queries.rounds import night
from party.views.access import organises, party_or_404, signed_in


@require_GET
def show_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Show tables × hands of any round, each with a link to correct it."""
    party = party_or_404(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    lines = sheets(party, round_)
    rows = [(table, lines.get(table.number, ())) for table in round_tables(party, round_)]
    now = night(party)
    context = {
        "party": party,
        "round": round_,
        "night": now,
        "rows": rows,
        "some": bool(lines),
        "numbers": range(1, now.round_number + 1),
        "may_correct": party.finished_at is None
        and round_.state != Round.State.DRAWN
        and (round_.is_open or organises(signed_in(request), party)),
    }
    return render(request, "scores/round.html", context)
