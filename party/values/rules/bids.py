"""A *strain* is a suit or no trumps, by its letters: S, C, D, H, NT."""

from dataclasses import dataclass

from party.engine import (
    PLAYED_STRAINS,
    Bid,
    Rules,
    announcements_of,
    bid_name,
    biddable,
    value,
)
from party.progression import Format
from party.values.papers import Content

HANDS_WITHOUT_LIMIT = 5  # room on papers, as in Iowa: tables play three, four or five hands


@dataclass(frozen=True, kw_only=True)
class BidRow:
    level: str
    values: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class BidValues:
    strains: tuple[str, ...]  # "S", "C", "D", "H", "NT"
    rows: tuple[BidRow, ...]
    specials: tuple[tuple[str, str], ...] = ()  # ("Nullo", "250")

    @property
    def content(self) -> Content:
        rows = [(row.level, row.values) for row in self.rows]
        return self.strains, rows, self.specials, ""  # with "", it equals content stored before


@dataclass(frozen=True, kw_only=True)
class SlipRules:
    levels: tuple[str, ...]  # "7", "8", "9", "10"
    strains: tuple[str, ...] = ("S", "C", "D", "H", "NT")
    specials: tuple[str, ...] = ()  # "Nullo", "Open nullo"
    announcements: tuple[str, ...] = ()  # "slam announced", circled beside a suit
    tricks: int = 10  # 0 up to this number
    hands: int = 4  # rows; Iowa 5
    has_more_hands: bool = False  # tables may play more hands than there are rows (Iowa)
    has_thrown_in_box: bool = True  # a box to tally hands that everybody passed

    @property
    def content(self) -> Content:
        named = (*self.specials, *self.announcements)
        choices = (self.levels, self.strains, named, self.tricks)
        return *choices, self.hands, self.has_more_hands, self.has_thrown_in_box


def hands_to_write(format_: Format) -> int:
    """Return the number of hands of a round that papers have room for."""
    return format_.hands_at(2) or HANDS_WITHOUT_LIMIT


def bid_values(rules: Rules) -> BidValues:
    bids = biddable(rules)
    levels = sorted({bid.level for bid in bids if not bid.is_special})
    strains = [
        strain for strain in (*PLAYED_STRAINS, "J5") if any(bid.strain == strain for bid in bids)
    ]
    return BidValues(
        strains=tuple(strains),
        rows=tuple(
            BidRow(
                level=str(level),
                values=tuple(str(value(rules, Bid(level, strain))) for strain in strains),
            )
            for level in levels
        ),
        specials=tuple(
            (bid_name(rules, bid), str(value(rules, bid))) for bid in bids if bid.is_special
        ),
    )


def slip_rules(rules: Rules, format_: Format) -> SlipRules:
    table = bid_values(rules)
    return SlipRules(
        levels=tuple(row.level for row in table.rows),
        strains=table.strains,
        specials=tuple(name for name, _ in table.specials),
        announcements=tuple(announcements_of(rules).values()),
        hands=hands_to_write(format_),
        has_more_hands=format_.hands_at(2) is None,
        has_thrown_in_box=rules.all_pass not in ("dealer_stuck", "play_nt_10_per_trick"),
    )
