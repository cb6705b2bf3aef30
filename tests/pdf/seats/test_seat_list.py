from dataclasses import replace

import pytest
from PIL import ImageChops

from party.pdf.seats.seat_list import SeatLine, SeatList, _alphabet_part, seat_list
from party.values.hall.guest_address import GuestAddress
from tests.pdf.cast import HEADING, LARGE, PAPERS, name
from tests.pdf.reading import (
    boxes,
    overlaps,
    page_count,
    pages,
    pictures,
    places,
    smallest_size,
)


def seats(people, **changes):
    lines = tuple(
        SeatLine(name=name(number), table=str(number // 4 + 1), seat="NESW"[number % 4], **changes)
        for number in range(people)
    )
    return SeatList(heading=HEADING, round="Round 3", lines=lines)


def test_everybody_is_in_the_seat_list_once_and_in_order():
    texts = pages(seat_list(seats(160)))
    assert len(texts) == 3
    whole = "\n".join(texts)
    found = [whole.count(f"Guest {number:03}\n") for number in range(6, 160)]
    assert found == [1] * 154
    order = [whole.index(f"Guest {number:03}") for number in range(6, 160)]
    assert order == sorted(order)


def test_pages_of_a_long_list_are_numbered():
    assert "page 2 of 3" in pages(seat_list(seats(160)))[1]
    assert "page" not in pages(seat_list(seats(22)))[0]


def test_the_seat_list_names_the_first_and_last_letter_of_each_page():
    lines = tuple(SeatLine(name=f"{letter}dams", table="1", seat="N") for letter in "ABCXYZ")
    [text] = pages(seat_list(SeatList(heading=HEADING, round="Round 1", lines=lines)))
    assert "A – Z" in text
    numbers = tuple(SeatLine(name=f"No. {number}", table="1", seat="N") for number in (1, 14))
    [text] = pages(seat_list(SeatList(heading=HEADING, round="Round 1", lines=numbers)))
    assert "No. 1 – No. 14" in text


def test_people_on_the_bench_are_listed_as_sitting_out():
    lines = (SeatLine(name="Cole, Ed"), SeatLine(name="Dahl, Fay", note="gone home"))
    [text] = pages(seat_list(SeatList(heading=HEADING, round="Round 1", lines=lines)))
    assert "sits out" in text
    assert "gone home" in text


def test_the_two_columns_of_a_seat_list_are_equally_long():
    found = places(seat_list(seats(40)))
    assert found["Guest 019"][0] < 300 < found["Guest 020"][0]


def letters(data):
    """Return the heights of all letters G (of "Guest") on the paper."""
    return [top - bottom for letter, _, bottom, _, top in boxes(data) if letter == "G"]


@pytest.mark.parametrize("look", [*PAPERS, *LARGE])
def test_a_short_list_has_larger_letters(look):
    few, many = seat_list(seats(12), look), seat_list(seats(160), look)
    assert page_count(few) == 1
    assert min(letters(few)) > 1.15 * min(letters(many))


@pytest.mark.parametrize("look", PAPERS)
@pytest.mark.parametrize("people", [7, 14, 26, 40])
def test_a_seat_list_fills_most_of_its_sheet(look, people):
    [picture] = pictures(seat_list(seats(people), look))
    ink = ImageChops.invert(picture).getbbox()
    assert ink[3] > 0.8 * picture.height


def test_a_long_name_stays_readable():
    for people in (7, 14, 26, 40):  # one of the first seven has a long name
        assert smallest_size(seat_list(seats(people))) >= 10


def test_an_empty_seat_list_is_still_a_page():
    [text] = pages(seat_list(seats(0)))
    assert "Round 3" in text


@pytest.mark.parametrize("look", [*PAPERS, *LARGE])
def test_the_web_address_for_guests_stands_at_the_foot_of_each_page(look):
    address = GuestAddress("http://10.0.0.2:8000/p/abcd2345/", "10.0.0.2:8000/p/abcd2345")
    data = seat_list(replace(seats(80), address=address), look)
    for number, text in enumerate(pages(data)):
        assert " ".join(text.split()).count("phone: 10.0.0.2:8000/p/abcd2345") == 1
        assert overlaps(boxes(data, number)) == []


def test_the_first_and_last_letter_of_a_page_are_named_without_accents():
    lines = [
        SeatLine(name=name, table="1", seat="N") for name in ("Åberg, Eva", "Aune, Bo", "Łuk, Al")
    ]
    assert _alphabet_part([lines]) == "A – L"
    assert _alphabet_part([lines[:2]]) == "A"
