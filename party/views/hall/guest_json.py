"""The pages of guests as JSON, for a club's own site or screen (docs/formats.md)."""

from typing import Any

from party.queries.hall.guests import Guests, GuestStandings

VERSION = 1  # raise it when a key is removed or changes its meaning


def guest_json(seen: Guests) -> dict[str, Any]:
    return {
        "version": VERSION,
        "revision": seen.version,
        "party": {
            "name": seen.name,
            "club": seen.club,
            "place": seen.place,
            "starts_at": seen.starts_at.isoformat(),
        },
        "state": seen.night.stage,
        "words": seen.state,
        "round": seen.night.round_number,
        "rounds": seen.night.planned,
        "seats": [
            {"number": number, "name": str(seen.people[number])} | _place(chair)
            for number, chair in seen.chairs.items()
        ],
        "moves": [
            {
                "number": number,
                "name": str(seen.people[number]),
                "from": _place(move.old),
                "to": _place(seen.chairs[number]),
                "words": move.words,
            }
            for number, move in seen.moves.items()
        ],
        "standings": None if seen.standings is None else _standings(seen.standings),
    }


def _place(chair: tuple[int, str] | None) -> dict[str, Any]:
    table, seat = chair or (None, None)
    return {"table": table, "seat": seat}


def _standings(shown: GuestStandings) -> dict[str, Any]:
    return {
        "rounds": shown.rounds,
        "people": shown.ranked,
        "provisional": shown.provisional,
        "lines": [
            {
                "place": line.rank,
                "shared": line.shared,
                "number": line.person.number,
                "name": str(line.person),
                "points": line.points,
                "won": line.won,
            }
            for line in shown.lines
        ],
    }
