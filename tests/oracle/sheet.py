"""The sheet of an evening in plain text: totals first, then every round's seats and points."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SheetRound:
    """`seats` has (n, e, s, w) and `points` (N-S, E-W) for each table, table 1 first."""

    seats: list
    points: list
    bench: list
    credit: int


@dataclass(frozen=True)
class Sheet:
    names: dict
    totals: dict
    rounds: list


def write_sheet(sheet):
    lines = ["Totals", *total_lines(sheet)]
    for number, round_ in enumerate(sheet.rounds, start=1):
        lines += ["", f"Round {number}", *round_lines(round_)]
    return "\n".join(lines) + "\n"


def total_lines(sheet):
    for number in sorted(sheet.totals, key=lambda person: (-sheet.totals[person], person)):
        total = sheet.totals[number]
        rank = 1 + sum(other > total for other in sheet.totals.values())
        yield f"{rank:4} {total:7}   no. {number:2}  {sheet.names[number]}"


def round_lines(round_):
    pairs = zip(round_.seats, round_.points, strict=True)
    for table, ((n, e, s, w), (ns, ew)) in enumerate(pairs, start=1):
        seats = f"N {n:2}  E {e:2}  S {s:2}  W {w:2}"
        yield f"  Table {table}   {seats}   N-S {ns:5}  E-W {ew:5}"
    if round_.bench:
        numbers = "  ".join(str(number) for number in round_.bench)
        yield f"  Sitting out   {numbers}   credited {round_.credit}"
