import pytest

from party.models import Entrant, LogLine, Player
from party.queries.people.merge_players import (
    merge_of,
    players_by_name,
    recent_merges,
    similar_pairs,
    similar_players,
)
from party.queries.people.players import players_of_club
from party.queries.standings.series import season
from party.services.people import merge_players, players
from party.values.people.attendance import Newcomer
from party.values.refusals import Refused
from tests.evening import BY_PROGRAM, create_user, party_with, refusal_of
from tests.guard import setting_up
from tests.season import EW_AHEAD, NS_AHEAD, evening, season_of
from tests.services.scores.test_races import race

pytestmark = pytest.mark.django_db


@pytest.fixture
def ruth():
    return create_user()


@pytest.fixture
def club(ruth):
    return ruth.memberships.get().club


def player(club, name, **more):
    with setting_up():
        return Player.objects.create(club=club, name=name, sort_name=name, **more)


def listed(club, name):
    return next(each for each in players_of_club(club) if each.name == name)


def two_players(ruth):
    first, second = party_with(4, by=ruth), party_with(4, by=ruth, name="Spring party")
    with setting_up():
        Player.objects.filter(entrants__party=second).update(name="x", sort_name="x")
        one = first.entrants.get(number=1).player
        other = second.entrants.get(number=1).player
        Player.objects.filter(pk=other.pk).update(
            name="Alma R", sort_name="R, Alma", prize_group="women", notes="vegetarian"
        )
        Player.objects.filter(pk=one.pk).update(notes="hard of hearing")
    return one, other


def test_a_merged_player_has_the_evenings_of_both_players(ruth, club):
    one, other = two_players(ruth)
    kept = merge_players.merge_players(club.pk, one.pk, other.pk, **BY_PROGRAM)
    assert kept.pk == one.pk
    assert not Player.objects.filter(pk=other.pk).exists()
    kept.refresh_from_db()
    assert (kept.name, kept.prize_group) == ("Alma", "women")
    assert kept.notes == "hard of hearing\nvegetarian"
    assert listed(club, "Alma").party_count == 2
    line = LogLine.objects.first()
    assert (line.verb, line.words) == ("players merged", "Alma R is the same person as Alma")
    assert [entrant.name for entrant in kept.entrants.order_by("pk")] == ["Alma", "Alma"]


def test_a_series_counts_merged_players_together(ruth, club):
    first, second = evening(ruth, NS_AHEAD), evening(ruth, EW_AHEAD, week=1)
    series = season_of([first, second])
    one, other = first.entrants.get(number=1).player, second.entrants.get(number=1).player
    assert {line.attended for line in season(series).lines} == {1}
    assert merge_of(club, one.pk, other.pk).series == ("Winter 2026",)
    merge_players.merge_players(club.pk, one.pk, other.pk, **BY_PROGRAM)
    alma = next(line for line in season(series).lines if line.name == one.name)
    assert (alma.attended, alma.total) == (2, 490 + 200)


def test_undoing_a_merge_restores_both_players(ruth, club):
    one, other = two_players(ruth)
    before = {each.name: each.party_count for each in players_of_club(club)}
    merge_players.merge_players(club.pk, one.pk, other.pk, **BY_PROGRAM)
    [(line, _words)] = recent_merges(club)
    back = merge_players.unmerge_players(club.pk, line, **BY_PROGRAM)
    assert (back.name, back.prize_group, back.notes) == ("Alma R", "women", "vegetarian")
    one.refresh_from_db()
    assert (one.prize_group, one.notes) == ("", "hard of hearing")
    assert {each.name: each.party_count for each in players_of_club(club)} == before
    assert recent_merges(club) == ()
    assert "undone already" in refusal_of(
        merge_players.unmerge_players, club.pk, line, **BY_PROGRAM
    )


def test_undoing_a_merge_keeps_later_changes(ruth, club):
    one, other = two_players(ruth)
    merge_players.merge_players(club.pk, one.pk, other.pk, **BY_PROGRAM)
    with setting_up():
        Player.objects.filter(pk=one.pk).update(prize_group="men")
    merge_players.unmerge_players(club.pk, recent_merges(club)[0][0], **BY_PROGRAM)
    one.refresh_from_db()
    assert one.prize_group == "men"


