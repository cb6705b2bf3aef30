"""How many hands are scored in a second, from the result and from what a person typed.

Run by hand from the project's root: python -m tests.bench.bench_score
Baseline: making the Score alone, in the same run. Times are processor time.
"""

import sys
from functools import partial
from time import process_time

from party.engine import PRESETS, Bid, HandResult, Score, biddable, read_entry, score

TIMES = 20


def results(rules, seats, **more):
    """Return every bid with every number of tricks, by each seat."""
    return [
        HandResult(bid=bid, tricks=tricks, declarer=seat, **more)
        for bid in biddable(rules)
        for tricks in range(11)
        for seat in seats
    ]


def rate(call, things):
    """Return how many things are done in a second, in the best of a few runs."""
    best = float("inf")
    for _ in range(5):
        start = process_time()
        for _ in range(TIMES):
            for thing in things:
                call(thing)
        best = min(best, process_time() - start)
    return TIMES * len(things) / best


def lines():
    made_before = results(PRESETS["midway"], "NESW")
    yield "Score(...) alone (baseline)", rate(lambda _: Score(200, 20), made_before)
    for name in ("midway", "youngstown", "australian", "lodige"):
        yield f"score, {name}", rate(partial(score, PRESETS[name]), results(PRESETS[name], "NESW"))
    three = PRESETS["australian-three"]
    full = HandResult(
        bid=Bid.parse("7C"), tricks=6, declarer="N", by_player={"N": 6, "E": 3, "S": 1}
    )
    yield "score with tricks of 3 players", rate(lambda each: score(three, each), [full] * 500)
    rules, texts = (
        PRESETS["midway"],
        [f"{level}h{seat}9" for level in (7, 8, 9) for seat in "nesw"],
    )
    yield "read_entry", rate(lambda text: read_entry(rules, text), texts * 50)
    yield (
        "read_entry and score",
        rate(lambda text: score(rules, read_entry(rules, text).result), texts * 50),
    )


def main():
    for name, figure in lines():
        sys.stdout.write(f"{name:32}{figure:12,.0f} /s\n")


if __name__ == "__main__":
    main()
