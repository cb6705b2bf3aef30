"""Hands as people type them, circle them on a slip, and read them in words.

The keyboard form of a hand is bid, bidder, tricks: "8hn9" is 8 hearts by North, nine tricks; "mn0"
is misère (nullo) by North, no trick; "7jn8" is 7 J5. A trailing "!" stands for an announced slam,
"+" for "declare". "p" is a hand thrown in; "p6" is a hand without a bid that was played at no
trump, six tricks for North-South. "." marks the last hand. People may spell the same hand "8
hearts by north, 9 tricks", "８ＨＮ９" or "8♥n9".
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from party.engine.auction.bids import Bid, bid_fault, bid_name, lowest_level
from party.engine.cards.cards import SUIT_SIGNS
from party.engine.errors import Fault, RuleError, fault, shorten
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


def word_pattern(word: str) -> str:
    """Return a pattern for the word anywhere, or for an abbreviation that stands alone."""
    beginnings = "|".join(word[:length] for length in range(len(word) - 1, 2, -1))
    return rf"{word}s?|(?<![a-z])(?:{beginnings})(?![a-z])"


# The order matters: an earlier pattern must not split the words of a later one.
KEY_PATTERNS = tuple(
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
    """Return the text without invisible characters and accents, and with single spaces."""
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
    for pattern, keys in KEY_PATTERNS:
        line = pattern.sub(keys, line)
    if gap := re.search(r"(\d)\s+(\d)", line):
        template = "There is a blank between {first} and {second}. "
        template += "Type 10 in one piece, and one hand at a time."
        raise RuleError(fault("entry-blank", template, first=gap[1], second=gap[2]))
    return "".join(line.split())


MANY_TRICKS_SHORT = 4  # a bid set by this many tricks gets a flag
MAX_FAULTS = 2  # with more faulty parts the text is unreadable
EXAMPLE_SENTENCE = "Type for example 8hn9: 8 Hearts by North, 9 tricks."

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

HAND_PATTERN = re.compile(
    r"""
    (?: (?P<special> pat | om | bm | np | sm | gm | hl | m )
      | (?P<level> \d+ ) (?P<suit> nt(?=\D) | j5(?=\D) | [a-z]? ) )
    (?P<bidder> [a-z]? )
    (?P<tricks> -?\d* )
    (?P<announced> [!+]? )
    """,
    re.VERBOSE | re.ASCII,
)


BID_PATTERN = re.compile(
    r"(?P<special> pat | om | bm | np | sm | gm | hl | m )"
    r"| (?P<level> [6-9] | 10 ) (?P<suit> nt? | j5? | [scdh] )",
    re.VERBOSE,
)


WHICH_BID = "Which bid? {lowest} to 10, as in 8hn9."

# For each part of a typed hand: (pattern, text if it is wrong, text if it is missing).
PART_CHECKS: Mapping[str, tuple[str, str, str]] = {
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
    """An unusual fact of a hand that people should check; it is no fault."""

    code: str
    text: str


@dataclass(frozen=True)
class HandEntry:
    """The entry for one hand; with `last` the table plays no more hands.

    `result` is None for a hand thrown in. With `last`, it may also be None because the table
    played no further hand. `flags` follow from the result.
    """

    result: HandResult | None
    last: bool = False
    flags: tuple[Flag, ...] = field(default=(), compare=False)


def hand_entry(rules: Rules, result: HandResult, *, last: bool = False) -> HandEntry:
    """Return the entry of a result with its flags. Raises RuleError if the rules refuse it."""
    if faults := faults_by_rules(rules, result):
        raise RuleError(*faults)
    return HandEntry(result, last, flags_of(rules, result))


def thrown_in_entry(rules: Rules) -> HandEntry:
    """Return the entry of a hand thrown in. Raises RuleError if the rules never allow it (T20)."""
    if reason := thrown_in_fault(rules):
        raise RuleError(reason)
    return HandEntry(None)


def flags_of(rules: Rules, result: HandResult) -> tuple[Flag, ...]:
    bid = result.bid
    if bid is None:
        return (Flag("nobody-bid", "Nobody bid."),)
    name = bid_name(rules, bid)
    applies_by_flag = {
        Flag("ten-bid", f"{name} is a rare bid."): bid.level == TRICKS,
        Flag("special-bid", f"{name} was bid."): bid.is_special,
        Flag("announced", "All ten tricks were announced."): result.announced is not None,
        Flag("set-by-many", f"Set by {bid.level - result.tricks} tricks."): (
            bid.level - result.tricks >= MANY_TRICKS_SHORT
        ),
    }
    return tuple(flag for flag, applies in applies_by_flag.items() if applies)


def read_entry(rules: Rules, text: str) -> HandEntry:
    """Return the hand that was typed in its keyboard form, in any spelling.

    Raises RuleError with the unreadable parts, or with every fault under the rules.
    """
    keys = plain_keys(text)
    if keys == ".":
        return HandEntry(None, last=True)
    if keys in {"p", "p."}:
        entry = thrown_in_entry(rules)
        return entry if keys == "p" else replace(entry, last=True)
    last = keys.endswith(".")
    return hand_entry(rules, read_result(rules, keys.removesuffix("."), text), last=last)


def read_result(rules: Rules, keys: str, text: str) -> HandResult:
    if passed_out := re.fullmatch(r"p([0-9]{1,2})", keys):
        return HandResult(bid=None, tricks=int(passed_out[1]))
    match = HAND_PATTERN.fullmatch(keys)
    faults = part_faults(rules, match.groupdict()) if match else []
    if not match or len(faults) > MAX_FAULTS:
        raise RuleError(
            fault(
                "entry-unread",
                "“{text}” cannot be read as a hand. " + EXAMPLE_SENTENCE,
                text=shorten(plain_text(text)),
            )
        )
    if faults:
        raise RuleError(*faults)
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


def typed_bid(text: str) -> Bid:
    """Return a bid in its notation or in words: "8H", "8 hearts", "nullo".

    Raises RuleError for anything else.
    """
    try:
        return Bid.parse(text)
    except RuleError:
        match = BID_PATTERN.fullmatch(plain_keys(text))
        if not match:
            raise
    return read_bid(match["special"], match["level"], match["suit"])


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
        for place, (pattern, wrong, missing) in PART_CHECKS.items()
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


def next_part_question(rules: Rules, text: str) -> str:
    """Return the question for the next part of a hand that is being typed; "" if it is complete.

    For example "8 Hearts by North …: how many tricks?".
    """
    try:
        keys = plain_keys(text)
    except RuleError as error:
        return str(error)
    words, match = part_words(rules), HAND_PATTERN.match(keys)
    if not match:
        return "" if re.fullmatch(r"(p\d*)?\.?", keys) else WHICH_BID.format(**words)
    parts = match.groupdict()
    fault_texts = {fault.place: fault.text for fault in part_faults(rules, parts)}
    unread_keys = keys[match.end() :].strip(".")
    return bid_question(rules, parts, fault_texts) or result_question(
        rules, parts, fault_texts, unread_keys
    )


def bid_question(rules: Rules, parts: Mapping[str, str], fault_texts: Mapping[str, str]) -> str:
    if "level" in fault_texts:
        return WHICH_BID.format(**part_words(rules))
    if "suit" in fault_texts:
        reason = bid_fault(rules, Bid(int(parts["level"]), "S"))
        question = f"{parts['level']} …: which suit? {part_words(rules)['suits']}"
    else:
        reason = bid_fault(rules, read_bid(parts["special"], parts["level"], parts["suit"]))
        question = ""
    return reason.text if reason else question


def result_question(
    rules: Rules, parts: Mapping[str, str], fault_texts: Mapping[str, str], unread_keys: str
) -> str:
    beginning = bid_name(rules, read_bid(parts["special"], parts["level"], parts["suit"]))
    if "bidder" in fault_texts:
        return f"{beginning} …: who bid? {part_words(rules)['seats']}"
    beginning += f" by {seat_name(parts['bidder'].upper())}"
    if "tricks" in fault_texts:
        question = fault_texts["tricks"] if parts["tricks"] else "how many tricks?"
        return f"{beginning} …: {question}"
    if not unread_keys:
        return ""
    return f"{beginning}, {parts['tricks']} tricks …: what is “{shorten(unread_keys)}”?"


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


def announcements_of(rules: Rules) -> dict[str, str]:
    """Return the announcements of these rules (T54, T55): {"slam": "slam announced"}."""
    return {
        key: announcement.words
        for key, announcement in ANNOUNCEMENTS.items()
        if getattr(rules, announcement.switch) == "on"
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
    """Return the hand circled on a slip: bidder "N", level 8, suit "H", tricks 9.

    `special` is the notation of a bid without a level ("MIS"). A part without a circle is None.
    Raises RuleError with every missing part, or with every fault under the rules.
    """
    faults = slip_faults(bidder=bidder, tricks=tricks, level=level, suit=suit, special=special)
    if faults:
        raise RuleError(*faults)
    bid = Bid.parse(special or f"{level}{suit}")
    result = HandResult(bid=bid, declarer=bidder, tricks=tricks or 0, announced=announced)
    return hand_entry(rules, result, last=last)


def slip_faults(**circled: object) -> list[Fault]:
    missing = {name for name, value in circled.items() if value in {None, ""}}
    is_special = "special" not in missing
    needed = {"bidder", "tricks"} if is_special else SLIP_SENTENCES.keys()
    faults = [
        fault("slip-missing", sentence, place=name)
        for name, sentence in SLIP_SENTENCES.items()
        if name in needed & missing
    ]
    if is_special and not missing.issuperset({"level", "suit"}):
        text = "Circle a number and a suit, or one special bid, not both."
        faults.append(fault("slip-both", text, place="special"))
    return faults


SLIP_SENTENCES: Mapping[str, str] = {
    "bidder": "Circle who bid.",
    "level": "Circle the number that was bid.",
    "suit": "Circle the suit that was bid.",
    "tricks": "Circle how many tricks the bidders took.",
}


def describe(rules: Rules, result: HandResult | None, *, by_pair: bool = False) -> str:
    """Return a result in words: "8 Hearts by North, 9 tricks: made". None is a hand thrown in.

    With `by_pair` the text names only the pair of the bidder: "8 Hearts by North-South, ...".
    """
    if result is None:
        return "thrown in"
    if result.bid is None:
        side = sides_of(rules)[0]
        name = PAIR_NAMES.get(side) or seat_names(side)
        return f"nobody bid, {tricks_text(result.tricks)} for {name}"
    parts = [bid_name(rules, result.bid) + bidder_text(rules, result, by_pair=by_pair)]
    if result.announced:
        parts.append(ANNOUNCEMENTS[result.announced].words)
    outcome = "made" if is_bid_made(result) else "set"
    return ", ".join([*parts, f"{tricks_text(result.tricks)}: {outcome}"])


def bidder_text(rules: Rules, result: HandResult, *, by_pair: bool) -> str:
    if result.declarer is None:
        return ""
    if by_pair:
        return f" by {PAIR_NAMES[pair_of(result.declarer)]}"
    has_chosen_partner = rules.players == 5 and result.partners
    return f" by {seat_name(result.declarer)}" + (
        f" with {seat_names(result.partners)}" if has_chosen_partner else ""
    )


def tricks_text(tricks: int) -> str:
    return {0: "no tricks", 1: "1 trick"}.get(tricks, f"{tricks} tricks")
