"""Bids: their names, their points, and their order on the ladder.

An *ordinary* bid is a level (6 to 10 tricks) and a strain. Two more strains count as no trump:
"NO" (8NO is played as 8NT and has a message for partner) and "J5" (no trump with jacks high). A
*special* bid has no level: the misère family and Hi/Lo. Misère is worth more than 8 Spades and
ranks below it (C1).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Self

from party.engine.cards.cards import SUIT_SIGNS, Suit
from party.engine.errors import Fault, RuleError, fault, unknown_notation_error
from party.engine.rules.fields import TOGGLES
from party.engine.rules.rules import Rules

LEVELS = range(6, 11)
SUIT_LETTERS = tuple(suit.value for suit in Suit)
PLAYED_STRAINS = (*SUIT_LETTERS, "NT")
STRAIN_NAMES: Mapping[str, str] = {suit.value: suit.words for suit in Suit} | {
    "NT": "No Trump",
    "NO": "No",
    "J5": "J5",
}


@dataclass(frozen=True)
class Special:
    """A bid without a level. Its values are in the fields of Rules that its texts name.

    `switch` allows the bid. `ladder_place` (a field, or the place itself) ranks it; `order` ranks
    two bids on one place. `precondition` is an earlier bid that the bid needs. `tricks` are the
    tricks to take.
    """

    name: str
    switch: str
    points: str | int
    ladder_place: str
    precondition: str = ""
    order: int = 0
    tricks: int = 0


SPECIALS: Mapping[str, Special] = MappingProxyType(
    {
        "MIS": Special(
            "{misere}", "misere_allowed", "misere_score", "misere_rank", "misere_after", -1
        ),
        "HILO": Special("Hi/Lo", "hi_lo", "hi_lo", "9c_h_9d", tricks=5),
        "NOPICK": Special(
            "{misere} without pick-up", "misere_without_pickup", "misere_without_pickup", "9s_x_9c"
        ),
        "SUPER": Special(
            "Super Open {misere}", "super_open_misere", "super_open_misere", "9nt_x_10s", order=2
        ),
        "OPEN": Special(
            "Open {misere}",
            "open_misere_allowed",
            "open_misere_score",
            "open_misere_rank",
            "open_misere_after",
        ),
        "BLIND": Special("Blind {misere}", "blind_misere", 500, "open_misere_rank", order=1),
        "GRAND": Special(
            "Grand {misere}",
            "grand_nullo",
            "grand_nullo",
            "10h_x_10nt",
            "grand_nullo_precondition",
        ),
        "PAT": Special("Patastrophe", "patastrophe", "patastrophe", "top"),
    }
)

MISERES = frozenset(SPECIALS) - {"HILO"}

# Each row: a rule, a condition, and the misère bids never played if the condition holds.
EXCLUDED_MISERES: tuple[tuple[str, Callable[[Rules], bool], frozenset[str]], ...] = (
    ("T81", lambda r: r.players == 2, frozenset({"OPEN", "SUPER"})),
    ("T81", lambda r: r.players == 2 and r.two_hand_misere == "barred", MISERES),
    ("T87", lambda r: r.players == 5 and r.misere_5p == "barred", MISERES),
)

# Places on the ladder: an ordinary bid, and the step above that bid. J5 has the first step above
# no trump. The names of all other places contain the bids around them: "7s_m_7c".
LEVEL_WITH, J5_STEP, ABOVE, JUST_BELOW_NEXT, ABOVE_ALL, TOP = range(6)
LADDER_PLACES: Mapping[str, tuple[str, int]] = {
    "10h": ("10H", LEVEL_WITH),
    "below_10nt_only": ("10H", JUST_BELOW_NEXT),
    "10nt_first_come": ("10NT", LEVEL_WITH),
    "above_all": ("10NT", ABOVE_ALL),
    "top": ("10NT", TOP),
}
Rank = tuple[int, int, int]


@dataclass(frozen=True)
class Bid:
    """A bid such as `Bid(8, "H")`; special bids have level 0: `Bid(0, "MIS")`."""

    level: int
    strain: str

    def __post_init__(self) -> None:
        is_valid = self.strain in (STRAIN_NAMES if self.level in LEVELS else SPECIALS)
        if not is_valid or (self.is_special and self.level != 0):
            raise unknown_bid_error(f"{self.level}{self.strain}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "8H", "10NT", "8NO", "7J5", "MIS" ... in any case, also with suit signs.

        Raises RuleError for anything else.
        """
        notation = text.strip().translate(SUIT_SIGNS).upper()
        if notation in SPECIALS:
            return cls(0, notation)
        match = re.fullmatch(r"([6-9]|10)([A-Z0-9]+)", notation)
        if not match:
            raise unknown_bid_error(text)
        level, strain = match.groups()
        return cls(int(level), "NT" if strain == "N" else strain)

    def __str__(self) -> str:
        return f"{self.level or ''}{self.strain}"

    @property
    def is_special(self) -> bool:
        return self.strain in SPECIALS

    @property
    def contract(self) -> "Bid":
        """The bid as it is played: 7NO becomes 7NT."""
        return Bid(self.level, "NT") if self.strain == "NO" else self


def unknown_bid_error(text: str) -> RuleError:
    return unknown_notation_error("bid", "8H, 10NT or MIS", text)


BOTH_PARTNERS_PLAY = frozenset({"GRAND", "PAT"})  # T44, T45


