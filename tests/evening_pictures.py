"""Pictures of an evening with six phones.

Run by hand: python -m tests.evening_pictures FOLDER
"""

import argparse
import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EVENING = "tests/browser/test_hall_evening.py::test_evening_of_six_tables"


def main():
    parser = argparse.ArgumentParser(description="Take the pictures of an evening in the hall.")
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["EVENING_PICTURES"] = str(folder)
    os.chdir(ROOT)
    sys.exit(pytest.main(["-m", "", "-n", "0", "-s", EVENING]))


if __name__ == "__main__":
    main()
