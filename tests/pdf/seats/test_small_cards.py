from dataclasses import replace

import pytest

from party.pdf.drawing.ready_cut import CARDS, INDEX_CARDS, MM
from party.pdf.seats.cards import SeatCard
from party.pdf.seats.small_cards import MOST_ROUNDS, eight_cards, index_cards, small_cards
from party.values.hall.guest_address import GuestAddress
from party.values.papers import Look, PaperSize
from tests.pdf.cast import A4, LARGE, LETTER, LONG, PAPERS, card_sheet, name
from tests.pdf.reading import (
    boxes,
    ink_outside_safe_zone,
    overlaps,
    page_count,
    pages,
    pictures,
    places,
)

INCH = 72
SMALL_AND_INDEX = pytest.mark.parametrize("make", [small_cards, index_cards])
LOOKS = pytest.mark.parametrize("look", [*PAPERS, *LARGE])
ALL_KINDS = pytest.mark.parametrize("make", [small_cards, eight_cards, index_cards])
CARDS_ON_A_PAGE = {small_cards: 10, eight_cards: 8, index_cards: 3}
BENCH_CARD = SeatCard(name=LONG, number="160", start_note="You sit out round 1")


@ALL_KINDS
@LOOKS
def test_no_letters_overlap(make, look):
    cards = (BENCH_CARD, *card_sheet(8).cards)
    pdf = make(card_sheet(8, rounds=MOST_ROUNDS, cards=cards, breaks=(6,)), look)
    for number in range(page_count(pdf)):
        assert overlaps(boxes(pdf, number)) == []


@ALL_KINDS
def test_there_is_a_spare_card_for_every_ten_people(make):
    text = "\n".join(pages(make(card_sheet(20))))
    assert all(name(number) in text for number in range(5))
    assert text.count("No. ") == 20
    cards = page_count(make(card_sheet(20))) * CARDS_ON_A_PAGE[make]
    assert cards >= 22
    assert text.count("Name") == cards - 20


@SMALL_AND_INDEX
def test_small_cards_are_printed_row_by_row(make):
    points = places(make(card_sheet(3)))
    order = [name(number) for number in range(3)]
    assert sorted(order, key=lambda one: (-round(points[one][1]), points[one][0])) == order


def test_sheets_of_small_cards_have_the_sizes_that_shops_sell():
    letter, a4 = CARDS[PaperSize.LETTER], CARDS[PaperSize.A4]
    assert [round(x / INCH, 3) for x in (letter.left, letter.top)] == [0.75, 0.5]
    assert letter.top + 5 * letter.height == pytest.approx((11 - 0.5) * INCH)
    assert letter.left + 2 * letter.width == pytest.approx((8.5 - 0.75) * INCH)
    assert a4.top + 5 * a4.height == pytest.approx((297 - 13.5) * MM, abs=0.5)
    assert a4.left + a4.column_step + a4.width == pytest.approx((210 - 15) * MM, abs=0.5)
    index = INDEX_CARDS[PaperSize.LETTER]
    assert index.left + index.width == pytest.approx((8.5 - 1.75) * INCH)
    assert index.top + 3 * index.height == pytest.approx(10 * INCH)


@SMALL_AND_INDEX
@LOOKS
def test_everything_is_inside_the_cards(make, look):
    ready_cut = (CARDS if make is small_cards else INDEX_CARDS)[look.paper]
    corners = list(ready_cut.corners(look.paper))
    for letter, left, bottom, right, top in boxes(make(card_sheet(10), look)):
        assert any(
            x + 5 < left and right < x + ready_cut.width - 5
            and y + 5 < bottom and top < y + ready_cut.height - 5
            for x, y in corners
        ), letter  # fmt: skip


@SMALL_AND_INDEX
def test_the_alignment_of_the_printer_shifts_the_text(make):
    sheet = card_sheet(4)
    plain = places(make(sheet, LETTER))[name(0)]
    shifted = places(make(sheet, Look(right=2.0, down=-1.5)))[name(0)]
    assert shifted[0] - plain[0] == pytest.approx(2 * MM, abs=0.1)
    assert shifted[1] - plain[1] == pytest.approx(1.5 * MM, abs=0.1)


def test_index_cards_on_a4_have_cut_marks():
    left, right = INDEX_CARDS[PaperSize.A4].left, INDEX_CARDS[PaperSize.A4].left + 5 * INCH
    picture = pictures(index_cards(card_sheet(3), A4), scale=2)[0]
    top = round(INDEX_CARDS[PaperSize.A4].top * 2)
    row = [picture.getpixel((x, top)) for x in range(picture.width)]
    assert min(row[: round(left * 2) - 2]) < 230
    assert min(row[round(right * 2) + 4 :]) < 230
    assert (
        min(
            pictures(index_cards(card_sheet(3), LETTER), scale=2)[0]
            .crop((0, 0, 240, 1584))
            .getextrema()
        )
        == 255
    )


def test_cards_on_plain_paper_are_in_order_after_cutting_and_stacking():
    pdf = eight_cards(card_sheet(14))
    first, second = (places(pdf, page) for page in (0, 1))
    assert first[name(0)] == second[name(1)]
    assert not any(ink_outside_safe_zone(picture) for picture in pictures(pdf))


@ALL_KINDS
def test_a_break_adds_a_line_to_a_card(make):
    cards = card_sheet(4, cards=(SeatCard(),), spares=0)
    plain, broken = (make(replace(cards, breaks=breaks)) for breaks in ((), (4,)))
    assert len(plain) < len(broken)


@ALL_KINDS
@LOOKS
def test_the_web_address_for_guests_covers_no_other_text(make, look):
    address = GuestAddress("http://192.168.1.20:8000/p/abcd2345", "192.168.1.20:8000/p/abcd2345")
    sheet = card_sheet(8, address=address, breaks=(4,))
    is_shown = make is not index_cards or not look.large
    pdf = make(sheet, look)
    assert pages(pdf)[0].count(address.short) == CARDS_ON_A_PAGE[make] * is_shown
    assert overlaps(boxes(pdf, 0)) == []
    crowded = make(replace(sheet, short_table_note="Fill from table 1.", rounds=MOST_ROUNDS), look)
    assert overlaps(boxes(crowded, 0)) == []


@ALL_KINDS
def test_a_fixed_path_is_on_the_card(make):
    card = SeatCard(name="Alma", number="1", table="1", seat="N", path=("1 N", "2 E", "3 S"))
    text = pages(make(card_sheet(1, rounds=3, cards=(card,))))[0]
    assert "3 S" in text
