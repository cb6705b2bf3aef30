"""Does a test fail when a toggle is ignored? `python -m tests.engine.ignored` tries every one.

One field of `Rules` after the other always gives its first value, whatever was chosen, and the
tests that name its number are run. A toggle whose tests then still pass is not proved; a test
file whose rules then clash counts as a failure.
`python -m tests.engine.ignored T64 T66` tries only these.
"""

import os
import subprocess
import sys

from party.engine import TOGGLES, Rules
from tests.engine.catalogue import proofs

IGNORED = "HEADTABLE_IGNORED_TOGGLE"
TESTS_FAILED = 1
OPTIONS = ("-q", "-n0", "--continue-on-collection-errors", "-p", "tests.engine.ignored")


def ignore(name):
    """Let the field give its first value for the rest of this process."""
    first = TOGGLES[name].values[0]
    setattr(Rules, name, property(lambda _: first, lambda _, chosen: None))


def is_noticed(name, tests):
    """Say whether one of the tests fails, in a process of its own, when the field is ignored."""
    files = sorted({f"tests/engine/{test.partition('::')[0]}.py" for test in tests})
    if not files:
        return False
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *OPTIONS, "-k", f"{TOGGLES[name].number}_", *files],
        env=os.environ | {IGNORED: name},
        capture_output=True,
        check=False,
    )
    return run.returncode == TESTS_FAILED


def main():
    found, chosen = proofs(), sys.argv[1:]
    unnoticed = []
    for name, toggle in TOGGLES.items():
        if not toggle.number or (chosen and toggle.number not in chosen):
            continue
        noticed = is_noticed(name, found.get(toggle.number, []))
        unnoticed += [] if noticed else [name]
        sys.stdout.write(f"{toggle.number:4} {name:36}{'proved' if noticed else 'NOT PROVED'}\n")
    raise SystemExit(len(unnoticed))


if IGNORED in os.environ:  # as a plugin of the pytest that main() starts
    ignore(os.environ[IGNORED])
elif __name__ == "__main__":
    main()
