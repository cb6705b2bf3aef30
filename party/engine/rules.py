"""Rules: every variation that scoring and the checking of bids need, as one frozen value.

A field is named after the first word of its toggle (T66 `slam_rule`). `name`, `where` and
`misere_word` are words for people: two parties that differ only in them play the same rules.
Where the sources give no value, our own reading is marked "our reading" in the help.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Self

from party.engine.clashes import clashes
from party.engine.errors import Fault, RuleError, fault, refuse_any
from party.engine.toggles import Toggle, Value, toggle

RULES_VERSION = 1  # raised when a stored value changes its meaning; new fields do not need it

OFF_ON: Mapping[Value, str] = {"off": "no", "on": "yes"}
YES_NO: Mapping[Value, str] = {"yes": "yes", "no": "no"}


def bonus_bid(*points: int) -> Mapping[Value, str]:
    """Choices of a special bid that is off, or worth so many points."""
    return {"off": "not played", **{each: f"worth {each}" for each in points}}


def text(default: str) -> Any:
    return field(default=default, compare=False)


@dataclass(frozen=True)
class Rules:
    """The rules of a game of Five Hundred; `Rules()` is the Australian game (S1)."""

    name: str = text("House rules")
    where: str = text("under these rules")  # completes "Nullo is not played ..."
    misere_word: str = text("Misère")

    # The auction, as far as it decides which contract can be played
    all_pass: str = toggle(
        "T20",
        "If nobody bids",
        {
            "throw_in_next_dealer": "throw in, the next player deals",
            "same_dealer": "throw in, the same player deals again",
            "redeal_max_twice_then_next": "deal again at most twice, then the next player",
            "dealer_stuck": "the dealer must bid",
            "play_nt_10_per_trick": "play at no trump, 10 a trick to each side",
            "next_dealer_without_reshuffling": "the next player deals, without shuffling",
        },
        "0 1 2 3 4",
        "At a party a thrown-in hand is dealt again and does not count.",
        {"throw_in": "throw_in_next_dealer", "nt_no_declarer": "play_nt_10_per_trick"},
    )
    six_bid_meaning: str = toggle(
        "T22",
        "A bid of six",
        {"real_contract": "can be played", "inkle": "is only a signal to partner"},
        "0 1 2 4",
        also={"real": "real_contract", "signal": "inkle", "signal_only": "inkle"},
    )
    no_vs_no_trump_signal: str = toggle(
        "T26",
        "“No” as a signal beside “no trump”",
        {
            "off": "not used",
            "st_paul": "“no” shows the joker or one jack of each colour",
            "youngstown": "“no” shows aces",
        },
        "0 4",
        "Either way the contract is played as no trump.",
    )
    min_contract: int = toggle(
        "T29", "Lowest contract", {6: "six tricks", 7: "seven tricks"}, "0 2"
    )

    # Misère and its family
    misere_allowed: str = toggle("T30", "Misère", YES_NO, "0 1 4", "A bid to take no trick.")
    misere_after: str = toggle(
        "T31",
        "Misère may be bid",
        {"a_seven": "only after a seven", "any_time": "at any time"},
        "0 1 3 4",
    )
    misere_rank: str = toggle(
        "T32",
        "Misère ranks",
        {
            "7nt_m_8s": "above 7 No Trump, below 8 Spades",
            "8s_m_8c": "above 8 Spades, below 8 Clubs",
            "7s_m_7c": "above 7 Spades, below 7 Clubs",
            "9nt_m_10s": "above 9 No Trump, below 10 Spades",
        },
        "0 4",
    )
    misere_score: int = toggle(
        "T33", "Misère is worth", {250: "250", 230: "230", 150: "150"}, "0 4"
    )
    open_misere_allowed: str = toggle(
        "T34", "Open misère", YES_NO, "1", "The hand is laid open after the first trick."
    )
    open_misere_after: str = toggle(
        "T35",
        "Open misère may be bid",
        {"any_time": "at any time", "an_eight_bid": "only after an eight"},
        "0 1 4",
        also={8: "an_eight_bid", "an_eight": "an_eight_bid"},
    )
    open_misere_rank: str = toggle(
        "T36",
        "Open misère ranks",
        {
            "10d_o_10h": "above 10 Diamonds, below 10 Hearts",
            "9nt_o_10s": "above 9 No Trump, below 10 Spades",
            "above_all": "above every other bid",
            "below_10nt_only": "below 10 No Trump only",
            "10h": "level with 10 Hearts, first come",
            "10nt_first_come": "level with 10 No Trump, first come",
            "8s_o_8c": "above 8 Spades, below 8 Clubs",
            "7nt_o_8s": "above 7 No Trump, below 8 Spades",
        },
        "0 1",
        also={"10nt": "10nt_first_come", "10h_first_come": "10h"},
    )
    open_misere_score: int = toggle(
        "T37",
        "Open misère is worth",
        {500: "500", 520: "520", 430: "430", 250: "250", 230: "230"},
        "0 4",
    )
    misere_without_pickup: int | str = toggle(
        "T39",
        "Misère without the kitty",
        bonus_bid(350),
        "0",
        "Roger Knights’s bid: above 9 Spades, below 9 Clubs; nobody looks at the kitty.",
        {"on": 350},
    )
    roger_knights_schedule: str = toggle(
        "T40",
        "Roger Knights’s schedule",
        {"off": "not used", "150_250_350": "misère 150, open 250, without the kitty 350"},
        "0",
        "Sets worth and rank of these three bids, whatever the fields above say.",
        {"on": "150_250_350"},
    )
    super_open_misere: int | str = toggle(
        "T41",
        "Super open misère",
        bonus_bid(430),
        "4",
        "The other side plays the bidder’s cards. Above 9 No Trump, below 10 Spades: our reading.",
        {"on": 430},
    )
    blind_misere: str = toggle(
        "T43",
        "Blind misère",
        {"off": "not played", "bid_before_looking": "bid before looking at the cards"},
        "3",
        "Worth 500, just above open misère: our reading.",
        {"on": "bid_before_looking"},
    )
    patastrophe: int | str = toggle(
        "T44",
        "Patastrophe",
        bonus_bid(1000),
        "3",
        "Both partners play open and take no trick. Above every bid: our reading.",
        {"on": 1000},
    )
    grand_nullo: int | str = toggle(
        "T45",
        "Grand (double) misère",
        bonus_bid(510, 500),
        "0 1 4, public",
        "Both partners play and take no trick. Above 10 Hearts, below 10 No Trump.",
        {"on": 510, "510_over_10h": 510},
    )
    grand_nullo_precondition: str = toggle(
        "T46",
        "Grand misère may be bid",
        {
            "partner_bid_nullo": "only when partner has bid misère",
            "may_be_called_alone": "at any time; partner is drafted",
        },
        "0 3 4",
    )

    # Other special bids
    hi_lo: int | str = toggle(
        "T52",
        "Hi/Lo",
        bonus_bid(350),
        "3",
        "Exactly five tricks, alone. Above 9 Clubs, below 9 Diamonds.",
        {"on": 350},
    )
    j5: str = toggle(
        "T53",
        "J5",
        OFF_ON,
        "3",
        "No trump with jacks above aces. Worth as no trump, ranked just above it: our reading.",
    )
    grand_slam: str = toggle(
        "T54",
        "Announced grand slam",
        OFF_ON,
        "0",
        "All ten tricks alone: 500 in a suit, 520 at no trump; failed, minus 500.",
    )
    declare: str = toggle(
        "T55",
        "Declare",
        OFF_ON,
        "1",
        "Partner’s best card, then alone for all ten: minus 500 if set; plus 500 is our reading.",
    )

    # Scoring
    defenders_score: str = toggle(
        "T64",
        "The other side's tricks count 10",
        {
            "10_per_trick_always": "always",
            "only_if_contract_fails": "only when the bid fails",
            "never": "never",
        },
        "0 4",
        also={
            "always": "10_per_trick_always",
            "if_fail": "only_if_contract_fails",
            "only_if_fail": "only_if_contract_fails",
        },
    )
    defenders_cap: str = toggle(
        "T65",
        "Those tens stop",
        {
            "none": "nowhere",
            "capped_at_490": "at a total of 490",
            "capped_at_460": "at a total of 460",
            "none_while_at_400": "for a side with 400 or more",
        },
        "0",
        "For games to 500; at a party every hand counts in full.",
        {490: "capped_at_490", 460: "capped_at_460", 400: "none_while_at_400"},
    )
    slam_rule: str = toggle(
        "T66",
        "All ten tricks on a lower bid",
        {
            "250_minimum": "at least 250",
            "none": "nothing extra",
            "100_under_ten": "100 more (Youngstown)",
        },
        "0 2 3 4",
        "Youngstown: 7 Spades with all ten tricks is 240, less than the 250 of other places.",
        {"plus_100_under_ten": "100_under_ten", "plus_100": "100_under_ten", 250: "250_minimum"},
    )
    slam_and_bonus_stack: str = toggle(
        "T67",
        "The 100 comes on top of at least 250",
        {"no": "no", "yes": "yes"},
        "0",
    )
    fail_rule: str = toggle(
        "T68",
        "A failed bid",
        {
            "minus_own_value": "costs its own value",
            "value_to_opponents": "gives its value to the other side",
        },
        "0 1",
        also={"value_to_opponents_no_negatives": "value_to_opponents"},
    )
    misere_defenders_score: int | str = toggle(
        "T69",
        "Against misère the other side scores",
        {0: "nothing", "10_per_declarer_trick": "10 for each trick the bidder takes"},
        "0",
        also={10: "10_per_declarer_trick"},
    )

    def __post_init__(self) -> None:
        refuse_any(value_faults(vars(self)))
        for name, each in TOGGLES.items():
            object.__setattr__(self, name, each.read(getattr(self, name)))
        refuse_any(clashes(self))

    def replace(self, **changes: object) -> Self:
        """Return these rules with some fields changed.

        Raises RuleError with everything that is wrong: fields and values that do not exist, and
        combinations that make no sense.
        """
        return replace(self, **known(changes))

    def values(self) -> dict[str, Value]:
        """Return every field and the version: a flat mapping that JSON can hold."""
        return {"version": RULES_VERSION, **asdict(self)}

    @classmethod
    def of(cls, stored: Mapping[str, object]) -> Self:
        """Return the rules that `values` wrote; fields added since then have their default."""
        rest = dict(stored)
        version = rest.pop("version", RULES_VERSION)
        if version != RULES_VERSION:
            raise RuleError(
                fault(
                    "rules-version",
                    "These rules were saved by another version of Head Table ({version}).",
                    version=version,
                )
            )
        return cls(**known(rest))

    @cached_property
    def in_force(self) -> "Rules":
        """These rules with what a schedule sets put into its fields (T40)."""
        if self.roger_knights_schedule == "off":
            return self
        return self.replace(roger_knights_schedule="off", **ROGER_KNIGHTS)


ROGER_KNIGHTS: Mapping[str, Value] = MappingProxyType(
    {
        "misere_rank": "7s_m_7c",
        "misere_score": 150,
        "open_misere_rank": "8s_o_8c",
        "open_misere_score": 250,
        "misere_without_pickup": 350,
    }
)
TOGGLES: Mapping[str, Toggle] = MappingProxyType(
    {each.name: each.metadata["toggle"] for each in fields(Rules) if "toggle" in each.metadata}
)
TEXTS = tuple(each.name for each in fields(Rules) if each.name not in TOGGLES)


def known(given: Mapping[str, object]) -> dict[str, Any]:
    """Return the values under the names of fields. Raises RuleError for all that is unknown."""
    named = {name.lower(): value for name, value in given.items()}
    refuse_any([*name_faults(named), *value_faults(named)])
    return named


def name_faults(given: Mapping[str, object]) -> list[Fault]:
    return [
        fault("rules-field", "There is no rule called {field}.", place=name, field=name)
        for name in given
        if name not in TOGGLES and name not in TEXTS
    ]


def value_faults(given: Mapping[str, object]) -> list[Fault]:
    return [
        fault(
            "rules-value",
            "{label}: “{value}” is not one of the choices ({choices}).",
            rule=TOGGLES[name].number,
            place=name,
            label=TOGGLES[name].label,
            value=value,
            choices=", ".join(str(each) for each in TOGGLES[name].values),
        )
        for name, value in given.items()
        if name in TOGGLES and TOGGLES[name].read(value) is None
    ] + [
        fault("rules-text", "{field} must be words.", place=name, field=name)
        for name, value in given.items()
        if name in TEXTS and not isinstance(value, str)
    ]
