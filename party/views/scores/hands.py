from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from party.engine import PAIR_NAMES
from party.models import Round
from party.models.scores.entries import TOTAL
from party.queries.evening.rounds import night
from party.queries.scores.desk import round_tables
from party.queries.scores.records import disagreements
from party.queries.scores.tables import lines_by_table
from party.values.evening.live import LiveTable
from party.values.people.person import given_names
from party.values.scores.tables import Disagreement, HandLine, TableScore, bidder_of, count_hands
from party.views.access import can_organise, party_or_404
from party.views.paging import page_of_tables


@require_safe
def show_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    tables = round_tables(party, round_)
    shown = page_of_tables(request, tables)
    lines = lines_by_table(party, round_, [table.number for table in shown])
    by_table = disagreements(party, number)
    # The links of all hands begin with this path: calling reverse() for each hand is slow.
    base = f"{reverse('round', args=[party.pk, number])}tables/"
    may_correct = (
        party.finished_at is None
        and round_.state != Round.State.DRAWN
        and (round_.is_open or can_organise(request, party))
    )
    context = {
        "party": party,
        "round": round_,
        "rows": [
            _table_row(table, lines.get(table.number, ()), by_table.get(table.number, ()))
            | {"address": f"{base}{table.number}/"}
            for table in shown
        ],
        "shown": shown,
        "has_results": bool(lines) or any(table.score.has_entries for table in tables),
        "numbers": range(1, night(party).round_number + 1),
        "may_correct": may_correct,
        "may_add": may_correct and not round_.is_open,
        "may_record_chairs": may_correct and bool(tables) and can_organise(request, party),
    }
    return render(request, "scores/round.html", context)


def _table_row(
    table: LiveTable,
    lines: Sequence[HandLine],
    disagreements: Sequence[Disagreement],
) -> dict[str, object]:
    names = given_names(table.seats)
    hand_lines = [
        replace(line, bidder=bidder_of(names, line.result))
        for line in sorted((each for each in lines if each.hand), key=lambda each: each.hand or 0)
    ]
    has_total = any(line.hand == TOTAL for line in lines)
    return {
        "table": table,
        "lines": hand_lines,
        "has_total": has_total,
        "notes": tuple(_entry_notes(table.score, lines, has_total=has_total)),
        "ahead": tuple(_ahead_notes(table.score)),
        "marks": [
            *(f"Hand {each.hand}: {each.words}" for each in disagreements),
            *(f"Hand {line.hand}: {flag}" for line in hand_lines for flag in line.flags),
        ],
    }


def _entry_notes(
    score: TableScore, lines: Sequence[HandLine], *, has_total: bool
) -> Iterator[str]:
    if score.hands == 0:
        yield f"Not played: {score.why_short}".removesuffix(": ")
    elif score.why_short:
        yield f"Stopped: {score.why_short}"
    if has_total:
        yield f"One total, {count_hands(score.hands or 0)}"
    yield from sources_of(lines)
    if thrown_in := sum(line.hand is None for line in lines):
        yield f"{thrown_in} thrown in"


def _ahead_notes(score: TableScore) -> Iterator[str]:
    """Say which pair was reported as ahead, or won a cut."""
    pair = PAIR_NAMES.get(score.provisional_pair, "")
    if score.on_cards and score.hands is None:
        yield f"On final cards: {pair} were ahead" if pair else "On final cards"
    if score.awaits_slip:
        yield f"Slip to follow: {pair} were ahead"
    if cut := score.cut or (score.ahead if score.is_decided_by_cut else ""):
        yield f"Cut: {PAIR_NAMES[cut]}"


def sources_of(lines: Iterable[HandLine]) -> tuple[str, ...]:
    """Return where the hands came from; if from several sources, each with its hands."""
    by_source: dict[str, list[str]] = {}
    for line in lines:
        if line.hand is not None:
            by_source.setdefault(line.source_text.capitalize(), []).append(str(line.hand))
    if len(by_source) < 2:
        return tuple(by_source)
    return tuple(
        f"{source}: hand{'s' if len(hands) > 1 else ''} {', '.join(hands)}"
        for source, hands in by_source.items()
    )
