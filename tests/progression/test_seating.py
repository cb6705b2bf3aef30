import pytest

from party.progression import Seating, SeatingError

TABLES = (("Alma", "Bert", "Carol", "Dev"), ("Ed", "Fay", "Gus", "Hilde"))


def test_a_seating_gives_the_chair_and_partner_of_a_person():
    seating = Seating(TABLES, ("Ida",))

    assert seating.chair("Gus") == (2, "S")
    assert seating.partner("Gus") == "Ed"
    assert seating.partner("Bert") == "Dev"


def test_people_on_the_bench_or_absent_have_no_chair():
    seating = Seating(TABLES, ("Ida",))

    for entrant in ("Ida", "Mallory"):
        assert seating.chair(entrant) is None
        assert seating.partner(entrant) is None
    assert "Ida" in seating
    assert "Mallory" not in seating


def test_everybody_is_listed_by_table_and_chair_with_the_bench_last():
    assert Seating(TABLES, ("Ida",)).everybody() == (*TABLES[0], *TABLES[1], "Ida")


def test_a_person_with_two_places_is_refused():
    with pytest.raises(SeatingError) as caught:
        Seating(TABLES, ("Bert", "Gus", "Ida"))

    assert str(caught.value) == "In two places at once: Bert, Gus."
    assert caught.value.code == "twice"
    assert caught.value.params["entrants"] == ("Bert", "Gus")
    assert caught.value.faults[0].text == str(caught.value)


def test_a_table_without_four_people_is_refused():
    with pytest.raises(SeatingError, match=r"^Table 2 must have four people\.$") as caught:
        Seating((TABLES[0], ("Ed", "Fay", "Gus")))

    assert caught.value.tables == (2,)
