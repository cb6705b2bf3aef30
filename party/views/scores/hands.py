"""A round at a glance: every table with every hand, its points and who typed it."""

from collections.abc import Iterator, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from party.engine import PAIR_NAMES
from party.models import Round
from party.models.scores.entries import TOTAL
from party.queries.evening.rounds import night
from party.queries.scores.desk import round_tables, sheets
from party.queries.scores.records import disagreements
from party.tables.scores import HAND_HEADINGS, hand_rows
from party.values.evening.live import LiveTable
from party.values.scores.tables import (
    Disagreement,
    HandLine,
    TableScore,
    count_hands,
    sources_of,
)
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
    # Where everything about a table begins: to look up each address anew takes a moment.
    here = f"{reverse('round', args=[party.pk, number])}tables/"
    may_correct = (
        party.finished_at is None
        and round_.state != Round.State.DRAWN
        and (round_.is_open or organises(request, party))
    )
    context = {
        "party": party,
        "round": round_,
        "rows": [
            _row(table, lines.get(table.number, ()), hands, by_table.get(table.number, ()))
            | {"address": f"{here}{table.number}/"}
            for table in shown
        ],
        "shown": shown,
        "hands": hands,
        "some": bool(lines) or any(table.score.played for table in tables),
        "numbers": range(1, night(party).round_number + 1),
        "may_correct": may_correct,
        "may_add": may_correct and not round_.is_open,
    }
    return render(request, "scores/round.html", context)


def _row(
    table: LiveTable,
    lines: Sequence[HandLine],
    hands: range,
    disagreements: Sequence[Disagreement],
) -> dict[str, object]:
    """Return what the row of a table shows, its many small notes as texts."""
    by_hand = {line.hand: line for line in lines}
    cells = [by_hand.get(hand) for hand in hands]
    whole = TOTAL in by_hand
    return {
        "table": table,
        "cells": cells,
        "whole": whole,
        "notes": tuple(_entered(table.score, lines, whole=whole)),
        "ahead": tuple(_ahead(table.score)),
        "marks": [
            *(f"Hand {each.hand}: {each.words}" for each in disagreements),
            *(f"Hand {line.hand}: {flag}" for line in cells if line for flag in line.flags),
        ],
    }


def _entered(score: TableScore, lines: Sequence[HandLine], *, whole: bool) -> Iterator[str]:
    """Say how a table was entered."""
    if score.hands == 0:
        yield f"Not played: {score.why_short}"
    elif score.why_short:
        yield f"Stopped: {score.why_short}"
    if whole:
        yield f"One total, {count_hands(score.hands or 0)}"
    yield from sources_of(lines)
    if thrown_in := sum(line.hand is None for line in lines):
        yield f"{thrown_in} thrown in"


def _ahead(score: TableScore) -> Iterator[str]:
    """Say which pair was ahead, where the points do not."""
    said = PAIR_NAMES.get(score.said, "")
    if score.on_cards and score.hands is None:
        yield f"On final cards: {said} were ahead" if said else "On final cards"
    if score.follows:
        yield f"Slip to follow: {said} were ahead"
    if score.cut:
        yield f"Cut: {PAIR_NAMES[score.cut]}"


@require_GET
def hands_file(request: HttpRequest, party_id: int, number: int, kind: str) -> HttpResponse:
    """Answer with every hand and total of a round as CSV or XLSX, one line each."""
    party = party_or_404(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    rows = hand_rows(number, round_tables(party, round_), sheets(party, round_))
    return download(f"hands of round {number}", kind, HAND_HEADINGS, rows, party)
