"""Starts Head Table without a console, with the packages beside this file."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "site"))

from party.desktop import main

main()
