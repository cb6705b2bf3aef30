"""What other rules would make of a party's hands, reckoned without changing anything."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.db.models import F, QuerySet

from party.engine import PAIRS, RuleError, Rules, fault, pair_points, possible_totals
from party.models import Entry, Party, Place, Round, Table
from party.models.scores import TOTAL
from party.queries.rounds import people
from party.queries.scores import result_of, words_of
from party.queries.tables import TIE_RULES, score_of, tables_with_points
from party.values.people import Person, pair_names
from party.values.recounts import AheadChange, HandChange, HandRefused, Played, Recount
from party.values.scores import TableScore, count_hands

Spots = dict[tuple[int, int], TableScore]  # by round and table number


def count_entries(party: Party) -> int:
    """Count what is in force at the party's tables: with the first entry the rules are locked."""
    return Entry.objects.in_force().filter(table__round__party=party).count()


def recount(party: Party, rules: Rules) -> Recount:
    """Return what changes under other rules. A few queries for any number of tables."""
    spots = _spots(party)
    changes: list[HandChange] = []
    refused: list[HandRefused] = []
    entries = list(_entries(party))
    rows = [row for row in entries if row.status == Entry.Status.IN_FORCE]
    for row in entries:
        played = _played(party, row)
        try:
            ns, ew = _points(rules, row, spots[played.round, played.table])
        except RuleError as error:
            refused.append(HandRefused(played, str(error)))
            continue
        if (ns, ew) != (row.ns, row.ew) and row.status == Entry.Status.IN_FORCE:
            changes.append(HandChange(played, row.ns or 0, row.ew or 0, ns, ew))
    return Recount(
        hands=tuple(changes),
        refused=tuple(refused),
        ahead=tuple(_ahead(party, spots, changes)),
        totals=sum(row.hand == TOTAL for row in rows),
        last=max((row.pk for row in rows), default=0),
    )


def _entries(party: Party) -> QuerySet[Entry]:
    """Return what scores, and the second versions that may come into force yet."""
    states = [Entry.Status.IN_FORCE, Entry.Status.DISPUTED]
    rows = Entry.objects.filter(table__round__party=party, status__in=states).exclude(hand=None)
    rows = rows.annotate(round_at=F("table__round__number"), table_at=F("table__number"))
    return rows.order_by("table__round__number", "table__number", "hand", "pk")


def _played(party: Party, row: Entry) -> Played:
    return Played(
        entry=row.pk,
        round=row.round_at,  # type: ignore[attr-defined]
        table=row.table_at,  # type: ignore[attr-defined]
        hand=row.hand or 0,
        words=words_of(party.rules, row),
        second=row.status == Entry.Status.DISPUTED,
    )


def _points(rules: Rules, row: Entry, score: TableScore) -> tuple[int, int]:
    """Return the points of an entry under these rules. Raises RuleError where they refuse it."""
    result = result_of(row)
    if result is not None:
        return pair_points(rules, result)
    ns, ew, hands = row.ns or 0, row.ew or 0, score.hands or 0
    if not possible_totals(rules, hands, ns, ew):
        text = "{hands} cannot give N-S {ns} and E-W {ew} under these rules."
        raise RuleError(fault("total", text, hands=count_hands(hands), ns=ns, ew=ew))
    return ns, ew


def _spots(party: Party) -> Spots:
    rows = tables_with_points(Table.objects.filter(round__party=party))
    rows = rows.annotate(round_at=F("round__number"))
    return {(row.round_at, row.number): score_of(party, row) for row in rows.order_by("number")}


def _ahead(party: Party, spots: Spots, changes: Iterable[HandChange]) -> Iterator[AheadChange]:
    """Yield the tables at which another pair is ahead once these hands score anew."""
    after = dict(spots)
    for each in changes:
        at = (each.at.round, each.at.table)
        score = after[at]
        gained_ns, gained_ew = each.new_ns - each.ns, each.new_ew - each.ew
        after[at] = replace(score, ns=score.ns + gained_ns, ew=score.ew + gained_ew)
    names = _names(party)
    closed = set(party.rounds.filter(state=Round.State.CLOSED).values_list("number", flat=True))
    for at in sorted(after):
        was, now = (_counted(party, at, score) for score in (spots[at], after[at]))
        if was != now:
            pairs = {pair: pair_names(names.get(at, {}), pair) for pair in PAIRS}
            yield AheadChange(*at, pairs.get(was, ""), pairs.get(now, ""), at[0] in closed)


def _counted(party: Party, at: tuple[int, int], score: TableScore) -> str:
    """Return the pair that counts as ahead, by the party's own rule where points are equal."""
    rule = TIE_RULES.get(party.format.tie_at_table)
    if score.ahead or rule is None or not (score.tied and score.played):
        return score.ahead
    return rule(party, at[0], [at[1]]).get(at[1], "")


def _names(party: Party) -> dict[tuple[int, int], dict[str, Person]]:
    everybody = people(party)
    found: dict[tuple[int, int], dict[str, Person]] = {}
    rows = Place.objects.filter(round__party=party, table__isnull=False)
    fields = ("round__number", "table__number", "seat", "entrant_id")
    for number, table, seat, entrant in rows.values_list(*fields):
        found.setdefault((number, table), {})[str(seat)] = everybody[entrant]
    return found
