import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from party.models import Entrant, Party, Player
from party.queries.standings.series import parties_to_choose, plan_of, season, series_of
from tests.evening import create_user, helper_of, party_with
from tests.guard import setting_up
from tests.season import EW_AHEAD, NS_AHEAD, evening, players_of, season_of

pytestmark = pytest.mark.django_db

# NS_AHEAD gives North-South 490 and East-West 220, EW_AHEAD gives them 200 and 590.


@pytest.fixture
def ruth():
    return create_user()


@pytest.fixture
def evenings(ruth):
    """Return three evenings of the same four people."""
    first = evening(ruth, NS_AHEAD)
    who = players_of(first)
    return [
        first,
        evening(ruth, EW_AHEAD, week=1, who=who),
        evening(ruth, EW_AHEAD, week=2, who=who),
    ]


def totals(series):
    return {line.name: line.total for line in season(series).lines}


def line(series, name):
    return next(each for each in season(series).lines if each.name == name)


def test_the_totals_of_the_evenings_are_added_up(evenings):
    series = season_of(evenings)
    assert totals(series) == {"Alma": 890, "Bert": 1400, "Carol": 890, "Dev": 1400}
    nights = line(series, "Alma").nights
    assert [nights[party.pk].worth for party in evenings] == [490, 200, 200]


def test_players_with_equal_totals_share_a_place_in_the_order_of_their_names(evenings):
    lines = season(season_of(evenings)).lines
    assert [(each.place, each.name) for each in lines] == [
        ("1=", "Bert"),
        ("1=", "Dev"),
        ("3=", "Alma"),
        ("3=", "Carol"),
    ]


def test_each_of_two_players_who_share_a_rank_gets_all_points_of_the_rank(evenings):
    series = season_of(evenings, counting="ranks", ladder=(10, 6, 4, 2))
    # Two people share the first rank, and two share the third.
    assert totals(series) == {"Alma": 10 + 4 + 4, "Bert": 24, "Carol": 18, "Dev": 24}


def test_only_the_best_evenings_count(evenings):
    series = season_of(evenings, best=2)
    assert totals(series) == {"Alma": 690, "Bert": 1180, "Carol": 690, "Dev": 1180}
    nights = line(series, "Alma").nights
    assert [nights[party.pk].is_dropped for party in evenings] == [False, False, True]


def test_a_player_gets_attendance_points_even_for_a_dropped_evening(evenings):
    series = season_of(evenings, best=1, attendance=5)
    assert totals(series)["Alma"] == 490 + 3 * 5
    assert line(series, "Alma").attendance == 15


def test_a_player_with_too_few_evenings_has_no_rank(ruth, evenings):
    alma, *_ = players_of(evenings[0])
    evenings.append(evening(ruth, NS_AHEAD, week=3, who=[alma]))
    lines = season(season_of(evenings, least=2)).lines
    assert [each.rank for each in lines] == [1, 1, 3, 4, None, None, None]
    assert lines[-1].note == "came 1 of 2 times"
    assert line(season_of(evenings, name="All"), "Alma").attended == 4


def test_players_with_equal_names_have_separate_lines(ruth, evenings):
    evenings.append(evening(ruth, NS_AHEAD, week=3))  # four other people have the same names
    assert len(season(season_of(evenings)).lines) == 8


def test_a_party_counts_only_after_it_is_finished(ruth, evenings):
    who = players_of(evenings[0])
    evenings.append(evening(ruth, NS_AHEAD, week=3, who=who, finished=False))
    new_season = season(season_of(evenings))
    assert [party.name for party in new_season.parties] == ["Party 1", "Party 2", "Party 3"]
    assert [party.name for party in new_season.unfinished_parties] == ["Party 4"]
    assert new_season.lines[0].total == 1400


