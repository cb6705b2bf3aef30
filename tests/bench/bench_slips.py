"""Counts the lines of photographed slips that are read, by kind of photograph.

    python -m tests.bench.bench_slips FIRST LAST    seeds of the simulated photographs

A line is one row of choices for one hand, such as the bidder.
"""

import sys
from collections import Counter

from tests.slip_reader.photographs import KINDS, TIDY, photograph, tally


def share(counts, name):
    lines = sum(counts[answer] for answer in ("right", "asked", "wrong"))
    return f"{100 * counts[name] / max(lines, 1):.1f} %"


def row(name, counts):
    lines = sum(counts[answer] for answer in ("right", "asked", "wrong"))
    slips = f"{counts['found']:,} of {counts['slips']:,}"
    return (
        f"| {name} | {slips} | {lines:,} | {share(counts, 'right')} | {counts['asked']:,} "
        f"| {counts['wrong']:,} |"
    )


def main(first, last):
    by_kind = {kind: Counter() for kind in KINDS}
    for seed in range(first, last):
        for kind, counts in by_kind.items():
            counts.update(tally(photograph(seed, kind)))
        print(f"{seed}: {dict(sum(by_kind.values(), Counter()))}", file=sys.stderr, flush=True)
    print("| photographs | slips read | lines | read without asking | asked | wrong |")
    print("|---|---|---|---|---|---|")
    for name, kinds in (("all tidy", TIDY), ("all untidy", set(KINDS) - set(TIDY))):
        print(row(name, sum((by_kind[kind] for kind in kinds), Counter())))
    for kind, counts in by_kind.items():
        print(row(kind, counts))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
