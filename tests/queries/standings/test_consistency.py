from dataclasses import replace

import pytest

from party.models import Entrant, Entry, Round, Tally
from party.progression import FORMATS
from party.queries.standings import consistency
from party.queries.standings.consistency import standing_differences
from party.queries.standings.standings import standings
from party.services.people.arrivals import arrive_late, go_home
from party.services.scores.tables import finish_table, report_ahead, set_table_capture
from tests.evening import (
    AT,
    BY_PROGRAM,
    add_people,
    close,
    enter,
    enter_total,
    party_with,
    seat_next,
    spot,
    start,
    start_next_round,
    started_party,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db

ALL_TIES = "rounds_won_best_round_fewest_sets"
# Each table plays these three sets of hands in turn.
HANDS = ("8hn9 7ce7 7sn6 9dw9", "8he7 7cn8 8ss8 7dw6", "7nn7 7hw7 10ss9 7ce9")


def party_by(people=9, **changes):
    format_ = FORMATS["midway"].replace(**changes)
    return party_with(people, rounds_planned=3, format_values=format_.values())


def play_unlike(party, rounds, total_at=0):
    """Play rounds with different hands at each table; one table may have a total."""
    for number in range(1, rounds + 1):
        if party.rounds.exists():
            seat_next(party)
        start(party)
        tables = party.rounds.get(number=party.rounds.count()).tables.count()
        for table in range(1, tables + 1):
            if table == total_at:
                set_table_capture(spot(party, table), "totals", **BY_PROGRAM)
                enter_total(party, 300, 120, table, hands=4)
            else:
                enter(party, HANDS[(number + table) % 3], table)
        close(party)


def test_before_the_first_round_is_closed_there_is_nothing_to_compare():
    assert standing_differences(party_with(8)) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"count_back": "none"},
        {"count_back": ALL_TIES, "sit_out_credit": "own_average"},
        {"count_back": "rounds_won", "sit_out_credit": "fixed"},
        {"round_credit": "both", "count_back": ALL_TIES},
        {"round_credit": "wins_only", "sit_out_credit": "fixed", "sit_out_points": 1},
    ],
)
def test_standings_in_each_format_have_no_differences(changes):
    party = party_by(**changes)
    play_unlike(party, 3)

    assert standing_differences(party) == []


@pytest.mark.parametrize("late_arrival_credit", ["no", "as_sit_out"])
@pytest.mark.parametrize("sit_out_credit", ["room_average", "own_average"])
def test_standings_with_latecomers_and_leavers_have_no_differences(
    late_arrival_credit, sit_out_credit
):
    party = party_by(8, late_arrival_credit=late_arrival_credit, sit_out_credit=sit_out_credit)
    add_people(party, 1, state=Entrant.State.EXPECTED)
    play_unlike(party, 1)
    arrive_late(party.pk, party.entrants.get(number=9).pk, **BY_PROGRAM)
    go_home(party.pk, party.entrants.get(number=2).pk, **BY_PROGRAM)
    play_unlike(party, 2, total_at=1)

    assert standing_differences(party) == []


def test_a_measure_that_one_person_does_not_have_makes_no_difference():
    party = party_by(8, count_back=ALL_TIES)
    play_unlike(party, 1, total_at=2)

    assert standing_differences(party) == []


def test_standings_with_a_table_that_was_not_played_have_no_differences():
    party = started_party(8, rounds_planned=1)
    enter(party, HANDS[0])
    finish_table(spot(party, 2), **BY_PROGRAM, reason="the bus came")
    close(party)

    assert standing_differences(party) == []


def final_card(party, number, boxes, total, status=Tally.Status.IN_FORCE):
    with setting_up():
        Tally.objects.create(
            party=party,
            entrant=party.entrants.get(number=number),
            rounds=boxes,
            total=total,
            at=AT,
            submission=f"{number:032x}",
            status=status,
        )


def cards_of_everybody(party):
    final_card(party, 1, [120, 80, 40], 240)
    final_card(party, 2, [120, None, 40], 160)
    final_card(party, 3, [], 200)
    final_card(party, 4, [60], 60)
    final_card(party, 5, [10, 10, 10], 30, Tally.Status.REPLACED)
    for number in range(6, 10):
        final_card(party, number, [50, 60, 70], 180)


@pytest.mark.parametrize("capture", ["cards", "untracked"])
@pytest.mark.parametrize("cards", [False, True])
def test_standings_from_final_cards_have_no_differences(capture, cards):
    party = party_with(9, capture=capture)
    for number in range(1, 4):
        if number > 1:
            seat_next(party)
        start(party)
        if capture == "cards":
            for table in (1, 2):
                report_ahead(spot(party, table), "NS", shown_pair="", **BY_PROGRAM)
        close(party)
    if cards:
        cards_of_everybody(party)

    assert standing_differences(party) == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rounds": ()}, "has {}, computed are {1:"),
        ({"total": 7}, "is not the sum of the rounds."),
        ({"rank": 77}, "The ranks are {"),
        ({"low_rank": 77}, "The ranks from the low end are {"),
    ],
)
def test_wrong_standings_are_found(played_party, monkeypatch, changes, words):
    first, *others = standings(played_party).lines
    shown = replace(standings(played_party), lines=(replace(first, **changes), *others))
    monkeypatch.setattr(consistency, "standings", lambda _party: shown)

    assert words in " ".join(standing_differences(played_party))


def test_a_person_missing_from_the_standings_is_found(played_party, monkeypatch):
    shown = replace(standings(played_party), lines=standings(played_party).lines[1:])
    monkeypatch.setattr(consistency, "standings", lambda _party: shown)

    assert standing_differences(played_party) == [
        "The standings do not list those who have played."
    ]


def test_a_closed_round_with_an_unfinished_table_is_found(played_party):
    with setting_up():
        Entry.objects.filter(table__round__number=2, table__number=1, hand=4).update(
            status=Entry.Status.UNDONE
        )

    assert standing_differences(played_party) == [
        "Round 2 is closed, but table 1 has not finished."
    ]


def test_a_table_with_other_points_than_its_entries_is_found(played_party, monkeypatch):
    scores = consistency.table_scores
    monkeypatch.setattr(
        consistency,
        "table_scores",
        lambda party, number: {
            key: score._replace(ns=score.ns + 10 * (key == 2))
            for key, score in scores(party, number).items()
        },
    )

    assert standing_differences(played_party) == [
        f"Round {number}, table 2: its points are not its entries'." for number in (1, 2)
    ]


def test_an_open_round_does_not_count(played_party):
    start_next_round(played_party)
    enter(played_party, HANDS[0])

    assert Round.objects.get(number=3).state == Round.State.PLAYING
    assert standing_differences(played_party) == []
