"""The formats of the named systems, and the number of rounds of an evening.

Midway and Youngstown (S11, S12) and the card party of north-west Iowa (S14) are parties in the
sources. The others are games at home: as a party they get four hands a round and Midway's
movement. C30: Midway plays as many rounds as tables, Youngstown ten, at Iowa the host decides.
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


def default_rounds(format_: Format, tables: int) -> int | None:
    """Return the number of rounds of an evening; None if the organiser decides."""
    if format_.rounds == "tables":
        return tables
    return format_.rounds if isinstance(format_.rounds, int) else None


def rounds_offered(format_: Format, tables: int) -> tuple[int, ...]:
    """Return the offers for the organiser, the default first; empty if there is no default."""
    rounds = default_rounds(format_, tables)
    if rounds is None:
        return ()
    if format_.rounds != "tables" or 5 <= tables <= 10:
        return (rounds,)
    return (tables, 2 * tables, 3 * tables) if tables < 5 else (tables, 10)
