"""How long it takes to read a whole hand record and to verify it.

Run by hand from the project's root: python -m tests.bench.bench_record
The hands are played by bots beforehand. "close" is a record of which every part is looked at, as
it is when anything is wrong with it.
"""

from random import Random
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
ROUNDS = 15  # the quickest counts: other programs only ever make it slower
AIM = 20_000  # records a second, read and verified
TAGS = (("Event", "Thursday party"), ("UTCDate", "2026.11.19"), ("GameCode", "FiveHundred"))


def texts(rules, rng):
    found = []
    while len(found) < RECORDS:
        hand = play_out(Hand.dealt(rules, deal(rules, rng, rng.choice(SEATS[rules.players]))), rng)
        if hand.tricks:
            found.append(write_ptn(record_of(hand, tags=TAGS)))
    return found


def quickest(what, things):
    """Return microseconds for each of the things."""
    best = []
    for _ in range(ROUNDS):
        start = process_time()
        for each in things:
            what(each)
        best.append(process_time() - start)
    return 1e6 * min(best) / len(things)


def main():
    print(f"{'rules':18} {'read':>6} {'both':>6} {'close':>7}   µs; aim {AIM} records a second")
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
        reading = quickest(read_ptn, written)
        both = quickest(lambda text, rules=rules: verify(read_ptn(text)[0], rules), written)
        close = quickest(lambda record, rules=rules: every_fault(record, rules), records)
        print(f"{name:18} {reading:6.1f} {both:6.1f} {close:7.1f}   {1e6 / both:7.0f} a second")


if __name__ == "__main__":
    main()
