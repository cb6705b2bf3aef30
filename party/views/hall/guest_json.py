"""The pages of guests as JSON (docs/formats.md)."""

from typing import Any

from party.queries.hall.guests import GuestEvening, GuestStandings

VERSION = 1  # raise it when a key is removed or changes its meaning


def guest_json(evening: GuestEvening) -> dict[str, Any]:
    return {
        "version": VERSION,
        "revision": evening.version,
        "party": {
            "name": evening.name,
            "club": evening.club,
            "place": evening.place,
            "starts_at": evening.starts_at.isoformat(),
        },
        "state": evening.night.stage,
        "words": evening.state,
        "round": evening.night.round_number,
        "rounds": evening.night.planned,
        "seats": [
            {"number": number, "name": str(evening.people[number])} | _chair_json(chair)
            for number, chair in evening.chairs.items()
        ],
        "moves": [
            {
                "number": number,
                "name": str(evening.people[number]),
                "from": _chair_json(move.old),
                "to": _chair_json(evening.chairs[number]),
                "words": move.words,
            }
            for number, move in evening.moves.items()
        ],
        "revealed": evening.is_revealed,
        "standings": None if evening.standings is None else _standings_json(evening.standings),
    }


def _chair_json(chair: tuple[int, str] | None) -> dict[str, Any]:
    table, seat = chair or (None, None)
    return {"table": table, "seat": seat}


def _standings_json(shown: GuestStandings) -> dict[str, Any]:
    return {
        "rounds": shown.rounds,
        "people": shown.ranked,
        "provisional": shown.is_provisional,
        "lines": [
            {
                "place": line.rank,
                "shared": line.is_shared,
                "number": line.person.number,
                "name": str(line.person),
                "points": line.total,
                "won": line.won,
            }
            for line in shown.lines
        ],
    }
