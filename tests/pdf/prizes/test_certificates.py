import pytest

from party.pdf.prizes.certificates import Certificate, CertificateSheet, certificate_sheet
from party.values.standings.tally import BoxFace
from tests.pdf.cast import HEADING, PAPERS, name
from tests.pdf.reading import boxes, ink_outside_safe_zone, overlaps, pages, pictures

ON_BOTH = pytest.mark.parametrize("look", PAPERS)


def certificates(number, **changes):
    made = (
        Certificate(name=name(each), prize=f"Prize {each:02}", score="1240 points")
        for each in range(number)
    )
    return CertificateSheet(heading=HEADING, certificates=tuple(made), **changes)


@ON_BOTH
@pytest.mark.parametrize("number", [1, 2, 7])
def test_a_sheet_has_two_certificates(number, look):
    made = certificate_sheet(certificates(number), look)
    texts = pages(made)
    assert len(texts) == -(-number // 2)
    whole = "\n".join(texts)
    assert all(f"Prize {each:02}" in whole for each in range(number))


STATES = (
    BoxFace("1,640", "1", ("won",)),
    BoxFace("= 220", "14", ("cut",)),
    BoxFace("376", "", ("sat",)),
    BoxFace("–", looks=("off",)),
    BoxFace("?", "5", ("won", "miss")),
    BoxFace("−310", "6", ("house", "fix")),
    BoxFace(""),
)


@ON_BOTH
@pytest.mark.parametrize("boxes_in_a_row", [1, 6, 14])
def test_a_certificate_has_room_for_the_boxes_of_the_rounds(look, boxes_in_a_row):
    shown = (STATES * 2)[:boxes_in_a_row]
    card = Certificate(name="Alma", prize="High", score="1,240 points", boxes=shown)
    made = certificate_sheet(CertificateSheet(heading=HEADING, certificates=(card,)), look)
    [text] = pages(made)
    assert text.count("1,640") == -(-boxes_in_a_row // len(STATES))
    assert overlaps(boxes(made)) == []
    assert ink_outside_safe_zone(pictures(made)[0]) is None


def test_certificates_are_in_order_after_cutting_and_stacking():
    texts = pages(certificate_sheet(certificates(4)))
    assert "Prize 00" in texts[0]
    assert "Prize 02" in texts[0]


def test_unconfirmed_certificates_say_that_the_prize_may_change():
    banner = "Not confirmed yet: this may still change."
    assert pages(certificate_sheet(certificates(2, banner=banner)))[0].count(banner) == 2


def test_a_certificate_without_a_score_is_printed():
    made = certificate_sheet(
        CertificateSheet(
            heading=HEADING, certificates=(Certificate(name="Alma", prize="Door prize"),)
        )
    )
    assert "Door prize" in pages(made)[0]


@ON_BOTH
def test_blank_certificates_have_lines_to_write_on(look):
    blank = Certificate(name="", prize="")
    made = certificate_sheet(CertificateSheet(heading=HEADING, certificates=(blank,) * 2), look)
    [text] = pages(made)
    assert text.count(HEADING.party) == 2
    assert ink_outside_safe_zone(pictures(made)[0]) is None


def test_a_certificate_has_its_title_and_the_full_date():
    text = pages(certificate_sheet(certificates(2, day="Saturday 14 November 2026")))[0]
    assert text.count("Certificate") == 2
    assert text.count("Saturday 14 November 2026 · Church hall") == 2
    assert HEADING.date not in text
