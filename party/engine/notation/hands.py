"""Hands as people type or circle them, and in words.

The keyboard form of a hand is bid, bidder, tricks: "8hn9" is 8 hearts by North, nine tricks; "mn0"
is misère (nullo) by North, no trick; "7jn8" is 7 J5. A trailing "!" announces a slam, "+" a
declare. "p" is a hand thrown in, "p6" a hand that all passed and played at no trump, with six
tricks for North-South. "." after any of these, or alone, marks the last hand. "8 hearts by north,
9 tricks", "８ＨＮ９" and "8♥n9" are all "8hn9".
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from party.engine.auction.bids import Bid, bid_fault, bid_name, lowest_level
from party.engine.cards.cards import SUIT_SIGNS
from party.engine.errors import Fault, RuleError, fault, refuse_any, shorten
from party.engine.rules.rules import Rules
from party.engine.scoring.scoring import (
    ANNOUNCEMENTS,
    TRICKS,
    HandResult,
    faults_by_rules,
    is_bid_made,
    thrown_in_fault,
)
from party.engine.seats import PAIR_NAMES, pair_of, seat_name, seat_names, seats_of, sides_of

INVISIBLE = frozenset({"Cf", "Cc", "Mn", "Me"})  # zero-width and control characters, accents


def word_pattern(whole: str) -> str:
    """Return a pattern for the word anywhere, or for its beginning as a word by itself."""
    beginnings = "|".join(whole[:length] for length in range(len(whole) - 1, 2, -1))
    return rf"{whole}s?|(?<![a-z])(?:{beginnings})(?![a-z])"


# The order matters: one word must not be read as two.
KEYS = tuple(
    (re.compile(pattern), keys)
    for pattern, keys in (
        (r"\bby\b|,", " "),
        (r"no[ -]?trumps?", "n"),
        (word_pattern("spade"), "s"),
        (word_pattern("club"), "c"),
        (word_pattern("diamond"), "d"),
        (word_pattern("heart"), "h"),
        (word_pattern("north"), "n"),
        (word_pattern("east"), "e"),
        (word_pattern("south"), "s"),
        (word_pattern("west"), "w"),
        (word_pattern("trick"), " "),
        (r"misere|nullo|mis", "m"),
        (r"super[ -]?(?:open ?)?m", "sm"),
        (r"open ?m", "om"),
        (r"blind ?m", "bm"),
        (r"grand ?m", "gm"),
        (r"m ?without pick[ -]?up", "np"),
        (r"patastrophe", "pat"),
        (r"hi[ /-]?low?", "hl"),
        (r"pass(?:ed)?", "p"),
    )
)


def plain_text(text: str) -> str:
    """Return the line without invisible characters and accents, with single spaces."""
    decomposed = unicodedata.normalize("NFKD", text)
    visible = "".join(
        letter
        for letter in decomposed
        if letter.isspace() or unicodedata.category(letter) not in INVISIBLE
    )
    return " ".join(visible.split())


def plain_keys(text: str) -> str:
    """Return the keys of a typed line, without spaces.

    Raises RuleError for a space between two digits: "1 0" may or may not be 10.
    """
    line = plain_text(text).translate(SUIT_SIGNS).lower()
    for pattern, keys in KEYS:
        line = pattern.sub(keys, line)
    if gap := re.search(r"(\d)\s+(\d)", line):
        template = "There is a blank between {one} and {other}. "
        template += "Type 10 in one piece, and one hand at a time."
        raise RuleError(fault("entry-blank", template, one=gap[1], other=gap[2]))
    return "".join(line.split())


MANY_DOWN = 4  # flag a bid set by this many tricks
MOST_FAULTS = 2  # with more wrong parts one sentence says that it is not a hand
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

# For each part of a typed hand: its pattern, the text if it is wrong, the text if it is missing.
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
    """An unusual but possible fact: point it out, do not refuse it."""

    code: str
    text: str


@dataclass(frozen=True)
class HandEntry:
    """The entry for one hand.

    `result` None is a hand thrown in, or with `last` no hand at all: the table has finished.
    `last`: the table plays no more hands. `flags` follow from the result.
    """

    result: HandResult | None
    last: bool = False
    flags: tuple[Flag, ...] = field(default=(), compare=False)


def hand_entry(rules: Rules, result: HandResult, *, last: bool = False) -> HandEntry:
    """Return the entry of a result with its flags. Raises RuleError if the rules refuse it."""
    refuse_any(faults_by_rules(rules, result))
    return HandEntry(result, last, flags_of(rules, result))


def thrown_in(rules: Rules) -> HandEntry:
    """Return the entry of a hand thrown in. Raises RuleError if the rules never allow it (T20)."""
    refusal = thrown_in_fault(rules)
    refuse_any([refusal] if refusal else [])
    return HandEntry(None)


def flags_of(rules: Rules, result: HandResult) -> tuple[Flag, ...]:
    bid = result.bid
    if bid is None:
        return (Flag("nobody-bid", "Nobody bid."),)
    name = bid_name(rules, bid)
    is_raised = {
        Flag("ten-bid", f"{name} is a rare bid."): bid.level == TRICKS,
        Flag("special-bid", f"{name} was bid."): bid.is_special,
        Flag("announced", "All ten tricks were announced."): result.announced is not None,
        Flag("set-by-many", f"Set by {bid.level - result.tricks} tricks."): (
            bid.level - result.tricks >= MANY_DOWN
        ),
    }
    return tuple(flag for flag, applies in is_raised.items() if applies)


def read_entry(rules: Rules, text: str) -> HandEntry:
    """Read one hand in its keyboard form, in any case, with or without spaces.

    Raises RuleError with the unreadable parts and an example, or with every reason of the rules.
    """
    return entry_of(rules, rules.misere_word, text)


# There are few hands, and people type them often. Equal rules may differ in their word for misère,
# and flags contain it.
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
    if passed_out := re.fullmatch(r"p([0-9]{1,2})", typed):
        return HandResult(bid=None, tricks=int(passed_out[1]))
    match = HAND.fullmatch(typed)
    faults = part_faults(rules, match.groupdict()) if match else []
    if not match or len(faults) > MOST_FAULTS:
        raise RuleError(
            fault(
                "entry-unread",
                "“{text}” cannot be read as a hand. " + EXAMPLE,
                text=shorten(plain_text(text)),
            )
        )
    refuse_any(faults)
    return HandResult(
        bid=read_bid(match["special"], match["level"], match["suit"]),
        declarer=match["bidder"].upper(),
        tricks=int(match["tricks"]),
        announced=ANNOUNCED_KEYS.get(match["announced"]),
    )


def read_bid(special: str | None, level: str, strain: str) -> Bid:
    if special:
        return Bid(0, SPECIAL_KEYS[special])
    return Bid(int(level), STRAIN_KEYS.get(strain, strain.upper()))


def part_faults(rules: Rules, parts: Mapping[str, str | None]) -> list[Fault]:
    words = part_words(rules)
    return [
        fault(
            f"entry-{place}",
            wrong if given else missing or wrong,
            place=place,
            typed=shorten(given),
            **words,
        )
        for place, (pattern, wrong, missing) in PARTS.items()
        if (given := parts[place]) is not None and not re.fullmatch(pattern, given)
    ]


def part_words(rules: Rules) -> dict[str, Any]:
    *most, last = [seat.lower() for seat in seats_of(rules) if seat.isalpha()] or list("nesw")
    j5 = ", or j for J5" if rules.j5 == "on" else ""
    return {
        "lowest": str(lowest_level(rules)),
        "suits": f"s, c, d, h,{'' if j5 else ' or'} n for no trump{j5}",
        "seats": f"{', '.join(most)} or {last}",
    }


def unfinished_hand(rules: Rules, text: str) -> str:
    """Ask for the next part of a hand being typed: "8 Hearts by North …: how many tricks?".

    Offers only bids of these rules. "" if no part is missing.
    """
    try:
        typed = plain_keys(text)
    except RuleError as error:
        return str(error)
    words, match = part_words(rules), HAND.match(typed)
    if not match:
        return "" if re.fullmatch(r"(p\d*)?\.?", typed) else WHICH_BID.format(**words)
    parts = match.groupdict()
    fault_texts = {each.place: each.text for each in part_faults(rules, parts)}
    rest = typed[match.end() :].strip(".")
    return unfinished_bid(rules, parts, fault_texts) or unfinished_result(
        rules, parts, fault_texts, rest
    )


def unfinished_bid(rules: Rules, parts: Mapping[str, str], fault_texts: Mapping[str, str]) -> str:
    if "level" in fault_texts:
        return WHICH_BID.format(**part_words(rules))
    if "suit" in fault_texts:
        refusal = bid_fault(rules, Bid(int(parts["level"]), "S"))
        question = f"{parts['level']} …: which suit? {part_words(rules)['suits']}"
    else:
        refusal = bid_fault(rules, read_bid(parts["special"], parts["level"], parts["suit"]))
        question = ""
    return refusal.text if refusal else question


def unfinished_result(
    rules: Rules, parts: Mapping[str, str], fault_texts: Mapping[str, str], rest: str
) -> str:
    prefix = bid_name(rules, read_bid(parts["special"], parts["level"], parts["suit"]))
    if "bidder" in fault_texts:
        return f"{prefix} …: who bid? {part_words(rules)['seats']}"
    prefix += f" by {seat_name(parts['bidder'].upper())}"
    if "tricks" in fault_texts:
        return f"{prefix} …: {fault_texts['tricks'] if parts['tricks'] else 'how many tricks?'}"
    return f"{prefix}, {parts['tricks']} tricks …: what is “{shorten(rest)}”?" if rest else ""


def write_entry(entry: HandEntry) -> str:
    """Write an entry in its keyboard form; the inverse of `read_entry`."""
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
    if bid.is_special:
        return next(keys for keys, code in SPECIAL_KEYS.items() if code == bid.strain)
    return f"{bid.level}{bid.contract.strain[0].lower()}"


def announceable(rules: Rules) -> dict[str, str]:
    """Return the announcements after the auction (T54, T55): {"slam": "slam announced"}."""
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

    `is_special` is the notation of a bid without a level ("MIS"); None is a part without a circle.
    Raises RuleError with every missing part, or with every reason of the rules.
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


def describe(rules: Rules, result: HandResult | None, *, pair: bool = False) -> str:
    """Return a result in the party's words; None is a hand thrown in.

    "8 Hearts by North, 9 tricks: made". With `pair` "8 Hearts by North-South, ...", for results
    that name only the side.
    """
    if result is None:
        return "thrown in"
    if result.bid is None:
        side = sides_of(rules)[0]
        name = PAIR_NAMES.get(side) or seat_names(side)
        return f"nobody bid, {count_tricks(result.tricks)} for {name}"
    parts = [bid_name(rules, result.bid) + bidder_words(rules, result, pair=pair)]
    if result.announced:
        parts.append(ANNOUNCEMENTS[result.announced].words)
    outcome = "made" if is_bid_made(result) else "set"
    return ", ".join([*parts, f"{count_tricks(result.tricks)}: {outcome}"])


def bidder_words(rules: Rules, result: HandResult, *, pair: bool) -> str:
    if result.declarer is None:
        return ""
    if pair:
        return f" by {PAIR_NAMES[pair_of(result.declarer)]}"
    has_chosen_partner = rules.players == 5 and result.partners
    return f" by {seat_name(result.declarer)}" + (
        f" with {seat_names(result.partners)}" if has_chosen_partner else ""
    )


def count_tricks(tricks: int) -> str:
    return {0: "no tricks", 1: "1 trick"}.get(tricks, f"{tricks} tricks")
