"""Guide cards: who is expected at a table, round by round, and where each seat goes next."""

from dataclasses import dataclass

from party.values.prints import Heading


@dataclass(frozen=True, kw_only=True)
class GuideRow:
    round: str
    names: tuple[str, ...]  # at N, E, S, W


@dataclass(frozen=True, kw_only=True)
class GuideCard:
    """It lies on its table all evening: whoever sits down sees that the table is the right one."""

    table: str
    rows: tuple[GuideRow, ...]
    onward: str  # "After each round: North stays, East to table 3, …"


@dataclass(frozen=True, kw_only=True)
class GuideSheet:
    """A card for each table."""

    heading: Heading
    cards: tuple[GuideCard, ...]
