"""Checks that a test fails if a toggle (a choice of the rules with fixed values) is ignored.

    python -m tests.engine.ignored [T64 T66]

It tries one toggle at a time: its field of `Rules` always returns the first value while the tests
named after it run. If they still pass, the toggle is not proved. A test file that cannot be loaded
because its rules now clash counts as a failed test.
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
    """Make the field return its first value for the rest of this process."""
    first = TOGGLES[name].values[0]
    setattr(Rules, name, property(lambda _: first, lambda _, chosen: None))


def is_noticed(name, tests):
    """Run the tests in another process that ignores the field; return whether one fails."""
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


if IGNORED in os.environ:  # pytest, which main() started, loads this plugin
    ignore(os.environ[IGNORED])
elif __name__ == "__main__":
    main()
