"""The formats of the named systems, and how many rounds an evening has.

Midway and Youngstown (S11, S12) and the card party of north-west Iowa (S14) are parties in the
sources. The others are games at home: at a party they get four hands a round and Midway's
movement; games for other numbers of players are not played at parties. C30: Midway plays as many
rounds as tables, Youngstown ten, at Iowa the host decides.
"""

from collections.abc import Mapping
from types import MappingProxyType

from party.progression.formats import Format

MIDWAY = Format()
FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "midway": MIDWAY,
        "youngstown": MIDWAY.replace(rounds=10),
        "iowa": MIDWAY.with_movement("iowa").replace(
            hands_counted="at_head", rounds="organiser", final_rank="highest_and_lowest_total"
        ),
        **dict.fromkeys(
            (
                "west-seventh",
                "grand-slam",
                "american",
                "australian",
                "new-zealand",
                "canadian",
                "tasmanian",
                "hay",
                "two2six",
                "lodige",
                "walker",
                "declare",
                "easton",
                "leaflet-4",
                "uspc-4",
            ),
            MIDWAY,
        ),
    }
)


def default_rounds(chosen: Format, tables: int) -> int | None:
    """Return the rounds of an evening at so many tables; None where the organiser is asked."""
    if chosen.rounds == "tables":
        return tables
    return chosen.rounds if isinstance(chosen.rounds, int) else None


def rounds_offered(chosen: Format, tables: int) -> tuple[int, ...]:
    """Return what the organiser may pick, the default first; empty where any number is asked.

    As many rounds as tables: under five tables also two or three laps, over ten also ten rounds.
    """
    rounds = default_rounds(chosen, tables)
    if rounds is None:
        return ()
    if chosen.rounds != "tables" or 5 <= tables <= 10:
        return (rounds,)
    return (tables, 2 * tables, 3 * tables) if tables < 5 else (tables, 10)