def test_house_players_and_people_without_a_name_have_no_line_in_a_series(evenings):
    with setting_up():
        Entrant.objects.filter(party=evenings[0], number=1).update(ranked=False)
        Entrant.objects.filter(party=evenings[0], number=2).update(player=None, name="")
    new_season = season(season_of(evenings))
    assert new_season.unnamed == 1
    assert {each.name: each.attended for each in new_season.lines} == {
        "Alma": 2,
        "Bert": 2,
        "Carol": 3,
        "Dev": 3,
    }


def test_a_series_without_parties_is_empty(evenings):
    series = season_of(evenings, parties=())
    assert season(series).lines == ()


def test_the_rule_is_written_in_sentences(evenings):
    plan = {"counting": "ranks", "ladder": (3, 1), "best": 1, "attendance": 2, "least": 2}
    assert season(season_of(evenings, **plan)).rule == (
        "An evening counts by place, from the first on: 3, 1.",
        "Tied players each get full points.",
        "Each player’s best evening counts.",
        "2 points extra for each evening attended.",
        "Only players who came at least 2 times are ranked.",
        "Equal totals share the place.",
    )
    assert season(season_of(evenings, name="B", best=3)).rule == (
        "Each evening counts in full.",
        "Each player’s best 3 evenings count.",
        "Equal totals share the place.",
    )


def test_the_list_counts_the_parties_of_a_series(ruth, evenings):
    season_of([*evenings, evening(ruth, NS_AHEAD, week=3, finished=False)])
    [found] = series_of(ruth)
    assert (found.name, found.party_count, found.finished_count) == ("Winter 2026", 4, 3)
    assert not series_of(create_user("Mallory"))


def test_a_helper_of_a_single_party_sees_no_series(evenings):
    season_of(evenings)
    hanna = helper_of(evenings[0])
    assert len(series_of(hanna)) == 1
    with setting_up():
        hanna.memberships.update(party=evenings[0])
    assert not series_of(hanna)


def test_only_parties_of_the_club_can_be_chosen(ruth, evenings):
    party_with(4, by=create_user("Mallory"))
    offered = [party.name for party in parties_to_choose(evenings[0].club)]
    assert offered == ["Party 3", "Party 2", "Party 1"]


def test_the_plan_of_a_series_has_the_stored_values(evenings):
    plan = plan_of(season_of(evenings, best=2, ladder=(3, 1)))
    assert (plan.best, plan.ladder, plan.parties) == (2, (3, 1), tuple(p.pk for p in evenings))


def test_three_and_twelve_parties_take_the_same_number_of_queries(ruth, evenings):
    who = players_of(evenings[0])
    evenings += [evening(ruth, NS_AHEAD, week=week, who=who) for week in range(3, 12)]

    def asked(series):
        with CaptureQueriesContext(connection) as queries:
            season(series)
        return len(queries)

    three = asked(season_of(evenings[:3], name="Three"))
    assert asked(season_of(evenings, name="Twelve")) == three <= 9


def test_the_season_names_who_won_most_rounds_overall_and_in_each_group(evenings):
    series = season_of(evenings, best=1, least=2)
    with setting_up():
        for name, group in (("Alma", "women"), ("Carol", "women"), ("Dev", "men")):
            Player.objects.filter(name=name).update(prize_group=group)
    assert {each.name: each.won for each in season(series).lines} == {
        "Alma": 1,
        "Bert": 2,
        "Carol": 1,
        "Dev": 2,
    }
    assert season(series).most_won == (
        "Most rounds won: Bert and Dev, 2 rounds.",
        "Most rounds won, men: Dev, 2 rounds.",
        "Most rounds won, women: Alma and Carol, 1 round.",
    )


def test_rounds_won_are_unknown_without_seats(ruth, evenings):
    with setting_up():
        Party.objects.filter(pk=evenings[0].pk).update(capture="untracked")
    [*_, rule] = season(season_of(evenings[:1])).rule
    assert rule == "Rounds won are not known of 1 evening without seats."
    assert season(season_of(evenings[:1], name="None")).most_won == ()
