"""People of one name are told apart by an ending: number, “Alma (9)”, or word, “Alma, Oak St”."""

import pytest

from party.models import Entrant, LogLine, Player
from party.queries.people.consistency import name_differences
from party.queries.people.players import players_of_club
from party.services.evening import rounds
from party.services.log.undo import undo_line
from party.services.people import arrivals, merge_players, players
from party.values.people.attendance import Newcomer
from party.values.refusals import Refused
from tests.evening import BY_PROGRAM, draw, party_with, set_people, start

pytestmark = pytest.mark.django_db
ALMA = Newcomer("Alma", is_namesake=True)
OAK = Newcomer("alma", is_namesake=True, word="Oak St")


@pytest.fixture
def party():
    return party_with(8)


def add(party, *people, **options):
    return players.add_entrants(party.pk, people, **BY_PROGRAM, **options)


def almas(party):
    assert name_differences(party) == []
    rows = Entrant.objects.filter(party=party, name__iexact="alma").order_by("number")
    return list(map(str, rows))


def undo(party):
    party.refresh_from_db()
    line = LogLine.objects.filter(party=party).first()
    undo_line(party.pk, line.pk, shown_revision=party.revision, **BY_PROGRAM)


def test_two_people_of_one_name_are_told_apart_by_a_number_or_a_word(party):
    [row] = add(party, ALMA)
    assert str(row) == "Alma (9)"
    assert almas(party) == ["Alma (1)", "Alma (9)"]
    [row] = add(party, OAK)
    assert LogLine.objects.first().words == "alma, Oak St added"
    assert almas(party) == ["Alma (1)", "Alma (9)", "alma, Oak St"]
    assert row.player.word == "Oak St"


def test_the_only_remaining_person_of_a_name_has_no_ending(party):
    add(party, OAK)
    undo(party)
    assert almas(party) == ["Alma"]
    [row] = add(party, OAK)
    players.remove_entrant(party.pk, row.pk, **BY_PROGRAM)
    assert almas(party) == ["Alma"]


def test_renaming_updates_the_endings_of_both_names(party):
    bert = party.entrants.get(name="Bert")
    players.rename_entrant(party.pk, bert.pk, "Alma", is_namesake=True, **BY_PROGRAM)
    assert LogLine.objects.first().words == "Bert is now Alma (2)"
    players.rename_entrant(party.pk, bert.pk, "Bertha", **BY_PROGRAM)
    assert almas(party) == ["Alma"]


def test_the_word_beside_a_name_is_set_and_removed_and_its_removal_is_undone(party):
    add(party, ALMA)
    alma = party.entrants.get(number=1)
    players.set_word(party.pk, alma.pk, " (Elm   St) ", **BY_PROGRAM)
    assert LogLine.objects.first().words == "Alma, Elm St: the word Elm St tells them apart"
    assert almas(party) == ["Alma, Elm St", "Alma (9)"]
    assert Player.objects.get(pk=alma.player_id).word == "Elm St"
    players.set_word(party.pk, alma.pk, "", **BY_PROGRAM)
    assert LogLine.objects.first().words == "Alma (1): no word tells them apart"
    undo(party)
    assert almas(party) == ["Alma, Elm St", "Alma (9)"]
    assert Player.objects.get(pk=alma.player_id).word == "Elm St"


def test_a_word_of_more_than_40_letters_is_refused(party):
    alma = party.entrants.get(number=1)
    with pytest.raises(Refused, match="at most 40 letters") as refused:
        players.set_word(party.pk, alma.pk, "x" * 41, **BY_PROGRAM)
    assert [fault.field for fault in refused.value.faults] == ["word"]
    with pytest.raises(Refused, match="at most 40 letters"):
        add(party, Newcomer("Alma", is_namesake=True, word="x" * 41))


def test_the_word_beside_a_players_name_is_used_again_at_the_next_party(party):
    [row] = add(party, OAK)
    other = party_with(0, name="Next")
    add(other, Newcomer("Alma"), Newcomer("Alma", player=row.player_id, is_namesake=True))
    assert almas(other) == ["Alma (1)", "alma, Oak St"]


def test_people_who_give_their_names_at_a_blind_draw_get_endings():
    party = party_with(0, cards="blind")
    players.make_numbers(party.pk, 8, **BY_PROGRAM)
    players.name_numbers(party.pk, {3: ALMA, 5: OAK, 7: ALMA}, **BY_PROGRAM)
    assert almas(party) == ["Alma (3)", "alma, Oak St", "Alma (7)"]
    assert str(party.entrants.get(number=1)) == "No. 1"


def test_house_players_and_stand_ins_get_endings(party):
    arrivals.add_house_player(party.pk, "Alma", **BY_PROGRAM)
    assert LogLine.objects.first().words == "Alma (9) plays for the house"
    draw(party, house_names=("Alma", "Alma", "Alma"))
    assert almas(party) == ["Alma (1)", "Alma (9)", "Alma (10)", "Alma (11)", "Alma (12)"]
    rounds.undo_draw(party.pk, **BY_PROGRAM)
    assert almas(party) == ["Alma (1)", "Alma (9)"]
    draw(party)
    start(party)
    bert = party.entrants.get(name="Bert")
    taker = arrivals.give_chair(party.pk, bert.pk, OAK, **BY_PROGRAM)
    assert str(taker) == "alma, Oak St"
    assert LogLine.objects.first().words.startswith("alma, Oak St takes the chair of Bert after")


def test_a_fixed_pair_gets_an_ending(party):
    pair = Newcomer("Alma & Bert", is_namesake=True)
    add(party, pair, pair)
    assert [str(row) for row in party.entrants.filter(number__gt=8)] == [
        "Alma & Bert (9)",
        "Alma & Bert (10)",
    ]
    assert name_differences(party) == []


def test_wrong_and_missing_endings_are_reported(party):
    set_people(party, 1, 2, name="Alma")
    set_people(party, 3, distinction=" (3)")
    assert name_differences(party) == [
        "Number 1 is shown as Alma, and so is somebody else.",
        "Number 2 is shown as Alma, and so is somebody else.",
        "Carol (3) has an ending, and nobody else has this name.",
    ]


def test_players_of_a_club_are_told_apart_by_a_word_a_date_or_a_number(party):
    add(party, ALMA, ALMA, OAK, Newcomer("Alma, Zoë"))
    rows = [str(each) for each in players_of_club(party.club) if each.name.casefold() == "alma"]
    one, other = Player.objects.filter(name="Alma").order_by("pk").values_list("pk", flat=True)[1:]
    assert rows == [
        "Alma (last here 14 Nov 2026)",
        f"Alma (player {one})",
        f"Alma (player {other})",
        "alma, Oak St",
    ]


def test_log_line_of_a_merge_has_the_endings(party):
    other = party_with(0, name="Next")
    [row] = add(other, OAK)
    alma = party.entrants.get(number=1).player
    merge_players.merge_players(party.club_id, alma.pk, row.player_id, **BY_PROGRAM)
    line = LogLine.objects.first()
    assert line.words == "alma, Oak St is the same person as Alma (last here 14 Nov 2026)"
    assert Player.objects.get(pk=alma.pk).word == "Oak St"
    merge_players.unmerge_players(party.club_id, line.pk, **BY_PROGRAM)
    assert LogLine.objects.first().words == (
        "alma, Oak St and Alma (last here 14 Nov 2026) are two people"
    )
    assert Player.objects.get(pk=alma.pk).word == ""
