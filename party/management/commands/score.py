"""Score one hand: `manage.py score youngstown 8 clubs 10`.

If each player scores alone: `manage.py score american-three 7H 8 --by N --took E=2`.
"""

import re
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any

from party.engine import (
    PAIR_NAMES,
    PRESETS,
    SEATS,
    HandResult,
    RuleError,
    Rules,
    announcements_of,
    bid_name,
    biddable,
    fault,
    plain_text,
    score,
    seat_fault,
    seat_names,
    side_points,
    typed_bid,
)
from party.management.command_errors import ExplainedError, PlainCommand

NAMES = ", ".join(PRESETS)
OPTION_FOR_FAULT = {  # the keys are the places of faults
    "bidder": "--by {seat}",
    "partners": "--with {other}, or --alone",
    "by_player": "--took {other}=2 ...",
}


class Command(PlainCommand):
    help = "Print the score of every side for a bid and the bidders' tricks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("preset", help=f"the rules: {NAMES}, or a full name")
        parser.add_argument("bid", nargs="+", help="8H, 8 hearts, 10NT, nullo, open misère ...")
        parser.add_argument("tricks", help="the bidders' tricks, 0 to 10")
        parser.add_argument("--by", help="the seat that bid: N, E, S, W, or 1 to 6")
        several: dict[str, Any] = {"nargs": "+", "default": []}
        parser.add_argument("--took", help="tricks of each other player: E=2 S=1", **several)
        parser.add_argument("--with", help="five players: the bidder's partners", **several)
        parser.add_argument("--alone", action="store_true", help="five players: no partner")
        parser.add_argument("--announced", choices=("slam", "declare"))
        parser.epilog = f"Special bids: {'; '.join(special_bid_texts())}."

    def handle(self, *, preset: str, **options: Any) -> None:
        rules = find_preset(preset)
        try:
            self.stdout.write(", ".join(points_texts(rules, hand_result(rules, options))))
        except RuleError as error:
            raise ExplainedError(" ".join(texts_with_options(rules, error))) from None


def special_bid_texts() -> Iterator[str]:
    """Yield special bids with the games that have them, such as "Nullo (american, …)"."""
    games: dict[str, list[str]] = {}
    for key, rules in PRESETS.items():
        names = [bid_name(rules, bid) for bid in biddable(rules) if bid.is_special]
        if rules.j5 == "on":
            names.append("J5")
        names += [f"--announced {word}" for word in announcements_of(rules)]
        games.setdefault(", ".join(names), []).append(key)
    for names_text, keys in games.items():
        yield f"{names_text or 'none'} ({', '.join(keys)})"


def find_preset(typed: str) -> Rules:
    wanted = plain_text(typed).casefold()
    for key, rules in PRESETS.items():
        if wanted in {key, plain_text(rules.name).casefold()}:
            return rules
    raise ExplainedError(f"There are no rules called “{typed}”. There are: {NAMES}.")


def hand_result(rules: Rules, options: Mapping[str, Any]) -> HandResult:
    """Raises RuleError if the options describe no possible hand."""
    bidder = options["by"] and seat(rules, options["by"])
    count = trick_count(options["tricks"])
    tricks_by_seat = dict(tricks_of(rules, text) for text in options["took"])
    partners = tuple(seat(rules, text) for text in options["with"])
    bidder_tricks = count - sum(tricks_by_seat.get(partner, 0) for partner in partners)
    if bidder_tricks < 0 <= count:  # the engine refuses a negative `count`
        text = "The partners cannot have taken more than the side's {count} tricks."
        raise RuleError(fault("took", text, place="by_player", count=count))
    if tricks_by_seat and not bidder:
        raise RuleError(fault("took", "Tricks of others need a bidder.", place="bidder"))
    return HandResult(
        bid=typed_bid(" ".join(options["bid"])),
        tricks=count,
        declarer=bidder,
        partners=partners,
        alone=options["alone"],
        announced=options["announced"],
        by_player={bidder: bidder_tricks, **tricks_by_seat} if tricks_by_seat else None,
    )


def seat(rules: Rules, typed: str) -> str:
    if typed.upper() not in {*SEATS[rules.players]}:
        raise RuleError(seat_fault(typed, "seat", SEATS[rules.players]))
    return typed.upper()


def trick_count(tricks: str) -> int:
    try:
        return int(tricks)
    except ValueError:
        raise RuleError(
            fault("tricks", "“{typed}” is not a number of tricks.", typed=tricks)
        ) from None


def tricks_of(rules: Rules, typed: str) -> tuple[str, int]:
    match = re.fullmatch(r"(\w+)=(\d+)", typed)
    if not match:
        text = "“{typed}” does not say who took how many tricks: E=2 does."
        raise RuleError(fault("took", text, typed=typed))
    return seat(rules, match[1]), trick_count(match[2])


def points_texts(rules: Rules, result: HandResult) -> Iterator[str]:
    """Raises RuleError if the rules refuse the hand."""
    if result.declarer is None:
        scored = score(rules, result)
        yield f"declarers {signed(scored.declarers)}"
        yield f"defenders {signed(scored.defenders)}"
        return
    for side, points in side_points(rules, result).items():
        yield f"{PAIR_NAMES.get(side) or seat_names(side)} {signed(points)}"


def texts_with_options(rules: Rules, error: RuleError) -> Iterator[str]:
    seats = SEATS[rules.players]
    for reason in error.faults:
        option = OPTION_FOR_FAULT.get(reason.place, "").format(seat=seats[0], other=seats[1])
        yield f"{reason.text} ({option})" if option else reason.text


def signed(points: int) -> str:
    return f"{points:+d}" if points else "0"
