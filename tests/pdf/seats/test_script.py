from party.pdf.seats.script import TEXT_SIZE, Script, script_pdf
from tests.pdf.cast import HEADING
from tests.pdf.reading import boxes, page_count


def test_a_short_script_fills_its_page():
    lines = ("Lower pair: stand, go to the next higher number.", "Higher pair: stay.")
    data = script_pdf(Script(heading=HEADING, title="Read aloud", lines=lines))
    assert page_count(data) == 1
    stem = max(top - bottom for letter, _, bottom, _, top in boxes(data) if letter == "h")
    assert stem > 1.5 * 0.7 * TEXT_SIZE
