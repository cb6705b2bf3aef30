from random import Random

import pytest

from party.management.rehearsal import seat_lines
from party.management.simulated_evening import decide_cuts, newcomers_for, sample_people
from party.queries.scores.tables import table_scores
from party.services.evening.rounds import check_round
from party.values.people.person import Person, Sitting
from tests.evening import BY_PROGRAM, create_user, enter, party_with, started_party

TIE = "8hn8 8he8 8ss8 8sw8"


def test_people_beyond_the_rosters_are_guests():
    people = sample_people(70)

    assert len(people) == 70
    assert people[0] == ("Łukasz Nguyễn", "men")
    assert [name for name, _ in people[66:]] == ["Guest 67", "Guest 68", "Guest 69", "Guest 70"]


@pytest.mark.django_db
def test_each_player_of_the_club_is_matched_with_only_one_newcomer():
    party = party_with(8)  # the names begin with Alma and Bert

    people = newcomers_for(party.club, [("Alma", ""), ("Alma", ""), ("Zoë", "women")])

    alma = party.entrants.get(number=1).player_id
    assert [newcomer.player for newcomer in people] == [alma, None, None]


@pytest.mark.django_db
@pytest.mark.parametrize(("rounds", "cuts"), [(3, 1), (1, 0)])
def test_tables_with_a_tie_cut_cards_except_in_the_last_round(rounds, cuts):
    party = started_party(4, by=create_user(), rounds_planned=rounds)
    enter(party, TIE)
    check_round(party.pk, **BY_PROGRAM)

    decide_cuts(party, 1, Random(1), **BY_PROGRAM)

    assert sum(bool(score.cut) for score in table_scores(party, 1).values()) == cuts


def test_the_printed_seats_list_people_who_sit_out_without_a_partner():
    bert, dora = Person(1, 1, "Bert"), Person(2, 2, "Dora")
    sitting_out = (Sitting(bert, None, None), Sitting(dora, None, None))
    assert list(seat_lines((), sitting_out)) == ["  Bert: out", "  Dora: out"]
    seated = (Sitting(bert, 1, "N"), Sitting(dora, 1, "S"))
    assert next(iter(seat_lines((), seated))) == "  Bert: 1N, with Dora"
