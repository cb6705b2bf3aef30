from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from party.engine import PRESETS, Fault, Record, read_ptn, verify
from party.management.command_errors import ExplainedError, PlainCommand
from party.values.numbers import counted

MOST_LISTED = 20  # faults listed for a file


class Command(PlainCommand):
    help = "List the faults of hand records (PTN files). The exit code is 1 if there are any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="records in PTN")
        parser.add_argument(
            "--rules",
            default="australian",
            help=f"default: australian; one of {', '.join(PRESETS)}",
        )

    def handle(self, *, files: Sequence[str], rules: str, **_options: Any) -> None:
        if rules not in PRESETS:
            raise ExplainedError(f"There are no rules “{rules}”. There are: {', '.join(PRESETS)}.")
        texts = [(name, read_bytes(name)) for name in files]
        kinds: Counter[str] = Counter()
        for name, text in texts:
            records = read_ptn(text)
            faults = [
                (number, fault)
                for number, record in enumerate(records, start=1)
                for fault in verify(record, PRESETS[rules])
            ]
            kinds.update(fault_kind(fault) for _, fault in faults)
            for line in report_lines(name, records, faults):
                self.stdout.write(line)
        for kind, count in kinds.most_common():
            self.stdout.write(f"{count:7d}  {kind}")
        if kinds:
            raise SystemExit(1)


def read_bytes(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ExplainedError(f"Cannot read {name}: {reason}.") from None


def fault_kind(fault: Fault) -> str:
    return fault.code.removeprefix("record-").replace("-", " ")


def report_lines(
    name: str, records: Sequence[Record], faults: Sequence[tuple[int, Fault]]
) -> Iterator[str]:
    """`faults` are pairs of a record's number and its fault."""
    faulty_count = len({number for number, _ in faults})
    yield f"{name}: {counted(len(records), 'record')}, {faulty_count or 'none'} with faults"
    for number, fault in faults[:MOST_LISTED]:
        rule = f" ({fault.rule})" if fault.rule else ""
        yield f"  record {number}, {fault.place}: {fault.text}{rule}"
    if len(faults) > MOST_LISTED:
        yield f"  and {counted(len(faults) - MOST_LISTED, 'more fault')}"
