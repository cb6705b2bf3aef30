"""What a person typed or circled, and the hand it must mean.

The keyboard form of a hand is bid, bidder, tricks: "8hn9" is 8 hearts by North, nine tricks;
"mn0" is misère (nullo) by North, no trick; "7jn8" is 7 J5. "!" after it says that a slam was
announced, "+" a declare. "p" is a hand thrown in, "p6" one that all passed and played at no
trump, with six tricks for North-South. "." after any of these, or alone,
says that it was the last.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from party.engine.auction.bids import Bid, bid_fault, bid_name, lowest_level
from party.engine.errors import Fault, RuleError, fault, refuse_any, short
from party.engine.notation.plain_keys import plain_keys, plain_text
from party.engine.rules.rules import Rules
from party.engine.scoring.results import (
    ANNOUNCEMENTS,
    TRICKS,
    HandResult,
    refusals,
    thrown_in_fault,
)
from party.engine.seats import seat_name, seats_of

MANY_DOWN = 4  # a bid set by so many tricks is looked at twice
MOST_FAULTS = 2  # with more parts wrong it is not a hand at all, and one sentence says so
EXAMPLE = "Type for example 8hn9: 8 Hearts by North, 9 tricks."

SPECIAL_KEYS: Mapping[str, str] = {
    "m": "MIS",
    "om": "OPEN",
    "bm": "BLIND",
    "np": "NOPICK",
    "sm": "SUPER",
    "gm": "GRAND",
    "pat": "PAT",
    "hl": "HILO",
}
STRAIN_KEYS: Mapping[str, str] = {"n": "NT", "nt": "NT", "j": "J5", "j5": "J5"}
ANNOUNCED_KEYS: Mapping[str, str] = {"!": "slam", "+": "declare"}

HAND = re.compile(
    r"""
    (?: (?P<special> pat | om | bm | np | sm | gm | hl | m )
      | (?P<level> \d+ ) (?P<suit> nt(?=\D) | j5(?=\D) | [a-z]? ) )
    (?P<bidder> [a-z]? )
    (?P<tricks> -?\d* )
    (?P<announced> [!+]? )
    """,
    re.VERBOSE | re.ASCII,
)


WHICH_BID = "Which bid? {lowest} to 10, as in 8hn9."

# What may stand in each part of a typed hand, what to say when something else does, and what to
# say when nothing does.
PARTS: Mapping[str, tuple[str, str, str]] = {
    "level": (
        "[6-9]|10",
        "“{typed}” is not a bid: bids go from {lowest} to 10, as in 8hn9.",
        "",
    ),
    "suit": (
        "[scdh]|nt?|j5?",
        "“{typed}” is not a suit: type {suits}.",
        "Which suit? Type {suits}.",
    ),
    "bidder": ("[nesw]", "Who bid? Type {seats} after the bid, as in 8hn9.", ""),
    "tricks": (
        "[0-9]|10",
        "{typed} tricks? There are ten.",
        "How many tricks? Type 0 to 10 at the end, as in 8hn9.",
    ),
}


@dataclass(frozen=True)
class Flag:
    """Something unusual but possible: look at it, do not refuse it."""

    code: str
    text: str


@dataclass(frozen=True)
class HandEntry:
    """What was entered for one hand.

    `result` None is a hand thrown in, or with `last` no hand at all: the table has finished.
    `last` says that the table plays no more hands. `flags` follow from the result.
    """

    result: HandResult | None
    last: bool = False
    flags: tuple[Flag, ...] = field(default=(), compare=False)


def hand_entry(rules: Rules, result: HandResult, *, last: bool = False) -> HandEntry:
    """Return the entry of a result with its flags. Raises RuleError for what the rules refuse."""
    refuse_any(refusals(rules, result))
    return HandEntry(result, last, flags_of(rules, result))


def thrown_in(rules: Rules) -> HandEntry:
    """Return the entry of a hand thrown in. Raises RuleError where that cannot be (T20)."""
    found = thrown_in_fault(rules)
    refuse_any([found] if found else [])
    return HandEntry(None)


def flags_of(rules: Rules, result: HandResult) -> tuple[Flag, ...]:
    """Return what is unusual: a ten bid, set by four or more, a special or announced bid."""
    bid = result.bid
    if bid is None:
        return (Flag("nobody-bid", "Nobody bid."),)
    name = bid_name(rules, bid)
    unusual = {
        Flag("ten-bid", f"{name} is a ten bid."): bid.level == TRICKS,
        Flag("special-bid", f"{name} was bid."): bid.special,
        Flag("announced", "All ten tricks were announced."): result.announced is not None,
        Flag("set-by-many", f"Set by {bid.level - result.tricks} tricks."): (
            bid.level - result.tricks >= MANY_DOWN
        ),
    }
    return tuple(flag for flag, found in unusual.items() if found)


def read_entry(rules: Rules, text: str) -> HandEntry:
    """Read one hand in its keyboard form, whatever its case, with or without spaces.

    Raises RuleError: either the parts that cannot be read, with an example, or everything the
    rules refuse about the hand.
    """
    return entry_of(rules, rules.misere_word, text)


# There are few hands, and people type them again and again. Rules that are equal may have another
# word for misère, and a flag says it.
@lru_cache(maxsize=4096)
def entry_of(rules: Rules, _misere_word: str, text: str) -> HandEntry:
    typed = plain_keys(text)
    if typed == ".":
        return HandEntry(None, last=True)
    if typed in {"p", "p."}:
        entry = thrown_in(rules)
        return entry if typed == "p" else replace(entry, last=True)
    last = typed.endswith(".")
    return hand_entry(rules, read_result(rules, typed.removesuffix("."), text), last=last)


def read_result(rules: Rules, typed: str, text: str) -> HandResult:
    if passed := re.fullmatch(r"p([0-9]{1,2})", typed):
        return HandResult(bid=None, tricks=int(passed[1]))
    found = HAND.fullmatch(typed)
    wrong = part_faults(rules, found.groupdict()) if found else []
    if not found or len(wrong) > MOST_FAULTS:
        raise RuleError(
            fault(
                "entry-unread",
                "“{text}” cannot be read as a hand. " + EXAMPLE,
                text=short(plain_text(text)),
            )
        )
    refuse_any(wrong)
    return HandResult(
        bid=read_bid(found["special"], found["level"], found["suit"]),
        declarer=found["bidder"].upper(),
        tricks=int(found["tricks"]),
        announced=ANNOUNCED_KEYS.get(found["announced"]),
    )


def read_bid(special: str | None, level: str, strain: str) -> Bid:
    if special:
        return Bid(0, SPECIAL_KEYS[special])
    return Bid(int(level), STRAIN_KEYS.get(strain, strain.upper()))


def part_faults(rules: Rules, parts: Mapping[str, str | None]) -> list[Fault]:
    """Return which parts of a typed hand are wrong, each with what may stand there."""
    known = part_words(rules)
    return [
        fault(
            f"entry-{place}",
            wrong if typed else missing or wrong,
            place=place,
            typed=short(typed),
            **known,
        )
        for place, (pattern, wrong, missing) in PARTS.items()
        if (typed := parts[place]) is not None and not re.fullmatch(pattern, typed)
    ]


def part_words(rules: Rules) -> dict[str, Any]:
    """Return what may stand in a part of a hand by these rules, in words."""
    *most, last = [seat.lower() for seat in seats_of(rules) if seat.isalpha()] or list("nesw")
    j5 = ", or j for J5" if rules.j5 == "on" else ""
    return {
        "lowest": str(lowest_level(rules)),
        "suits": f"s, c, d, h,{'' if j5 else ' or'} n for no trump{j5}",
        "seats": f"{', '.join(most)} or {last}",
    }


def unfinished_hand(rules: Rules, text: str) -> str:
    """Say what a hand lacks that is still being typed: "8 Hearts by North …: how many tricks?".

    Only what these rules know is offered. "" where no part is missing.
    """
    try:
        typed = plain_keys(text)
    except RuleError as error:
        return str(error)
    known, found = part_words(rules), HAND.match(typed)
    if not found:
        return "" if re.fullmatch(r"(p\d*)?\.?", typed) else WHICH_BID.format(**known)
    parts = found.groupdict()
    wrong = {each.place: each.text for each in part_faults(rules, parts)}
    rest = typed[found.end() :].strip(".")
    return unfinished_bid(rules, parts, wrong) or unfinished_result(rules, parts, wrong, rest)


def unfinished_bid(rules: Rules, parts: Mapping[str, str], wrong: Mapping[str, str]) -> str:
    """Say what a bid lacks, or why these rules refuse it, as soon as that is certain."""
    if "level" in wrong:
        return WHICH_BID.format(**part_words(rules))
    if "suit" in wrong:
        against = bid_fault(rules, Bid(int(parts["level"]), "S"))
        question = f"{parts['level']} …: which suit? {part_words(rules)['suits']}"
    else:
        against = bid_fault(rules, read_bid(parts["special"], parts["level"], parts["suit"]))
        question = ""
    return against.text if against else question


def unfinished_result(
    rules: Rules, parts: Mapping[str, str], wrong: Mapping[str, str], rest: str
) -> str:
    """Say what is missing after a bid: who bid, or the tricks; `rest` is what follows them."""
    said = bid_name(rules, read_bid(parts["special"], parts["level"], parts["suit"]))
    if "bidder" in wrong:
        return f"{said} …: who bid? {part_words(rules)['seats']}"
    said += f" by {seat_name(parts['bidder'].upper())}"
    if "tricks" in wrong:
        return f"{said} …: {wrong['tricks'] if parts['tricks'] else 'how many tricks?'}"
    return f"{said}, {parts['tricks']} tricks …: what is “{short(rest)}”?" if rest else ""


def write_entry(entry: HandEntry) -> str:
    """Write an entry in its keyboard form; `read_entry` reads the same entry back."""
    result = entry.result
    end = "." if entry.last else ""
    if result is None:
        return end or "p"
    if result.bid is None:
        return f"p{result.tricks}{end}"
    announced = {word: key for key, word in ANNOUNCED_KEYS.items()}.get(result.announced or "", "")
    seat = (result.declarer or "").lower()
    return f"{bid_keys(result.bid)}{seat}{result.tricks}{announced}{end}"


def bid_keys(bid: Bid) -> str:
    """Return the keys of a bid: "8h", "10n", "7j", "om"."""
    if bid.special:
        return next(keys for keys, code in SPECIAL_KEYS.items() if code == bid.strain)
    return f"{bid.level}{bid.contract.strain[0].lower()}"


def announceable(rules: Rules) -> dict[str, str]:
    """Return what may be announced after the auction (T54, T55): {"slam": "slam announced"}."""
    return {
        key: each.words
        for key, each in ANNOUNCEMENTS.items()
        if getattr(rules, each.switch) == "on"
    }


def slip_entry(
    rules: Rules,
    *,
    bidder: str | None,
    tricks: int | None,
    level: int | None = None,
    suit: str | None = None,
    special: str | None = None,
    announced: str | None = None,
    last: bool = False,
) -> HandEntry:
    """Return the hand that is circled on a slip: bidder "N", level 8, suit "H", tricks 9.

    `special` is the notation of a bid without a level ("MIS"); None is nothing circled. Raises
    RuleError with everything that is missing or that the rules refuse.
    """
    refuse_any(slip_faults(bidder=bidder, tricks=tricks, level=level, suit=suit, special=special))
    bid = Bid.parse(special or f"{level}{suit}")
    result = HandResult(bid=bid, declarer=bidder, tricks=tricks or 0, announced=announced)
    return hand_entry(rules, result, last=last)


def slip_faults(**circled: object) -> list[Fault]:
    missing = {name for name, value in circled.items() if value in {None, ""}}
    if "special" not in missing:
        wanted = {"bidder", "tricks"}
        extra = {"level", "suit"} - missing
    else:
        wanted, extra = {"bidder", "tricks", "level", "suit"}, set()
    faults = [
        fault("slip-missing", SLIP_WORDS[name], place=name)
        for name in SLIP_WORDS
        if name in wanted & missing
    ]
    if extra:
        text = "Circle a number and a suit, or one special bid, not both."
        faults.append(fault("slip-both", text, place="special"))
    return faults


SLIP_WORDS: Mapping[str, str] = {
    "bidder": "Circle who bid.",
    "level": "Circle the number that was bid.",
    "suit": "Circle the suit that was bid.",
    "tricks": "Circle how many tricks the bidders took.",
}
