import pytest

from party.progression import Award, Prize, SeatingError, award

TOTALS = {"Alma": 900, "Bert": 1200, "Carol": 1200, "Dev": 500}
MEASURES = {"total": TOTALS, "best_call": {"Dev": 520, "Alma": 340}}
HIGH = Prize("High", "total")
SECOND = Prize("Second high", "total")
LOW = Prize("Low", "total", lowest=True)
CALL = Prize("Best call", "best_call")
WOMEN = Prize("High woman", "total", group="women")
GROUPS = {"Alma": "women", "Carol": "women"}


def winners(*prizes, **options):
    return [each.entrants for each in award(prizes, MEASURES, groups=GROUPS, **options)]


def test_high_low_and_other_measures():
    assert award([LOW, CALL], MEASURES) == (Award(LOW, ("Dev",), 500), Award(CALL, ("Dev",), 520))


def test_prize_of_a_group():
    assert winners(WOMEN) == [("Carol",)]


def test_a_tie_is_reported_and_not_broken():
    first, second = award([HIGH, SECOND], MEASURES)

    assert first == Award(HIGH, ("Bert", "Carol"), 1200)
    assert first.tied
    assert second.tied


def test_second_goes_to_the_next_once_the_tie_is_decided():
    assert winners(HIGH, SECOND, decided={"High": "Carol"}) == [("Carol",), ("Bert",)]


def test_a_tie_is_decided_only_for_somebody_in_it():
    with pytest.raises(SeatingError, match="High cannot go to Alma, who is not in the tie"):
        award([HIGH], MEASURES, decided={"High": "Alma"})


def test_one_prize_each():
    assert winners(LOW, CALL) == [("Dev",), ("Dev",)]
    assert winners(LOW, CALL, one_each=True) == [("Dev",), ("Alma",)]


def test_a_prize_for_which_nobody_is_left():
    (nobody,) = award([Prize("High guest", "total", group="guests")], MEASURES)

    assert nobody.entrants == ()
    assert nobody.value is None
    assert not nobody.tied


def test_an_unknown_measure_is_refused():
    with pytest.raises(SeatingError, match="nothing is known about “slams”"):
        award([Prize("Most slams", "slams")], MEASURES)
