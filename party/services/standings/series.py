from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from party.models import Club, Party, Series
from party.services.write import ClubAct, club_act
from party.values.accounts import Actor
from party.values.refusals import Fault, Refused, refuse_if_any, require
from party.values.standings.series import Counting, SeriesPlan

MOST_POINTS = 1000  # points for one rank or for coming
MOST_RANKS = 200
MOST_PARTIES = 366
SERIES_REMOVED = "This season was removed already."


def create_series(club_id: int, plan: SeriesPlan, *, actor: Actor, at: datetime) -> Series:
    columns = _columns_of(plan)
    with club_act(club_id, actor, at) as act:
        _refuse_taken_name(act.club, plan.name)
        series = Series.objects.create(club=act.club, **columns)
        logged_values = _logged_plan(columns, _set_parties(series, plan))
        act.log("series created", f"Season {series} created", **logged_values)
    return series


def change_series(series_id: int, plan: SeriesPlan, *, actor: Actor, at: datetime) -> Series:
    columns = _columns_of(plan)
    with _series_act(series_id, actor, at) as (act, series):
        _refuse_taken_name(act.club, plan.name, own_id=series.pk)
        before = {field: getattr(series, field) for field in columns}
        before["parties"] = _party_names(series)
        for field, value in columns.items():
            setattr(series, field, value)
        series.save(update_fields=[*columns])
        logged_values = _logged_plan(columns, _set_parties(series, plan))
        words = f"Season {series} changed{_difference_text(before, {**columns, **logged_values})}"
        act.log("series changed", words, series=series.pk, before=before, **logged_values)
    return series


def remove_series(series_id: int, *, actor: Actor, at: datetime) -> None:
    with _series_act(series_id, actor, at) as (act, series):
        words, names = f"Season {series} removed", _party_names(series)
        act.log("series removed", words, series=series.pk, parties=names)
        series.delete()


@contextmanager
def _series_act(series_id: int, actor: Actor, at: datetime) -> Iterator[tuple[ClubAct, Series]]:
    rows = Series.objects.filter(pk=series_id)
    club_id = require(rows.values_list("club_id", flat=True).first(), SERIES_REMOVED)
    with club_act(club_id, actor, at) as act:
        yield act, require(rows.all().first(), SERIES_REMOVED)


def _columns_of(plan: SeriesPlan) -> dict[str, Any]:
    refuse_if_any(_plan_faults(plan))
    return {
        "name": plan.name,
        "counting": plan.counting,
        "ladder": list(plan.ladder),
        "attendance": plan.attendance,
        "best": plan.best,
        "least": plan.least,
    }


def _plan_faults(plan: SeriesPlan) -> list[Fault]:
    ladder = plan.ladder
    is_falling = list(ladder) == sorted(ladder, reverse=True)
    counts_ranks = plan.counting == Counting.RANKS
    in_range = all(0 <= points <= MOST_POINTS for points in ladder) and len(ladder) <= MOST_RANKS
    checks = (
        (bool(ladder) or not counts_ranks, "Say what the first place is worth.", "ladder"),
        (is_falling, "A lower place cannot be worth more than a higher one.", "ladder"),
        (in_range, f"Points for a place go from 0 to {MOST_POINTS}.", "ladder"),
        (
            0 <= plan.attendance <= MOST_POINTS,
            f"Points for coming go from 0 to {MOST_POINTS}.",
            "attendance",
        ),
        (
            plan.best is None or 1 <= plan.best <= MOST_PARTIES,
            f"Count the best 1 to {MOST_PARTIES} parties, or leave blank to count all.",
            "best",
        ),
        (1 <= plan.least <= MOST_PARTIES, f"Ask for 1 to {MOST_PARTIES} parties.", "least"),
    )
    return [Fault(text, field) for is_valid, text, field in checks if not is_valid]


def _refuse_taken_name(club: Club, name: str, *, own_id: int = 0) -> None:
    if Series.objects.filter(club=club, name=name).exclude(pk=own_id).exists():
        text = f"There is a season named {name} already. Add the year, or another word."
        raise Refused(Fault(text, "name"))


def _set_parties(series: Series, plan: SeriesPlan) -> list[str]:
    parties = list(Party.objects.filter(club=series.club_id, pk__in=plan.parties).order_by("pk"))
    if len(parties) != len(set(plan.parties)):
        raise Refused(Fault("Choose parties of this club.", "parties"))
    series.parties.set(parties)
    return [party.name for party in parties]


def _party_names(series: Series) -> list[str]:
    return list(series.parties.order_by("pk").values_list("name", flat=True))


# Names of the columns in the log.
COLUMN_LABELS = {
    "name": "name",
    "counting": "an evening counts by",
    "ladder": "points for the places",
    "attendance": "points for coming",
    "best": "best evenings that count",
    "least": "evenings needed to be ranked",
    "parties": "parties",
}


def _difference_text(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Return for example ": best evenings that count: all → 3"."""
    changes = [
        f"{label}: {_value_text(before[field])} → {_value_text(after[field])}"
        for field, label in COLUMN_LABELS.items()
        if before[field] != after[field]
    ]
    return f": {'; '.join(changes)}" if changes else ""


def _value_text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "all" if value is None else str(value)


def _logged_plan(columns: dict[str, Any], parties: list[str]) -> dict[str, Any]:
    settings = {field: value for field, value in columns.items() if field != "name"}
    return {**settings, "parties": parties}