def test_latest_merge_of_a_chain_is_undone_first(ruth, club):
    one, other = two_players(ruth)
    third = player(club, "A. R.")
    merge_players.merge_players(club.pk, one.pk, other.pk, **BY_PROGRAM)
    merge_players.merge_players(club.pk, third.pk, one.pk, **BY_PROGRAM)
    last, first = (line for line, _words in recent_merges(club))
    assert "has been merged again" in refusal_of(
        merge_players.unmerge_players, club.pk, first, **BY_PROGRAM
    )
    merge_players.unmerge_players(club.pk, last, **BY_PROGRAM)
    assert Player.objects.get(name="Alma").pk == one.pk
    merge_players.unmerge_players(club.pk, first, **BY_PROGRAM)
    assert [listed(club, name).party_count for name in ("Alma", "Alma R", "A. R.")] == [1, 1, 0]


def test_players_of_the_same_party_are_not_merged(ruth, club):
    party = party_with(4, by=ruth)
    one, other = (party.entrants.get(number=n).player for n in (1, 2))
    text = refusal_of(merge_players.merge_players, club.pk, one.pk, other.pk, **BY_PROGRAM)
    assert text == "Alma and Bert were both at Autumn party: they are two people."
    assert Player.objects.count() == 4


def test_players_of_another_club_are_not_merged(ruth, club):
    one = player(club, "Alma")
    stranger = player(create_user("Mallory").memberships.get().club, "Alma")
    for other in (one.pk, stranger.pk, 0):
        assert "Choose two players" in refusal_of(
            merge_players.merge_players, club.pk, one.pk, other, **BY_PROGRAM
        )
        assert merge_of(club, one.pk, other) is None
    assert "undone already" in refusal_of(merge_players.unmerge_players, club.pk, 0, **BY_PROGRAM)


def test_two_players_who_met_at_a_party_are_no_similar_pair(ruth, club):
    for name in ("Marta Olson", "Marta Olsen", "Olson, Mârta", "Ed Novak"):
        player(club, name)
    found = similar_pairs(club, players_of_club(club))
    assert {frozenset((one.name, other.name)) for one, other in found} == {
        frozenset(("Marta Olson", "Marta Olsen")),
        frozenset(("Marta Olson", "Olson, Mârta")),
        frozenset(("Marta Olsen", "Olson, Mârta")),
    }
    party = party_with(0, by=ruth)
    with setting_up():
        for number, name in enumerate(("Marta Olson", "Marta Olsen"), start=1):
            Entrant.objects.create(
                party=party, player=Player.objects.get(name=name), number=number, name=name
            )
    assert len(similar_pairs(club, players_of_club(club))) == 2
    marta = listed(club, "Marta Olson")
    others = [each for each in players_of_club(club) if each != marta]
    assert [each.name for each in similar_players(marta, others)] == [
        "Marta Olsen",
        "Olson, Mârta",
    ]


def test_search_matches_the_beginning_of_any_name(club):
    player(club, "Marta Olson")
    player(club, "Ed Novak", word="Elm St")
    assert [each.name for each in players_by_name(players_of_club(club), "ols mar")] == [
        "Marta Olson"
    ]
    assert [each.name for each in players_by_name(players_of_club(club), "elm")] == ["Ed Novak"]
    assert players_by_name(players_of_club(club), "x") == ()


def test_adding_a_list_with_a_merged_player_is_refused(ruth, club):
    one, other = two_players(ruth)
    merge_players.merge_players(club.pk, one.pk, other.pk, **BY_PROGRAM)
    tonight = party_with(0, by=ruth)
    newcomers = [Newcomer("Alma R", player=other.pk)]
    with pytest.raises(Refused) as refusal:
        players.add_entrants(tonight.pk, newcomers, **BY_PROGRAM)
    assert "were merged just now" in str(refusal.value)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_time", range(3))
def test_a_player_may_be_merged_and_added_to_a_party_at_the_same_moment(_time):
    ruth = create_user()
    club = ruth.memberships.get().club
    one, other = two_players(ruth)
    tonight = party_with(0, by=ruth)
    merged, listed = race(
        ("merge_people", club.pk, one.pk, other.pk),
        ("add_club_player", tonight.pk, "Alma R", other.pk),
    )
    assert merged[0] == "ok"
    assert listed[0] in {"ok", "refused"}
    assert Entrant.objects.filter(player=one).count() == (3 if listed[0] == "ok" else 2)
