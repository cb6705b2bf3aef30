"""Reads the evenings in fixtures/: their people, and the typed lines of every table."""

import csv
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent.parent.parent / "fixtures"
NAMES = ("youngstown-24", "midway-20", "iowa-22")


@dataclass(frozen=True)
class Person:
    number: int
    name: str
    group: str


@dataclass(frozen=True)
class Line:
    """What one table typed in one round; `cut` is "" if nobody cut cards."""

    words: tuple[str, ...]
    cut: str


@dataclass(frozen=True)
class Evening:
    """`rota` is the order of sitting out, or empty if nobody sits out. `played[0]` is round 1."""

    rules: str
    rounds: int
    rota: tuple[int, ...]
    people: tuple[Person, ...]
    played: tuple[tuple[Line, ...], ...]


def read_evening(name):
    header, played = {}, []
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        first, _, rest = line.strip().partition(":")
        if line.startswith("Round "):
            played.append([])
        elif first.startswith("Table "):
            played[-1].append(read_line(rest))
        elif rest and not line.startswith("#"):
            header[first] = rest.strip()
    return Evening(
        rules=header["Rules"],
        rounds=int(header["Rounds"]),
        rota=tuple(int(number) for number in header.get("Rota", "").split()),
        people=read_roster(name),
        played=tuple(tuple(tables) for tables in played),
    )


def read_line(text):
    hands, _, cut = text.partition("cut")
    return Line(tuple(hands.split()), cut.strip())


def read_roster(name):
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return tuple(Person(n, row["name"], row["group"]) for n, row in enumerate(rows, start=1))


def read_expected(name):
    return (FOLDER / f"{name}.expected.txt").read_text(encoding="utf-8")
