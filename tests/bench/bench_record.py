"""How long it takes to read a whole hand record and to verify it.

Run by hand from the project's root: python -m tests.bench.bench_record
The hands are played by bots beforehand. "close" is a record of which every part is looked at, as
it is when anything is wrong with it.
"""

from random import Random
from statistics import median
from time import process_time

from party.engine import (
    PRESETS,
    SEATS,
    Hand,
    deal,
    play_out,
    read_ptn,
    record_of,
    verify,
    write_ptn,
)
from party.engine.records.verify import every_fault

RECORDS = 300
ROUNDS = 25  # the least time counts: other programs only ever make it slower
AIM = 25_000  # records a second, read and verified
TAGS = (("Event", "Thursday party"), ("UTCDate", "2026.11.19"), ("GameCode", "FiveHundred"))


def texts(rules, rng):
    found = []
    while len(found) < RECORDS:
        hand = play_out(Hand.dealt(rules, deal(rules, rng, rng.choice(SEATS[rules.players]))), rng)
        if hand.tricks:
            found.append(write_ptn(record_of(hand, tags=TAGS)))
    return found


def microseconds(what, things):
    """Return the least and the median of the microseconds for each of the things."""
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        for each in things:
            what(each)
        times.append(1e6 * (process_time() - start) / len(things))
    return min(times), median(times)


def main():
    print(f"{'rules':16} {'read':>6} {'both':>6} {'close':>6}   µs; aim {AIM} records a second")
    for name in (
        "american",
        "midway",
        "australian",
        "canadian",
        "american-three",
        "australian-six",
    ):
        rules, written = PRESETS[name], texts(PRESETS[name], Random(500))
        records = [record for text in written for record in read_ptn(text)]
        reading, _ = microseconds(read_ptn, written)
        both, middle = microseconds(
            lambda text, rules=rules: verify(read_ptn(text)[0], rules), written
        )
        close, _ = microseconds(lambda record, rules=rules: every_fault(record, rules), records)
        print(f"{name:16} {reading:6.1f} {both:6.1f} {close:6.1f}", end="")
        print(f"   {1e6 / both:7,.0f} a second, median {1e6 / middle:,.0f}")


if __name__ == "__main__":
    main()
