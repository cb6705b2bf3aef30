from pathlib import Path

from party.engine import PRESETS, read_ptn, verify

MIDWAY, AUSTRALIAN = PRESETS["midway"], PRESETS["australian"]
GOOD = Path("fixtures/hand-midway.ptn").read_text(encoding="utf-8")
NO_TRUMP = Path("fixtures/hand-no-trump.ptn").read_text(encoding="utf-8")


def only_record(text):
    (record,) = read_ptn(text)
    return record


def faults(text, rules=MIDWAY):
    return verify(only_record(text), rules)


def with_replaced(old, new):
    assert old in GOOD
    return GOOD.replace(old, new)


def without(*names):
    """Return the good record without these tags and the lines below them."""
    kept, keep = [], True
    for line in GOOD.splitlines(keepends=True):
        if line.startswith("["):
            keep = line[1:].split(" ")[0] not in names
        kept += [line] * keep
    return "".join(kept)


def only_fault(text, rules=MIDWAY):
    (fault,) = faults(text, rules)
    return fault
