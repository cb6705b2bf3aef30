"""Score one hand from the command line: `manage.py score youngstown 8C 10`."""

from argparse import ArgumentParser
from typing import Any

from party.engine import PRESETS, Bid, HandResult, RuleError, Rules, fault, score
from party.management.command_errors import ExplainedError, PlainCommand

NAMES = ", ".join(PRESETS)


class Command(PlainCommand):
    help = "Say what both sides score for a bid and the tricks the bidders took."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("preset", help=f"the rules: {NAMES}")
        parser.add_argument("bid", help="8H, 10NT, MIS ...")
        parser.add_argument("tricks", help="tricks of the bidders, 0 to 10")

    def handle(self, *, preset: str, bid: str, tricks: str, **_options: Any) -> None:
        if preset not in PRESETS:
            raise ExplainedError(f"There are no rules called “{preset}”. There are: {NAMES}.")
        try:
            self.stdout.write(points_text(PRESETS[preset], bid, tricks))
        except RuleError as error:
            raise ExplainedError(str(error)) from None


def points_text(rules: Rules, bid: str, tricks: str) -> str:
    """Return the points in words. Raises RuleError for what the rules refuse."""
    scored = score(rules, HandResult(bid=Bid.parse(bid), tricks=trick_count(tricks)))
    return f"declarers {signed(scored.declarers)}, defenders {signed(scored.defenders)}"


def trick_count(tricks: str) -> int:
    try:
        return int(tricks)
    except ValueError:
        raise RuleError(
            fault("tricks", "“{typed}” is not a number of tricks.", typed=tricks)
        ) from None


def signed(points: int) -> str:
    return f"{points:+d}" if points else "0"
