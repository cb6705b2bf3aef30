"""Verify whole hand records: `manage.py verify_hands FILE... --rules midway`."""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from party.engine import PRESETS, Fault, Record, Rules, read_ptn, verify
from party.management.command_errors import ExplainedError, PlainCommand

MOST_LISTED = 20  # faults of one file; the table of kinds counts them all
STEPS = 40  # of the progress bar


class Command(PlainCommand):
    help = "Say what is wrong with the hands in these files (PTN), and how often. 1: there is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="records in PTN")
        parser.add_argument("--rules", default="australian", help=f"one of {', '.join(PRESETS)}")

    def handle(self, *, files: Sequence[str], rules: str, **_options: Any) -> None:
        if rules not in PRESETS:
            raise ExplainedError(f"There are no rules “{rules}”. There are: {', '.join(PRESETS)}.")
        texts = [(name, read_bytes(name)) for name in files]
        kinds: Counter[str] = Counter()
        for name, text in texts:
            records = read_ptn(text)
            faults = list(faults_of(records, PRESETS[rules], sys.stderr))
            kinds.update(fault_kind(fault) for _, fault in faults)
            for line in report_lines(name, records, faults):
                self.stdout.write(line)
        for what, count in kinds.most_common():
            self.stdout.write(f"{count:7d}  {what}")
        if kinds:
            raise SystemExit(1)


def read_bytes(name: str) -> bytes:
    """Return what a file holds. Raises ExplainedError if it cannot be read."""
    try:
        return Path(name).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ExplainedError(f"Cannot read {name}: {why}.") from None


def faults_of(
    records: Sequence[Record], rules: Rules, terminal: TextIO
) -> Iterator[tuple[int, Fault]]:
    """Yield every fault with the number of its record, and show on a terminal how far it is."""
    for number, record in enumerate(records, 1):
        yield from ((number, fault) for fault in verify(record, rules))
        show_progress(number, len(records), terminal)


def show_progress(done: int, whole: int, terminal: TextIO) -> None:
    """Draw the bar again whenever it grows by a step."""
    steps = done * STEPS // whole
    if steps > (done - 1) * STEPS // whole and terminal.isatty():
        bar = "#" * steps + "." * (STEPS - steps)
        terminal.write(f"\r[{bar}] {done} of {whole}" + "\n" * (done == whole))
        terminal.flush()


def fault_kind(fault: Fault) -> str:
    return fault.code.removeprefix("record-").replace("-", " ")


def report_lines(
    name: str, records: Sequence[Record], faults: Sequence[tuple[int, Fault]]
) -> Iterator[str]:
    """Yield the lines of one file: how many records, and the first of their faults."""
    wrong = len({number for number, _ in faults})
    yield f"{name}: {number_of(len(records), 'record')}, {wrong or 'none'} with faults"
    for number, fault in faults[:MOST_LISTED]:
        rule = f" ({fault.rule})" if fault.rule else ""
        yield f"  record {number}, {fault.place}: {fault.text}{rule}"
    if len(faults) > MOST_LISTED:
        yield f"  and {number_of(len(faults) - MOST_LISTED, 'more fault')}"


def number_of(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