def is_played_alone(bid: Bid | None) -> bool:
    """Return whether the bid excludes a partner: misère and Hi/Lo (T87, T90)."""
    return bid is not None and bid.is_special and bid.strain not in BOTH_PARTNERS_PLAY


def is_misere(bid: Bid | None) -> bool:
    """Return whether the bid promises to take no trick; Hi/Lo does not (T52)."""
    return bid is not None and bid.strain in MISERES


def value(rules: Rules, bid: Bid) -> int:
    """Return the points of the bid by the Avondale table (T71): 6S is 40, 10NT is 520."""
    if bid.is_special:
        points = SPECIALS[bid.strain].points
        return int(getattr(rules.in_force, points) if isinstance(points, str) else points)
    return 40 + 20 * strain_index(bid.strain) + 100 * (bid.level - 6)


def strain_index(strain: str) -> int:
    return SUIT_LETTERS.index(strain) if strain in SUIT_LETTERS else len(SUIT_LETTERS)


def rank(rules: Rules, bid: Bid) -> Rank:
    """Return the place on the ladder; a later bid must have a higher one."""
    if not bid.is_special:
        return (ladder_step(bid), J5_STEP if bid.strain == "J5" else LEVEL_WITH, 0)
    special = SPECIALS[bid.strain]
    place = getattr(rules.in_force, special.ladder_place, special.ladder_place)
    lower_bid, step = LADDER_PLACES.get(place) or (place.split("_")[0], ABOVE)
    return (ladder_step(Bid.parse(lower_bid)), step, special.order)


def ladder_step(bid: Bid) -> int:
    return len(PLAYED_STRAINS) * bid.level + strain_index(bid.strain)


def outranks(rules: Rules, bid: Bid, other: Bid) -> bool:
    return rank(rules, bid) > rank(rules, other)


def precondition(rules: Rules, bid: Bid) -> str:
    """Return the earlier bid that this bid needs: "a_seven" ...; "any_time" if it needs none."""
    name = SPECIALS[bid.strain].precondition if bid.is_special else ""
    return getattr(rules.in_force, name) if name else "any_time"


@lru_cache(maxsize=256)
def biddable(rules: Rules) -> tuple[Bid, ...]:
    """Return every bid that can become the contract, the lowest first."""
    strains = (*PLAYED_STRAINS, "J5") if rules.j5 == "on" else PLAYED_STRAINS
    levels = range(lowest_level(rules), 11)
    ordinary = [Bid(level, strain) for level in levels for strain in strains]
    special = [Bid(0, code) for code in SPECIALS if is_special_played(rules, code)]
    return tuple(sorted([*ordinary, *special], key=lambda bid: rank(rules, bid)))


def is_special_played(rules: Rules, code: str) -> bool:
    is_on = getattr(rules.in_force, SPECIALS[code].switch) not in {"no", "off"}
    return is_on and not rule_barring_misere(rules, code)


def rule_barring_misere(rules: Rules, code: str) -> str:
    """Return the number of the rule that never allows this misère, "" if none does."""
    for rule, applies, excluded_codes in EXCLUDED_MISERES:
        if code in excluded_codes and applies(rules):
            return rule
    return ""


def are_sixes_signals(rules: Rules) -> bool:
    return rules.six_bid_meaning == "inkle" or rules.no_six_played == "on"


def lowest_level(rules: Rules) -> int:
    return max(rules.min_contract, 7 if are_sixes_signals(rules) else 6)


def levels_of_no(rules: Rules) -> range:
    """Return the levels at which "no" may be bid: at Youngstown only six and seven (T26)."""
    lowest = 6 if are_sixes_signals(rules) else lowest_level(rules)
    end = {"st_paul": 11, "youngstown": 8}.get(rules.no_vs_no_trump_signal, lowest)
    return range(lowest, end)


def bid_name(rules: Rules, bid: Bid) -> str:
    """Return the bid in the party's words: "8 Hearts", "10 No Trump", "Nullo"."""
    if bid.is_special:
        return SPECIALS[bid.strain].name.format(misere=rules.misere_word)
    return f"{bid.level} {STRAIN_NAMES[bid.strain]}"


def bid_fault(rules: Rules, bid: Bid) -> Fault | None:
    """Return the reason why the bid cannot become the contract; None if it can.

    "No" is accepted where it may become a contract at no trump (T28).
    """
    is_signal = bid.strain == "NO" and bid.level in levels_of_no(rules)
    contract = bid.contract if is_signal else bid
    if contract in biddable(rules):
        return None
    if bid.level == 6 and are_sixes_signals(rules):
        template = "A bid of six is only a signal {where}. The lowest bid is {lowest}."
    else:
        template = "{bid} is not played {where}. The lowest bid is {lowest}."
    return fault(
        "bid-not-played",
        template,
        rule=rule_excluding(rules, bid),
        place="bid",
        bid=bid_name(rules, bid),
        where=rules.where,
        lowest=bid_name(rules, biddable(rules)[0]),
    )


def rule_excluding(rules: Rules, bid: Bid) -> str:
    if bid.is_special:
        return (
            rule_barring_misere(rules, bid.strain) or TOGGLES[SPECIALS[bid.strain].switch].number
        )
    if bid.level == 6 and are_sixes_signals(rules):
        return "T22"
    return {"NO": "T26", "J5": "T53"}.get(bid.strain, "T29")
