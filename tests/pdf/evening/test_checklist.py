from datetime import UTC, datetime
from io import BytesIO

import pypdf
import pytest

from party.pdf.evening.checklist import checklist_pdf
from party.progression import FORMATS
from party.values.evening.checklist import checklist
from party.values.evening.parties import PartyPlan
from party.values.papers import Look, PaperSize
from tests.pdf.cast import HEADING
from tests.pdf.reading import page_count, pages, places
from tests.sampling import one_in

LONGEST = {"cards": "blind", "fee": 1250, "currency": "CHF "}
PARTIES = (
    *((preset, LONGEST) for preset in FORMATS),
    ("midway", {}),
    ("midway", {"capture": "cards", "rounds": 12}),
)


def plan(preset, **fields):
    start = datetime(2026, 11, 14, 19, tzinfo=UTC)
    return PartyPlan.of_preset(preset, name="Party", starts_at=start, **fields)


@pytest.mark.parametrize("paper", one_in(2, PaperSize))
@pytest.mark.parametrize(("large", "page_limit"), [(False, 1), (True, 2)])
def test_the_number_of_pages_is_limited(paper, large, page_limit):
    look = Look(paper=paper, large=large)
    assert page_count(checklist_pdf(checklist(), look)) == page_limit
    for preset, fields in PARTIES:
        sheet = checklist(plan(preset, **fields), HEADING)
        assert page_count(checklist_pdf(sheet, look)) == page_limit, (preset, fields)


def test_every_line_is_printed():
    sheet = checklist(plan("iowa", fee=500), HEADING)
    text = " ".join(" ".join(pages(checklist_pdf(sheet, Look(large=True)))).split())
    for part in sheet.parts:
        assert part.title in text
        assert all(line in text for line in part.lines)


def test_each_part_of_the_checklist_has_a_bookmark():
    reader = pypdf.PdfReader(BytesIO(checklist_pdf(checklist())))
    assert [mark.title for mark in reader.outline] == [part.title for part in checklist().parts]


def test_lines_are_in_order_from_the_top():
    sheet = checklist()
    heights = places(checklist_pdf(sheet))
    heights = [heights[line][1] for part in sheet.parts for line in part.lines]
    assert heights == sorted(heights, reverse=True)
