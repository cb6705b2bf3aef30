import pytest

from party.progression import Award, Prize, SeatingError, Settled, award, shares

TOTALS = {"Alma": 900, "Bert": 1200, "Carol": 1200, "Dev": 500}
LOWEST_FIRST = {name: -total for name, total in TOTALS.items()}
MEASURES = {"total": TOTALS, "low": LOWEST_FIRST, "best_call": {"Dev": 520, "Alma": 340}}
HIGH = Prize("High", "total")
SECOND = Prize("Second high", "total")
LOW = Prize("Low", "low")
CALL = Prize("Best call", "best_call")
WOMEN = Prize("High woman", "total", group="women")
GROUPS = {"Alma": "women", "Carol": "women"}


def winners(*prizes, **options):
    return [each.entrants for each in award(prizes, MEASURES, groups=GROUPS, **options)]


def test_a_prize_goes_to_the_first_by_its_measure():
    assert award([LOW, CALL], MEASURES) == (Award(LOW, ("Dev",), -500), Award(CALL, ("Dev",), 520))


def test_a_prize_of_a_group_goes_to_the_best_of_the_group():
    assert winners(WOMEN) == [("Carol",)]


def test_a_tie_is_reported_and_not_broken():
    first, second = award([HIGH, SECOND], MEASURES)

    assert first == Award(HIGH, ("Bert", "Carol"), 1200)
    assert first.is_tied
    assert second.is_tied


def test_with_one_prize_each_nobody_wins_two_prizes():
    assert winners(LOW, CALL) == [("Dev",), ("Dev",)]
    assert winners(LOW, CALL, one_each=True) == [("Dev",), ("Alma",)]


def test_a_prize_without_candidates_has_no_winner():
    (unfilled,) = award([Prize("High guest", "total", group="guests")], MEASURES)

    assert unfilled.entrants == ()
    assert unfilled.value is None
    assert not unfilled.is_tied


def test_an_unknown_measure_is_refused():
    with pytest.raises(SeatingError, match="nothing is known about “slams”"):
        award([Prize("Most slams", "slams")], MEASURES)


THIRD = Prize("Third high", "total")
BOTH = frozenset({"Bert", "Carol"})


def test_two_people_who_share_the_first_prize_share_the_second_prize_too():
    shared = {"High": Settled(BOTH, ("Bert", "Carol"))}

    first, second, third = award([HIGH, SECOND, THIRD], MEASURES, settled=shared)

    assert first == Award(HIGH, ("Bert", "Carol"), 1200, is_shared=True)
    assert second.entrants == ("Bert", "Carol")
    assert not second.is_tied
    assert third.entrants == ("Alma",)


def test_sharing_the_second_place_leaves_the_first_unchanged():
    totals = {"Alma": 1500, "Bert": 1200, "Carol": 1200, "Dev": 500}
    shared = {"Second high": Settled(BOTH, ("Bert", "Carol"))}

    awards = award([HIGH, SECOND, THIRD], {"total": totals}, settled=shared)

    assert [each.entrants for each in awards] == [("Alma",), ("Bert", "Carol"), ("Bert", "Carol")]


def test_a_settlement_counts_only_while_the_same_people_are_tied():
    settled = {"High": Settled(BOTH, ("Carol",))}
    assert winners(HIGH, settled=settled) == [("Carol",)]

    totals = TOTALS | {"Alma": 1200}
    (new_award,) = award([HIGH], {"total": totals}, settled=settled)

    assert new_award.is_tied
    assert set(new_award.entrants) == {"Alma", "Bert", "Carol"}


def test_a_given_prize_ignores_the_measures():
    door = Prize("Door", "door")

    assert winners(CALL, door, HIGH, given={"Door": "Dev", "High": "Alma"}, one_each=True) == [
        ("Dev",),
        ("Dev",),
        ("Alma",),
    ]


def test_the_winner_of_a_given_prize_wins_no_other_with_one_each():
    door = Prize("Door", "door")

    assert winners(door, LOW, given={"Door": "Dev"}, one_each=True) == [("Dev",), ("Alma",)]
    assert winners(door, LOW, given={"Door": "Dev"}) == [("Dev",), ("Dev",)]


def test_people_who_share_a_prize_win_no_other_with_one_each():
    shared = {"High": Settled(BOTH, ("Bert", "Carol"))}
    measures = MEASURES | {"travelled": {"Bert": 5, "Dev": 4}}
    traveller = Prize("Traveller", "travelled")

    awards = award([HIGH, traveller], measures, settled=shared, one_each=True)

    assert awards[1].entrants == ("Dev",)


@pytest.mark.parametrize(
    ("cents", "people", "before", "expected"),
    [
        (1000, 2, 0, (500, 500)),
        (1000, 3, 0, (334, 333, 333)),
        (500, 3, 1000, (166, 167, 167)),
        (1, 4, 0, (1, 0, 0, 0)),
        (0, 3, 7, (0, 0, 0)),
        (2000, 1, 0, (2000,)),
    ],
)
def test_money_is_shared_to_the_cent(cents, people, before, expected):
    assert shares(cents, people, before=before) == expected


