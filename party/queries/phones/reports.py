from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q

from party.models import Entry, LogLine, Party, Round, Table, TablePhone
from party.values.evening.live import Live, LiveTable, Stage

QUIET_AFTER = timedelta(minutes=6)  # a hand takes five minutes

IN_FORCE_BY_PHONE = Q(status=Entry.Status.IN_FORCE, source=Entry.Source.PHONE)


def calling_phones(party: Party) -> tuple[TablePhone, ...]:
    """Return the phones of the tables that call the host, the longest waiting first."""
    called = TablePhone.objects.filter(party=party, called_at__isnull=False)
    return tuple(called.order_by("called_at", "number"))


def add_phone_reports(party: Party, live: Live, at: datetime | None = None) -> Live:
    if not party.phones or not live.night.is_open:
        return live
    number = live.night.round_number
    entries = Entry.objects.in_round(party, number).values_list("table__number").order_by()
    rows = entries.annotate(last=Max("at"), count=Count("pk", filter=IN_FORCE_BY_PHONE))
    last, by_phone = {}, set()
    for table, last_at, count in rows:
        last[table] = last_at
        if count:
            by_phone.add(table)
    agreed = agreements(party, number) if by_phone else {}
    quiet_minutes: Mapping[int, int] = {}
    if at and live.night.stage != Stage.CHECKING:
        quiet_minutes = _quiet_minutes(_last_signs(party, number, live.tables, last), at)
    tables = tuple(
        replace(
            table,
            is_agreed=table.number in agreed if table.number in by_phone else None,
            quiet_minutes=0 if table.score.is_finished else quiet_minutes.get(table.number, 0),
        )
        for table in live.tables
    )
    return replace(live, tables=tables)


def _last_signs(
    party: Party, round_number: int, tables: tuple[LiveTable, ...], entries: Mapping[int, datetime]
) -> dict[int, datetime]:
    """Return when each table was last active: its last poll or entry, or the round's start."""
    round_ = Round.objects.only("started_at").get(party=party, number=round_number)
    phones = TablePhone.objects.filter(party=party, seen_at__isnull=False)
    seen = dict(phones.values_list("number", "seen_at"))
    signs = {}
    for table in tables:
        times = (round_.started_at, seen.get(table.number), entries.get(table.number))
        signs[table.number] = max(each for each in times if each is not None)
    return signs


def _quiet_minutes(signs: Mapping[int, datetime], at: datetime) -> dict[int, int]:
    """Return the minutes by table; nothing if all tables are quiet."""
    if not any(at - last < QUIET_AFTER for last in signs.values()):
        return {}  # a break, or the server was asleep
    return {
        table: (at - last) // timedelta(minutes=1)
        for table, last in signs.items()
        if at - last >= QUIET_AFTER
    }


def agreements(party: Party, round_number: int, **conditions: object) -> dict[int, datetime]:
    """Return when both pairs of each table agreed to its entries.

    The pairs agree only to entries that they have seen, so any change of an entry ends the
    agreement. `conditions` narrow the tables.
    """
    tables = Table.objects.filter(round__party=party, round__number=round_number, **conditions)
    rows = tables.filter(agreed_at__isnull=False).values_list("pk", "number", "agreed_at")
    if not rows:
        return {}
    numbers = [number for _, number, _ in rows]
    lines = LogLine.objects.filter(party=party, round=round_number, table__in=numbers)
    in_order = lines.filter(verb="agreed").order_by("pk").values_list("table", "data")
    agreed = {table: set(data["entries"]) for table, data in in_order}
    current: dict[int, set[int]] = {}
    states = [Entry.Status.IN_FORCE, Entry.Status.DISPUTED]
    entries = Entry.objects.filter(table__in=[pk for pk, _, _ in rows], status__in=states)
    for table, pk in entries.exclude(hand=None).values_list("table", "pk"):
        current.setdefault(table or 0, set()).add(pk)
    return {number: at for pk, number, at in rows if at and current.get(pk) == agreed.get(number)}
