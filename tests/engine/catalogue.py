"""Lists the tests that prove each number of the rule catalogue.

    python -m tests.engine.catalogue

The name of a test begins with the numbers that it proves: test_w7_..., test_b3_b4_...
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

from party.engine import TOGGLES

HERE = Path(__file__).parent
NUMBERED = re.compile(r"^def test_((?:[twbkgc]\d+_)+)", re.MULTILINE)
TEST = re.compile(r"^def (test_\w+)", re.MULTILINE)

CASES = {
    "W": (
        *(1, 2, 4, 5, 7, 8, 9, 10, 11, 13, 15, 16, 17, 19, 20, 22, 23, 25, 26),
        *(28, 29, 30, 31, 32, 34, 35, 39),
    ),
    "G": (1, 2, 4, 5, 7, 9, 10),
    "B": (1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 14, 15, 16, 19),
    "K": (1, 2, 3, 4, 6, 7, 8, 10, 12, 14, 15, 16, 17, 19, 20),
}
WITHOUT_FIELD = (2, 5, 24, 28, 38, 47, 49, 70, 71, 80, 86, 88, 90)  # rules without a choice
RESERVED = (51, 72)  # rules that no source in seeds/ describes: they are not built


def proofs() -> dict[str, list[str]]:
    """Return the names of tests by the number they prove, such as "T66" or "W7"."""
    found = defaultdict(list)
    for path in sorted(HERE.rglob("test_*.py")):
        for name in TEST.findall(path.read_text(encoding="utf-8")):
            head = NUMBERED.match(f"def {name}")
            for number in head[1].upper().strip("_").split("_") if head else ():
                found[number].append(
                    f"{path.relative_to(HERE).with_suffix('').as_posix()}::{name}"
                )
    return dict(found)


def numbers_to_prove() -> list[str]:
    toggles = [f"T{n}" for n in range(1, 94) if n not in RESERVED]
    return toggles + [f"{letter}{n}" for letter, numbers in CASES.items() for n in numbers]


def fields_by_number() -> dict[str, str]:
    return {toggle.number: name for name, toggle in TOGGLES.items() if toggle.number}


def main() -> None:
    found = proofs()
    for number in numbers_to_prove():
        tests = found.get(number, ["MISSING"])
        name = fields_by_number().get(number, "")
        sys.stdout.write(f"{number:4} {name:32} {', '.join(tests)}\n")


if __name__ == "__main__":
    main()
