import pytest

from party.pdf.drawing.pages import INCH, split_for_cutting
from party.pdf.seats.cards import (
    SeatCard,
    add_spares,
    cutting_for,
    plan_card,
    seat_cards,
    sheets_of_cards,
)
from party.values.papers import Look, PaperSize
from tests.pdf.cast import LETTER, LONG, PAPERS, card_sheet, name
from tests.pdf.reading import boxes, overlaps, page_count, pages, places


def corner(point, look=LETTER):
    """Return the quarter that holds a point: 0 and 1 are above 2 and 3."""
    size = cutting_for(8, look).size
    return (point[0] > size.width / 2) + 2 * (point[1] < size.height / 2)


def test_each_name_is_in_its_quarter_of_the_sheet():
    people = 22
    data = seat_cards(card_sheet(people))
    sheets = -(-(people + 3) // 4)
    assert page_count(data) == sheets
    for number in range(people):
        if name(number) == LONG:
            continue  # this name is on two lines
        slot, sheet = divmod(number, sheets)
        assert corner(places(data, sheet)[name(number)]) == slot


def test_cut_seat_cards_are_stacked_in_their_order_with_blank_cards_last():
    cards = add_spares(card_sheet(22), per_sheet=4)
    sheets = list(split_for_cutting(cards, 4))
    stacked = [sheet[slot] for slot in range(4) for sheet in sheets]
    assert tuple(stacked[:22]) == card_sheet(22).cards
    assert set(stacked[22:]) == {SeatCard()}


@pytest.mark.parametrize(("people", "sheets"), [(8, 3), (20, 6), (22, 7), (160, 44)])
def test_every_ten_people_have_a_spare_card_and_the_last_sheet_is_full(people, sheets):
    sheet = card_sheet(people)
    assert sheets_of_cards(people, sheet.rounds) == sheets
    assert page_count(seat_cards(sheet)) == sheets
    assert len(add_spares(sheet, per_sheet=4)) - people >= people / 10


def test_the_number_of_spare_cards_can_be_chosen():
    for spares, sheets in ((0, 2), (5, 4)):
        assert page_count(seat_cards(card_sheet(8, spares=spares))) == sheets


def test_a_card_has_table_seat_number_and_partner():
    [text] = pages(seat_cards(card_sheet(4, spares=0)))
    for words in ("No. 3", "Start:  table", "partner: N", "Checked by", "Best call", "In words"):
        assert words in text


def test_a_card_of_a_blind_draw_has_a_place_but_no_name():
    card = SeatCard(number="27", table="7", seat="N", partner="S")
    [text] = pages(seat_cards(card_sheet(0, cards=(card,) * 4, spares=0)))
    assert text.count("No. 27") == 4
    assert text.count("Name") == 4


def test_the_card_of_a_person_who_sits_out_names_no_table():
    card = SeatCard(name="Ed", start_note="You sit out round 1")
    [text] = pages(seat_cards(card_sheet(0, cards=(card,) * 4, spares=0)))
    assert text.count("You sit out round 1") == 4
    assert "Start:" not in text


def test_a_fixed_path_is_printed_in_the_table_column():
    card = SeatCard(name="Ed", path=tuple(f"{table} E" for table in range(3, 11)))
    [text] = pages(seat_cards(card_sheet(0, cards=(card,) * 4, spares=0)))
    assert text.count("10 E") == 4


@pytest.mark.parametrize("hands", [4, 5])
def test_a_card_has_a_column_for_every_hand(hands):
    sheet = card_sheet(4, hands=hands, spares=0)
    plan = plan_card(sheet, cutting_for(8, LETTER))
    rights = plan.columns
    widths = [b - a for a, b in zip((0, *rights), rights, strict=False)]
    assert len(widths) == hands + 4
    assert widths[2] / INCH == pytest.approx(1.84 / hands, abs=0.01)
    assert rights[-1] == pytest.approx(plan.width)


@pytest.mark.parametrize("look", PAPERS)
@pytest.mark.parametrize(("rounds", "inches"), [(5, 0.335), (8, 0.335), (9, 0.315), (10, 0.28)])
def test_rows_are_high_enough_to_write_in(look, rounds, inches):
    plan = plan_card(card_sheet(rounds=rounds), cutting_for(rounds, look))
    assert plan.row / INCH >= inches


def test_a_card_of_11_rounds_takes_half_a_sheet_and_has_room_for_20_rounds():
    assert page_count(seat_cards(card_sheet(8, rounds=10, spares=0))) == 2
    assert page_count(seat_cards(card_sheet(8, rounds=11, spares=0))) == 4
    plan = plan_card(card_sheet(rounds=20), cutting_for(20, LETTER))
    assert plan.row / INCH >= 0.3


def test_the_values_of_bids_are_on_the_card_if_there_is_room():
    [short] = pages(seat_cards(card_sheet(4, rounds=5, spares=0)))
    [longer] = pages(seat_cards(card_sheet(4, rounds=10, spares=0)))
    assert short.count("520") == 4
    assert "520" not in longer


@pytest.mark.parametrize("look", PAPERS)
@pytest.mark.parametrize("rounds", [4, 5, 8, 10, 11, 20])
def test_no_letters_overlap(look, rounds):
    data = seat_cards(card_sheet(8, rounds=rounds, breaks=(2,)), look)
    assert overlaps(boxes(data)) == []


def test_a_long_name_is_whole_and_inside_its_card():
    data = seat_cards(card_sheet(0, cards=(SeatCard(name=LONG, number="160"),) * 4, spares=0))
    [text] = pages(data)
    assert "".join(LONG.split()) in "".join(text.split())
    size = cutting_for(8, LETTER).size
    for _, left, bottom, right, top in boxes(data):
        assert not left < size.width / 2 < right
        assert not bottom < size.height / 2 < top


@pytest.mark.parametrize("rounds", [10, 14, 20])
@pytest.mark.parametrize("paper", PaperSize)
def test_there_is_space_below_the_name_and_large_print_is_never_smaller(rounds, paper):
    sheet = card_sheet(4, rounds=rounds)
    normal, large = (
        (plan_card(sheet, cutting), cutting.size.scale)
        for cutting in (cutting_for(rounds, Look(paper=paper, large=big)) for big in (False, True))
    )
    assert normal[0].gap >= 2
    for field in ("name", "text", "start"):
        small, big = (getattr(plan.style, field) * scale for plan, scale in (normal, large))
        assert big >= small
    assert large[0].row * large[1] >= normal[0].row * 0.99
