"""How a change of its rules would alter a party's hands and seats."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from django.db.models import F, QuerySet

from party.engine import PAIRS, RuleError, Rules, fault, pair_points, possible_totals
from party.models import Entry, Party, Round
from party.models.scores.entries import TOTAL
from party.queries.evening.rounds import latest_round, people_at_tables
from party.queries.scores.tables import TIE_RULES, Scores, entry_text, result_of, spot_scores
from party.queries.seats.corrections import effects_of_pairs
from party.values.people.person import Person, pair_names
from party.values.rules.recount import AheadChange, HandChange, Recount, RefusedHand, StoredHand
from party.values.scores.tables import TableKey, TableScore, count_hands
from party.values.seats.corrections import Effects, SeatsChoice

Names = dict[TableKey, dict[str, Person]]


def count_entries(party: Party) -> int:
    """Count the entries in force, which lock the rules."""
    return Entry.objects.in_force().filter(table__round__party=party).count()


def recount(party: Party, rules: Rules) -> Recount:
    scores, names = spot_scores([party])[party.pk], people_at_tables(party)
    changes: list[HandChange] = []
    refused: list[RefusedHand] = []
    entries = list(_entries(party))
    rows = [row for row, _ in entries if row.status == Entry.Status.IN_FORCE]
    for row, stored_hand in entries:
        try:
            ns, ew = _points_under(rules, row, scores[stored_hand.round, stored_hand.table])
        except RuleError as error:
            refused.append(RefusedHand(stored_hand, str(error)))
            continue
        if (ns, ew) != (row.ns, row.ew) and row.status == Entry.Status.IN_FORCE:
            pair_texts = _pairs(names, (stored_hand.round, stored_hand.table))
            points = row.ns or 0, row.ew or 0, ns, ew
            changes.append(HandChange(stored_hand, *points, pair_texts["NS"], pair_texts["EW"]))
    scores_after = _scores_after(scores, changes)
    ahead = {
        key: (_pair_ahead(party, key, scores[key]), _pair_ahead(party, key, scores_after[key]))
        for key in sorted(scores_after)
    }
    latest = latest_round(party)
    pairs, effects = _effects_on_seats(party, latest, ahead)
    return Recount(
        hands=tuple(changes),
        refused=tuple(refused),
        ahead=tuple(_ahead_changes(latest, ahead, names, effects)),
        total_count=sum(row.hand == TOTAL for row in rows),
        newest_entry=max((row.pk for row in rows), default=0),
        effects=effects,
        pairs=pairs,
    )


def _entries(party: Party) -> Iterator[tuple[Entry, StoredHand]]:
    """Yield the entries in force, and second versions, which may still come into force."""
    states = [Entry.Status.IN_FORCE, Entry.Status.DISPUTED]
    rows: QuerySet[Entry] = Entry.objects.filter(table__round__party=party, status__in=states)
    with_places = rows.annotate(round_at=F("table__round__number"), table_at=F("table__number"))
    for row in with_places.exclude(hand=None).order_by("round_at", "table_at", "hand", "pk"):
        stored_hand = StoredHand(
            entry=row.pk,
            round=row.round_at,
            table=row.table_at,
            hand=row.hand or 0,
            words=entry_text(party.rules, row),
            is_second_version=row.status == Entry.Status.DISPUTED,
        )
        yield row, stored_hand


def _points_under(rules: Rules, row: Entry, score: TableScore) -> tuple[int, int]:
    """Raises RuleError if the rules refuse the entry."""
    result = result_of(row)
    if result is not None:
        return pair_points(rules, result)
    ns, ew, hands = row.ns or 0, row.ew or 0, score.hands or 0
    if not possible_totals(rules, hands, ns, ew):
        text = "{hands} cannot give N-S {ns} and E-W {ew} under these rules."
        raise RuleError(fault("total", text, hands=count_hands(hands), ns=ns, ew=ew))
    return ns, ew


def _scores_after(scores: Scores, changes: Iterable[HandChange]) -> Scores:
    after = dict(scores)
    for each in changes:
        key = (each.stored_hand.round, each.stored_hand.table)
        score = after[key]
        gained_ns, gained_ew = each.new_ns - each.ns, each.new_ew - each.ew
        after[key] = score._replace(ns=score.ns + gained_ns, ew=score.ew + gained_ew)
    return after


def _effects_on_seats(
    party: Party, latest: Round | None, ahead: Mapping[TableKey, tuple[str, str]]
) -> tuple[dict[int, str], Effects | None]:
    """Return the pairs that would have been ahead, and the effects on seats.

    A table that would be tied keeps the pair from which the seats were made. Later the winner of
    the cut is entered.
    """
    if latest is None or latest.number == 1:
        return {}, None
    pairs_in_draw = latest.stored_draw.ahead
    new_pairs = {
        table: pair for (number, table), (_, pair) in ahead.items() if number == latest.number - 1
    }
    pairs = {
        table: pair
        for table, pair in new_pairs.items()
        if pair and pair != pairs_in_draw.get(table)
    }
    effects = effects_of_pairs(party, latest, pairs) if pairs else None
    if effects is None or not effects.shifts:
        return pairs, None
    if tied := sorted(table for table, pair in new_pairs.items() if not pair):
        tables = ", ".join(str(table) for table in tied)
        refused_choices = {
            SeatsChoice.REDRAW: f"Table {tables} of round {latest.number - 1} would be tied."
        }
        effects = replace(effects, refused_choices={**refused_choices, **effects.refused_choices})
    return pairs, effects


def _ahead_changes(
    latest: Round | None,
    ahead: Mapping[TableKey, tuple[str, str]],
    names: Names,
    effects: Effects | None,
) -> Iterator[AheadChange]:
    for (number, table), (old_pair, new_pair) in ahead.items():
        if old_pair == new_pair or latest is None:
            continue
        if number == latest.number:
            seats = "the next move follows"
        elif number == latest.number - 1 and effects:
            seats = f"see the seats of round {latest.number} below"
        else:
            seats = "stay: people have moved on"
        pairs = _pairs(names, (number, table)) | {"": ""}
        yield AheadChange(number, table, pairs[old_pair], pairs[new_pair], seats)


def _pair_ahead(party: Party, key: TableKey, score: TableScore) -> str:
    rule = TIE_RULES.get(party.format.tie_at_table)
    if score.ahead or rule is None or not (score.is_tied and score.has_entries):
        return score.ahead
    round_number, table = key
    return rule(party, round_number, [table]).get(table, "")


def _pairs(names: Names, key: TableKey) -> dict[str, str]:
    return {pair: pair_names(names.get(key, {}), pair) for pair in PAIRS}
