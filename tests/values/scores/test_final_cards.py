import pytest

from party.values.people.person import Person
from party.values.scores.final_cards import TallyLine, TypedCard

# 310, −60 and 500 at the tables add up to 750; 240 for sitting out makes 990.
KNOWN = (310, None, -60, 500)


def line(total, boxes=KNOWN, tables_total=990):
    return TallyLine(
        person=Person(1, 1, "Alma"),
        card=TypedCard((), total),
        boxes=boxes,
        tables_total=tables_total,
        credits={2: 240},
        absences={2: "sat out"},
    )


@pytest.mark.parametrize("total", [990, 750])
def test_a_total_on_a_card_agrees_with_or_without_the_credits(total):
    assert line(total).faults == ()


@pytest.mark.parametrize(
    ("total", "cause"),
    [
        (680, "round 1 (310) were missing"),
        (440, "round 1 (310) were missing"),  # the card lacks the credit as well
        (1490, "round 4 (500) counted twice"),
        (1110, "round 3 (−60) had the other sign"),
        (870, "round 3 (−60) had the other sign"),
        (810, "round 3 (−60) were missing"),
    ],
)
def test_the_fault_names_one_round_that_explains_the_difference(total, cause):
    assert line(total).faults == (f"The tables add up to 990: it looks as if {cause}.",)


def test_a_difference_that_no_single_round_explains_is_reported_alone():
    assert line(1000).faults == ("The tables add up to 990.",)


def test_a_round_without_points_explains_no_difference():
    assert line(10, boxes=(0,), tables_total=0).faults == ("The tables add up to 0.",)


def test_no_card_agrees_while_the_points_of_the_tables_are_unknown():
    assert not line(500, tables_total=None).card_agrees
    assert line(500, tables_total=None).state == "in"
