"""A random draw that anybody can check afterwards, and nobody can predict.

The list of numbers is fixed first, and its fingerprint goes into the log. Only then is a seed
made. The SHA-256 of the seed and the lines, joined by line breaks, is a large number. Divided by
the count of numbers in the list, its remainder is the position of the drawn number, from 0.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from party.values.numbers import ordinal
from party.values.prizes.fifty_fifty import number_range

ORDINALS = ("", "first", "second", "third", "fourth", "fifth")


def list_lines(runs: Iterable[tuple[int, int]], *, excluded: int | None = None) -> tuple[str, ...]:
    """Return runs of numbers as the lines of a list: "7", "10 to 12"."""
    remaining = [run for first, last in runs for run in _runs_without(first, last, excluded)]
    return tuple(number_range(first, last) for first, last in remaining)


def _runs_without(first: int, last: int, excluded: int | None) -> list[tuple[int, int]]:
    if excluded is None or not first <= excluded <= last:
        return [(first, last)]
    parts = [(first, excluded - 1), (excluded + 1, last)]
    return [(start, end) for start, end in parts if start <= end]


def fingerprint(lines: Sequence[str]) -> str:
    """Return the first 32 hexadecimal digits of the SHA-256 of the lines."""
    return _digest_of(lines)[:32]


def drawn_number(lines: Sequence[str], seed: str) -> int:
    """All numbers are equally likely. Raises ValueError for an empty or malformed list."""
    runs = [_run_of(line) for line in lines]
    count = sum(last - first + 1 for first, last in runs)
    if not count:
        raise ValueError("nothing to draw from")
    position = int(_digest_of((seed, *lines)), 16) % count
    for first, last in runs:
        if position <= last - first:
            break
        position -= last - first + 1
    return first + position


def draw_name(draws: int) -> str:
    return f"{ORDINALS[draws] if draws < len(ORDINALS) else ordinal(draws)} draw"


def _run_of(line: str) -> tuple[int, int]:
    start, _, end = line.partition(" to ")
    first, last = int(start), int(end or start)
    if first > last:
        raise ValueError(line)
    return first, last


def _digest_of(lines: Sequence[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()
