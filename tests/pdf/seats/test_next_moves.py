import pytest

from party.pdf.seats.next_moves import NextMoveSheet, next_move_slips
from party.values.seats.next_moves import MoveOutcome, NextMove
from tests.pdf.cast import HEADING, LARGE, LONG, PAPERS, name
from tests.pdf.reading import boxes, overlaps, page_count, pages, places

FAR = "Go to the last table, that is table 40. Sit across from the one who kept the chair."
NOTES = ("A tie: cut the cards.", "If your name is read out, take that seat instead.")
OUT = f"Sitting out round 4: {LONG}, Bert."


def slip(number, **values):
    return NextMove(
        **{
            "name": name(number),
            "table": str(number // 4 + 1),
            "place": f"{('North', 'East', 'South', 'West')[number % 4]}, round 3",
            "outcomes": (
                MoveOutcome(when="If you are ahead", text="Stay where you are."),
                MoveOutcome(when="If you are behind", text=FAR),
            ),
            **values,
        }
    )


def sheet(people, **values):
    return NextMoveSheet(
        heading=HEADING,
        **{"slips": tuple(map(slip, range(people))), "notes": NOTES, "sitting_out": OUT, **values},
    )


@pytest.mark.parametrize(("look", "slips"), [*((look, 8) for look in PAPERS), (LARGE[0], 4)])
def test_a_sheet_has_eight_slips_or_four_large_slips(look, slips):
    assert page_count(next_move_slips(sheet(slips, sitting_out=""), look)) == 1
    assert page_count(next_move_slips(sheet(slips + 1, sitting_out=""), look)) == 2


def test_cut_and_stacked_slips_are_in_order_of_tables():
    pdf = next_move_slips(sheet(16, notes=(), sitting_out=""))
    first, second = (places(pdf, page) for page in (0, 1))
    assert {name(0), name(2), name(4)} <= set(first)
    assert {name(1), name(3)} <= set(second)
    assert first[name(0)] == second[name(1)]


def test_a_slip_with_long_texts_gets_more_room():
    outcomes = tuple(
        MoveOutcome(when=f"If {LONG} is ahead", text=f"{FAR} {FAR}") for _ in range(2)
    )
    large = NextMoveSheet(
        heading=HEADING, slips=(slip(1, outcomes=outcomes, first=FAR),) * 8, notes=NOTES
    )
    pdf = next_move_slips(large)
    assert page_count(pdf) > 1
    assert overlaps(boxes(pdf)) == []


def test_a_text_too_long_for_any_paper_is_still_printed():
    endless = sheet(2, notes=(f"Sitting out: {', '.join([LONG] * 60)}",))
    assert page_count(next_move_slips(endless)) == 1


def test_a_name_that_cannot_be_printed_has_a_writing_line():
    blank = NextMove(place="Seat ____", outcomes=(MoveOutcome(when="If you are ahead"),))
    pdf = next_move_slips(sheet(0, slips=(blank, slip(0, name="王小明"))))
    assert "If you are ahead" in pages(pdf)[0]


def test_the_slip_of_a_substitute_does_not_say_who_sits_out():
    substitute = slip(1, first="You play round 4, in the place of Bert.")
    text = " ".join(pages(next_move_slips(sheet(0, slips=(slip(0), substitute))))[0].split())
    assert text.count("Sitting out") == 1
    assert text.count("A tie") == 2
