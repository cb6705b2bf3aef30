from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from django.db.models import Model, Q, QuerySet

from party.models import Award, Entrant, Player, Series, Tally, TicketSale, Wish
from party.queries.log.row_changes import json_value, row_kind
from party.queries.people.former_players import Rewrite, name_holder, rewrites
from party.queries.standings.standings import standings_of
from party.values.standings.standings import StandingLine

FORMAT, VERSION = "headtable-person", 1
ENTRANT_COLUMNS = (
    *("number", "name", "word", "prize_group", "ranked", "state", "rota"),
    *("owed", "paid", "paid_how", "notes"),
)


def person_file(player: Player) -> dict[str, Any]:
    """Return all data of a club about a player, with each text that a removal would change."""
    holder = name_holder(player)
    entrants = Entrant.objects.filter(player=player).order_by("party__starts_at", "pk")
    rows = list(entrants.select_related("party__club"))
    series = Series.objects.filter(parties__entrants__player=player).distinct()
    other_rewrites = [each for each in rewrites(holder) if each.model not in {Player, Entrant}]
    return {
        "format": FORMAT,
        "version": VERSION,
        "club": player.club.name,
        "player": {
            name: getattr(player, name)
            for name in ("name", "sort_name", "word", "prize_group", "notes")
        },
        "names": sorted(holder.names),
        "evenings": list(_evening_entries(rows)),
        "series": list(series.order_by("name").values_list("name", flat=True)),
        "log": [_log_line(each) for each in other_rewrites if "words" in each.before],
        "texts": [_text_entry(each) for each in other_rewrites if "words" not in each.before],
    }


def _evening_entries(rows: Collection[Entrant]) -> Iterator[dict[str, Any]]:
    standings = standings_of([row.party for row in rows])
    lines = {line.person.id: line for each in standings.values() for line in each.lines}
    rows_by_entrant = {
        "prizes": _by_entrant(Award, rows, ("how", "why", "score", "share", "at"), "prize"),
        "tickets": _by_entrant(TicketSale, rows, ("first", "last", "at"), "prize"),
        "final_cards": _by_entrant(Tally, rows, ("rounds", "total", "status", "at")),
    }
    wishes = _wishes(rows)
    for row in rows:
        yield {
            "party": row.party.name,
            "place": row.party.place,
            "start": row.party.local_start.isoformat(),
            **{name: getattr(row, name) for name in ENTRANT_COLUMNS},
            **_points_entry(lines.get(row.pk)),
            **{name: own_rows[row.pk] for name, own_rows in rows_by_entrant.items()},
            "wishes": [str(each) for each in wishes if row.pk in {each.one_id, each.other_id}],
        }


def _points_entry(line: StandingLine | None) -> dict[str, Any]:
    """House players have no points, and nobody has any before the draw."""
    if line is None:
        return {}
    rounds = [each._asdict() | {"kind": each.kind.value} for each in line.rounds]
    for entry in rounds:
        entry["won"] = entry.pop("is_won")  # the published name
    return {"rank": line.rank, "total": line.total, "rounds": rounds}


def _by_entrant(
    model: type[Model], rows: Collection[Entrant], column_names: Iterable[str], *related: str
) -> Mapping[int, list[dict[str, Any]]]:
    rows_by_entrant: dict[int, list[dict[str, Any]]] = defaultdict(list)
    own_rows: QuerySet[Any] = model._default_manager.filter(entrant__in=rows)  # noqa: SLF001
    for row in own_rows.select_related(*related):
        prize = {"prize": str(row.prize)} if related else {}
        rows_by_entrant[row.entrant_id].append(
            prize | {name: json_value(getattr(row, name)) for name in column_names}
        )
    return rows_by_entrant


def _wishes(rows: Collection[Entrant]) -> Collection[Wish]:
    wishes = Wish.objects.filter(Q(one__in=rows) | Q(other__in=rows))
    return list(wishes.select_related("one", "other"))


def _log_line(rewrite: Rewrite) -> dict[str, Any]:
    data = {name: value for name, value in rewrite.before.items() if value}
    return {"at": rewrite.at and rewrite.at.isoformat(), **data}


def _text_entry(rewrite: Rewrite) -> dict[str, Any]:
    texts = {name: value for name, value in rewrite.before.items() if name in rewrite.after}
    return {"in": row_kind(rewrite.model), **texts}
