import re
from collections.abc import Collection, Iterable, Mapping

from django.db.models import Max, Q, QuerySet

from party.engine import SEAT_NAMES
from party.models import LogLine, Party, Table
from party.queries.evening.rounds import people_at_tables
from party.values.log.lines import TAKEN_BACK, WISH_TAKEN_BACK, WISH_VERBS, LogFilter

SAVE_VERBS = {"hand saved", "total saved"}
HAND_UNDONE = "hand undone"
BIDDER = re.compile(rf"\bby ({'|'.join(SEAT_NAMES.values())})\b")

Sitters = Mapping[tuple[int, int, str], str]  # names, by round, table and seat in words ("North")


def lines(party: Party, log_filter: LogFilter, *, is_organiser: bool) -> QuerySet[LogLine]:
    """Return the lines that pass the filter; only organisers see lines about wishes."""
    rows = LogLine.objects.filter(party=party)
    if not is_organiser:
        rows = rows.exclude(verb__in=WISH_VERBS)
    if log_filter.table:
        rows = rows.filter(table=log_filter.table)
    if log_filter.verb:
        rows = rows.filter(verb=log_filter.verb)
    return rows.filter(_about_person(party, log_filter.person.id)) if log_filter.person else rows


def _about_person(party: Party, entrant: int) -> Q:
    """Match also lines of the tables at which the entrant sat."""
    about = Q(entrant=entrant) | Q(data__one=entrant) | Q(data__other=entrant)
    about |= Q(data__about__has_key=str(entrant))
    seats = Table.objects.filter(round__party=party, places__entrant=entrant)
    for number, table in seats.values_list("round__number", "number"):
        about |= Q(round=number, table=table)
    return about


def sitters(party: Party, log_lines: Iterable[LogLine]) -> Sitters:
    rounds = {line.round for line in log_lines if line.round and line.table}
    return {
        (*place, SEAT_NAMES[seat]): str(person)
        for place, people in people_at_tables(party, rounds).items()
        for seat, person in people.items()
    }


def name_bidder(words: str, line: LogLine, sitters_by_chair: Sitters) -> str:
    """Return for example "8 Hearts by Alma" for "8 Hearts by North"."""
    if not line.round or not line.table:
        return words
    place = (line.round, line.table)
    return BIDDER.sub(
        lambda match: f"by {sitters_by_chair.get((*place, match[1]), match[1])}", words
    )


def verbs(party: Party, *, is_organiser: bool) -> list[str]:
    rows = LogLine.objects.filter(party=party).order_by().values_list("verb", flat=True)
    return [verb for verb in rows.distinct() if is_organiser or verb not in WISH_VERBS]


def undone_lines(party: Party, lines: Collection[LogLine]) -> set[int]:
    rows = LogLine.objects.filter(party=party, verb__in=(TAKEN_BACK, WISH_TAKEN_BACK, HAND_UNDONE))
    undos = list(rows.order_by().values_list("data__line", "data__entry"))
    undone = {line_id for line_id, _ in undos}
    undone_entries = {entry for _, entry in undos} - {None}
    for line in lines:
        if line.verb in SAVE_VERBS and line.data.get("entry") in undone_entries:
            undone.add(line.pk)
    return undone & {line.pk for line in lines}


def latest_round_before(party: Party, line: LogLine) -> int:
    """Return 0 before the draw."""
    older = LogLine.objects.filter(party=party, pk__lt=line.pk)
    return older.aggregate(last=Max("round"))["last"] or 0
