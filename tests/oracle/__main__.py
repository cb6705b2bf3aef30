"""Writes the expected sheets: `python -m tests.oracle`. Run it only after changing a fixture."""

from tests.oracle.evening import sheet_of_evening
from tests.oracle.fixtures import FOLDER, NAMES, read_evening
from tests.oracle.sheet import write_sheet

for name in NAMES:
    sheet = write_sheet(sheet_of_evening(read_evening(name)))
    (FOLDER / f"{name}.expected.txt").write_text(sheet, encoding="utf-8")
