from collections.abc import Collection
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, Q

from party.models import Club, Entry, Party, Round
from party.progression import Format
from party.queries.evening.rounds import clock_of, latest_round
from party.queries.shared_reads import read_once
from party.values.evening.live import Live, Night, Stage
from party.values.evening.pace import (
    EveningTimes,
    Pace,
    PaceKey,
    Paces,
    RoundTimes,
    end_by_hands,
    late_tables_text,
    pace_tonight,
    planned_pace,
    recorded_pace,
)
from party.values.evening.rounds_offered import PlannedEvening

EVENINGS = 8  # the latest evenings, from which a club's pace is computed
# Hands that a phone sent while its round was open.
BY_PHONE = Q(source=Entry.Source.PHONE, hand__gte=1) & ~Q(status=Entry.Status.LATE)


def evening_times(
    party: Party, night: Night, at: datetime, live: Live | None = None
) -> EveningTimes:
    rounds = _rounds_of([party])[party.pk]
    plan = planned_pace(party.format.hands_at(1) or 4, party.clock_minutes)
    pace = pace_tonight(rounds, pace_of_club(party), plan)
    latest = latest_round(party)
    return EveningTimes(
        at=at,
        starts_at=party.starts_at,
        zone=ZoneInfo(party.club.time_zone),
        night=night,
        rounds=tuple(each for each in rounds if each.started_at),
        pace=pace,
        break_minutes=party.break_minutes,
        clock=clock_of(party, latest, at),
        end_of_round=_end_by_hands(live, latest) if live and latest and party.phones else None,
    )


def planned_evening(
    party: Party, tables: int, start: datetime, own_pace: Pace | None
) -> PlannedEvening:
    return PlannedEvening(
        party.format,
        tables,
        start,
        clock_minutes=party.clock_minutes,
        break_after=party.break_after,
        break_minutes=party.break_minutes,
        own_pace=own_pace,
    )


def pace_of_club(party: Party) -> Pace | None:
    return club_paces(party.club).get(pace_key(party.preset, party.format, party.clock_minutes))


def pace_key(preset: str, format_: Format, clock_minutes: int | None) -> PaceKey:
    return preset, format_.hands_per_round, clock_minutes


@read_once
def club_paces(club: Club) -> Paces:
    parties = Party.objects.filter(club=club, finished_at__isnull=False).order_by("-starts_at")
    latest = {party.pk: party for party in parties[:EVENINGS]}
    evenings_by_key: dict[PaceKey, list[tuple[RoundTimes, ...]]] = {}
    for pk, rounds in _rounds_of(latest.values()).items():
        party = latest[pk]
        key = pace_key(party.preset, party.format, party.clock_minutes)
        evenings_by_key.setdefault(key, []).append(rounds)
    paces = {key: recorded_pace(evenings) for key, evenings in evenings_by_key.items()}
    return {key: pace for key, pace in paces.items() if pace}


def late_phones_text(live: Live) -> str:
    return late_tables_text(
        {
            table.number: table.score.saved
            for table in live.tables
            if table.is_agreed is not None
            and table.score.limit
            and live.night.stage == Stage.PLAYING
        }
    )


def _rounds_of(parties: Collection[Party]) -> dict[int, tuple[RoundTimes, ...]]:
    """Return when the rounds began and ended, by party.

    If every table of a closed round used its phone, the last hand ended the round. Otherwise the
    bell did, because desks type slips late.
    """
    breaks = {party.pk: party.break_after for party in parties}
    if not breaks:
        return {}
    by_phone = _last_hands_by_phone(breaks) if any(party.phones for party in parties) else {}
    times: dict[int, list[RoundTimes]] = {party: [] for party in breaks}
    rows = Round.objects.filter(party__in=breaks).order_by("party", "number")
    columns = ("pk", "party", "number", "state", "started_at", "stopped_at", "closed_at")
    for pk, party, number, state, start, stop, close, tables in rows.values_list(
        *columns
    ).annotate(Count("tables")):
        last, phones = by_phone.get(pk, (None, 0))
        has_all_hands = tables and phones == tables and state == Round.State.CLOSED
        end = last if has_all_hands else stop or close
        times[party].append(RoundTimes(number, start, end, breaks[party] == number))
    return {party: tuple(rounds) for party, rounds in times.items()}


def _last_hands_by_phone(party_ids: Collection[int]) -> dict[int, tuple[datetime, int]]:
    """Return by round the time of the last hand, and the number of tables with phones."""
    entries = Entry.objects.filter(BY_PHONE, table__round__party__in=party_ids).order_by()
    return {
        pk: (last, tables)
        for pk, last, tables in entries.values_list("table__round").annotate(
            last=Max("at"), tables=Count("table", distinct=True)
        )
    }


def _hands_by_phone(round_: Round) -> dict[int, tuple[datetime, int]]:
    """Return by table the time of the latest hand, and the number of hands."""
    entries = Entry.objects.filter(BY_PHONE, table__round=round_).order_by()
    return {
        table: (last, hands)
        for table, last, hands in entries.values_list("table__number").annotate(
            last=Max("at"), hands=Count("hand", distinct=True)
        )
    }


def _end_by_hands(live: Live, round_: Round) -> datetime | None:
    """Return None unless most tables use phones."""
    limits = {each.number: each.score.limit for each in live.tables if not each.score.is_finished}
    is_playing = live.night.stage == Stage.PLAYING
    if not is_playing or round_.started_at is None or None in limits.values():
        return None
    hands = _hands_by_phone(round_)
    if 2 * len(hands) <= len(live.tables):
        return None
    hands_left = {table: (limits.get(table) or 0) - count for table, (_, count) in hands.items()}
    return end_by_hands(round_.started_at, hands, hands_left)
