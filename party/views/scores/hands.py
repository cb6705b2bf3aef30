"""A round at a glance: every table with every hand, its points and who typed it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from party.models import Round
from party.models.scores.entries import TOTAL
from party.queries.evening.rounds import night
from party.queries.scores.desk import round_tables, sheets
from party.queries.scores.records import disagreements
from party.tables.scores import HAND_HEADINGS, hand_rows
from party.values.evening.live import LiveTable
from party.values.scores.tables import HandLine, sources_of
from party.views.access import organises, party_or_404
from party.views.downloads import download
from party.views.paging import hundred_of_tables


@require_GET
def show_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Show tables × hands of any round, each with a link to correct it."""
    party = party_or_404(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    tables = round_tables(party, round_)
    shown = hundred_of_tables(request, tables)
    lines = sheets(party, round_, [table.number for table in shown])
    hands = range(1, max((table.score.saved for table in tables), default=0) + 1)
    by_table = disagreements(party, number)
    context = {
        "party": party,
        "round": round_,
        "rows": [
            _row(table, lines.get(table.number, ()), hands)
            | {"disagreements": by_table.get(table.number, ())}
            for table in shown
        ],
        "shown": shown,
        "hands": hands,
        "some": bool(lines) or any(table.score.played for table in tables),
        "numbers": range(1, night(party).round_number + 1),
        "may_correct": party.finished_at is None
        and round_.state != Round.State.DRAWN
        and (round_.is_open or organises(request, party)),
    }
    return render(request, "scores/round.html", context)


def _row(table: LiveTable, lines: tuple[HandLine, ...], hands: range) -> dict[str, object]:
    by_hand = {line.hand: line for line in lines}
    return {
        "table": table,
        "cells": [by_hand.get(hand) for hand in hands],
        "whole": by_hand.get(TOTAL),
        "sources": sources_of(lines),
        "thrown_in": sum(line.hand is None for line in lines),
    }


@require_GET
def hands_file(request: HttpRequest, party_id: int, number: int, kind: str) -> HttpResponse:
    """Answer with every hand and total of a round as CSV or XLSX, one line each."""
    party = party_or_404(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    rows = hand_rows(number, round_tables(party, round_), sheets(party, round_))
    return download(f"hands of round {number}", kind, HAND_HEADINGS, rows, party)