@pytest.mark.parametrize("people", range(1, 9))
@pytest.mark.parametrize("pot", [0, 1, 99, 100, 1001, 2500])
def test_shares_add_up_and_differ_by_one_cent_at_most(people, pot):
    first = shares(pot, people)
    second = shares(777, people, before=pot)
    total_shares = [before + after for before, after in zip(first, second, strict=True)]

    assert sum(first) == pot
    assert sum(second) == 777
    assert max(first) - min(first) <= 1
    assert max(total_shares) - min(total_shares) <= 1


def test_the_winner_of_a_prize_drawn_by_ticket_may_win_another_prize():
    ticket_prize, door = Prize("50/50", "fifty", is_ticket_prize=True), Prize("Door", "door")
    given = {"50/50": "Dev", "Door": "Dev"}
    assert winners(ticket_prize, CALL, given=given, one_each=True) == [("Dev",), ("Dev",)]
    assert winners(door, CALL, given=given, one_each=True) == [("Dev",), ("Alma",)]


CALLS = {"call": {"Alma": 520, "Bert": 520, "Carol": 520, "Dev": 520, "Ed": 400}}
SECOND_CALL = Prize("Second best call", "call")
BEST_CALL = Prize("Best call", "call")
PAIRS = {"call": [frozenset({"Alma", "Carol"}), frozenset({"Bert", "Dev"})]}
TIED = (("Alma", "Carol"), ("Bert", "Dev"))
ALL_FOUR = frozenset({"Alma", "Bert", "Carol", "Dev"})


def sides(*prizes, measures=CALLS, partnerships=PAIRS, **options):
    awards = award(prizes, measures, partnerships=partnerships, **options)
    return [(each.sides, each.is_tied) for each in awards]


def test_partners_share_a_prize_without_a_tie():
    one_best_pair = {"call": {"Alma": 520, "Carol": 520, "Ed": 400}}
    assert sides(BEST_CALL, SECOND_CALL, measures=one_best_pair) == [
        ((("Alma", "Carol"),), False),
        ((("Ed",),), False),
    ]


def test_two_pairs_with_the_same_score_are_tied_as_pairs():
    assert sides(BEST_CALL) == [(TIED, True)]


def test_the_pair_that_lost_the_cut_has_the_second_prize():
    settled = {"Best call": Settled(ALL_FOUR, ("Bert", "Dev"))}
    assert sides(BEST_CALL, SECOND_CALL, settled=settled) == [
        ((("Bert", "Dev"),), False),
        ((("Alma", "Carol"),), False),
    ]


def test_two_pairs_that_share_fill_two_places():
    shared = {"Best call": Settled(ALL_FOUR, ("Alma", "Bert", "Carol", "Dev"))}
    third = Prize("Third best call", "call")
    sides_of_prizes = sides(BEST_CALL, SECOND_CALL, third, settled=shared)
    assert sides_of_prizes == [(TIED, False), (TIED, False), ((("Ed",),), False)]


def test_a_prize_winner_is_skipped_and_the_partner_wins():
    given = {"Door": "Alma"}
    sides_of_prizes = sides(Prize("Door", "door"), BEST_CALL, given=given, one_each=True)
    assert sides_of_prizes[1] == ((("Bert", "Dev"), ("Carol",)), True)


def test_one_person_with_two_tied_partners_forms_two_tied_sides():
    two_partnerships = {"call": [frozenset({"Alma", "Carol"}), frozenset({"Alma", "Dev"})]}
    measures = {"call": {"Alma": 520, "Carol": 520, "Dev": 520}}
    assert sides(BEST_CALL, measures=measures, partnerships=two_partnerships) == [
        ((("Alma", "Carol"), ("Alma", "Dev")), True)
    ]


def test_a_tie_of_partners_can_be_settled_for_one_partner():
    settled = {"Best call": Settled(frozenset({"Alma", "Carol"}), ("Carol",))}
    one_best_pair = {"call": {"Alma": 520, "Carol": 520}}
    assert sides(BEST_CALL, measures=one_best_pair, settled=settled) == [((("Carol",),), False)]


def test_people_excluded_from_a_prize_have_no_part_in_a_shared_place():
    shared = {"Best call": Settled(ALL_FOUR, ("Alma", "Bert", "Carol", "Dev"))}
    third = Prize("Third best call", "call")
    second = Prize("Second best call", "call", excluded=frozenset({"Dev"}))
    assert sides(BEST_CALL, second, third, settled=shared) == [
        (TIED, False),
        ((("Alma", "Carol"), ("Bert",)), False),
        ((("Ed",),), False),
    ]
    unfilled = Prize("Second best call", "call", excluded=ALL_FOUR)
    assert sides(BEST_CALL, unfilled, settled=shared)[1] == ((("Ed",),), False)


def test_partners_who_share_a_prize_after_a_tie_fill_two_places():
    settled_pair = {"Best call": Settled(frozenset({"Alma", "Carol"}), ("Alma", "Carol"))}
    one_best_pair = {"call": {"Alma": 520, "Carol": 520, "Ed": 400}}
    third = Prize("Third best call", "call")
    sides_of_prizes = award(
        [BEST_CALL, SECOND_CALL, third], one_best_pair, partnerships=PAIRS, settled=settled_pair
    )
    assert [each.entrants for each in sides_of_prizes] == [
        ("Alma", "Carol"),
        ("Alma", "Carol"),
        ("Ed",),
    ]
