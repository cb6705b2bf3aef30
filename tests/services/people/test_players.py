import unicodedata

import pytest

from party.models import Entrant, LogLine, Player
from party.services.evening import rounds
from party.services.people import arrivals, players
from party.values.people.attendance import Newcomer
from party.values.refusals import Refused
from tests.evening import BY_PROGRAM, draw, drawn_party, party_with

pytestmark = pytest.mark.django_db


def add(party, *names, **options):
    people = [name if isinstance(name, Newcomer) else Newcomer(name) for name in names]
    return players.add_entrants(party.pk, people, **BY_PROGRAM, **options)


def numbers_and_names(party):
    return list(party.entrants.order_by("number").values_list("number", "name"))


def test_a_note_for_tonight_does_not_change_the_clubs_note():
    party = party_with(players=2)
    [zoe] = add(party, Newcomer("Zoë", notes_tonight="vegetarian", club_notes="left-handed"))
    players.set_notes_tonight(party.pk, zoe.pk, " leaves at nine ", **BY_PROGRAM)
    zoe.refresh_from_db()
    assert (zoe.notes, zoe.player.notes) == ("leaves at nine", "left-handed")
    for set_notes in (players.set_notes_tonight, players.set_notes):
        with pytest.raises(Refused, match="Notes have at most 500 letters"):
            set_notes(party.pk, zoe.pk, "x" * 501, **BY_PROGRAM)


def test_a_number_without_a_name_has_no_notes():
    number = blind_party().entrants.get(number=1)
    with pytest.raises(Refused, match="Type the name first"):
        players.set_notes(number.party_id, number.pk, "tall", **BY_PROGRAM)


def test_a_name_given_to_a_number_can_have_a_note():
    party = blind_party()
    players.name_numbers(party.pk, {3: Newcomer("Zoë", notes_tonight="vegetarian")}, **BY_PROGRAM)
    assert party.entrants.get(number=3).notes == "vegetarian"


def blind_party(count=8):
    party = party_with(players=0, cards="blind")
    players.make_numbers(party.pk, count, **BY_PROGRAM)
    return party


def name_numbers(party, **names):
    people = {int(key[1:]): Newcomer(name) for key, name in names.items()}
    return players.name_numbers(party.pk, people, **BY_PROGRAM)


def test_names_get_the_next_numbers_and_join_the_roster():
    party = party_with(players=2)

    rows = add(party, Newcomer("Nguyễn, Łukasz", "men"), "Mary O'Brien-Smith", "王")

    assert [(row.number, row.name, row.sort_name) for row in rows] == [
        (3, "Łukasz Nguyễn", "Nguyễn, Łukasz"),
        (4, "Mary O'Brien-Smith", "O'Brien-Smith, Mary"),
        (5, "王", "王"),
    ]
    assert {row.state for row in rows} == {Entrant.State.EXPECTED}
    assert rows[0].prize_group == rows[0].player.prize_group == "men"
    assert Player.objects.filter(club=party.club).count() == 5
    line = LogLine.objects.get()
    assert (line.words, line.data["people"][0]) == ("3 names added", [3, "Łukasz Nguyễn"])


def test_a_name_of_decomposed_letters_equals_a_listed_name():
    party = party_with(players=0)
    add(party, "Zoë Ek")
    with pytest.raises(Refused, match="is on the list already"):
        add(party, unicodedata.normalize("NFD", "zoë ek"))


def test_a_second_equal_name_is_refused_unless_the_person_is_a_namesake():
    party = party_with(players=2)

    with pytest.raises(Refused) as refused:
        add(party, "alma", "Eve", "Eve")
    assert len(refused.value.faults) == 2
    assert len(numbers_and_names(party)) == 2

    add(party, Newcomer("Alma", is_namesake=True))
    assert numbers_and_names(party)[2] == (3, "Alma")


def test_a_person_who_is_on_the_roster_is_not_added_again():
    old = party_with(players=2)
    alma = Player.objects.get(name="Alma")
    party = party_with(players=0)

    [row] = add(party, Newcomer("alma", "women", player=alma.pk))

    assert row.player == alma
    assert row.name == "Alma"
    assert Player.objects.count() == 2
    alma.refresh_from_db()
    assert alma.prize_group == "women"
    assert old.entrants.get(name="Alma").prize_group == ""


def test_an_unknown_player_and_a_player_chosen_twice_are_refused():
    stranger = party_with(players=1).entrants.get().player
    party = party_with(players=0, by=None)
    with pytest.raises(Refused, match="two names"):
        add(party, Newcomer("Ann", player=stranger.pk), Newcomer("Bea", player=stranger.pk))
    with pytest.raises(Refused, match="merged just now"):
        add(party, Newcomer("Ann", player=10**6))
    add(party, Newcomer("Alma", player=stranger.pk))
    with pytest.raises(Refused, match="Alma is on the list already"):
        add(party, Newcomer("Alma", player=stranger.pk, is_namesake=True))


def test_empty_list_is_refused():
    with pytest.raises(Refused, match="Type a name"):
        add(party_with(players=0))


def test_the_sort_name_of_the_longest_name_fits_its_column():
    party = party_with(players=0)
    [row] = add(party, f"{'A' * 60} {'B' * 59}")
    row.refresh_from_db()
    assert row.sort_name == row.player.sort_name == f"{'B' * 59}, {'A' * 60}"


@pytest.mark.parametrize("name", ["", " ,", "x" * 121])
def test_texts_that_are_no_names_are_refused(name):
    party = party_with(players=0)
    with pytest.raises(Refused):
        add(party, "Ann", name)
    with pytest.raises(Refused, match="40 letters"):
        add(party, Newcomer("Ann", "g" * 41))
    assert numbers_and_names(party) == []


def test_late_arrivals_stand_last_in_the_rota():
    party = drawn_party(players=9)
    rows = add(party, "Lou", "Max", here=True)
    assert [(row.rota, row.state) for row in rows] == [(10, "here"), (11, "here")]


def test_names_are_not_added_before_a_blind_draw():
    party = blind_party()
    with pytest.raises(Refused, match="draw numbers"):
        add(party, "Ann")


def test_a_rename_also_changes_the_roster():
    party = party_with(players=2)
    alma = party.entrants.get(name="Alma")

    players.rename_entrant(party.pk, alma.pk, "Alma Rasmussen", **BY_PROGRAM)

    alma.refresh_from_db()
    assert (alma.name, alma.sort_name) == ("Alma Rasmussen", "Rasmussen, Alma")
    assert alma.player.name == "Alma Rasmussen"
    assert LogLine.objects.get().words == "Alma is now Alma Rasmussen"


def test_rename_with_a_comma_changes_how_lists_sort():
    party = party_with(players=1)
    alma = party.entrants.get()
    players.rename_entrant(party.pk, alma.pk, "Alma García Lorca", **BY_PROGRAM)
    players.rename_entrant(party.pk, alma.pk, "García Lorca, Alma", **BY_PROGRAM)
    alma.refresh_from_db()
    assert (alma.name, alma.sort_name) == ("Alma García Lorca", "García Lorca, Alma")
    words = [line.words for line in LogLine.objects.order_by("pk")]
    assert words[1] == "Alma García Lorca is now García Lorca, Alma"


def test_a_rename_to_a_name_on_the_list_is_refused_unless_the_person_is_a_namesake():
    party = party_with(players=2)
    alma = party.entrants.get(name="Alma")
    players.rename_entrant(party.pk, alma.pk, "ALMA", **BY_PROGRAM)
    with pytest.raises(Refused) as refused:
        players.rename_entrant(party.pk, alma.pk, "Bert", **BY_PROGRAM)
    assert refused.value.faults[0].field == "name"
    players.rename_entrant(party.pk, alma.pk, "Bert", is_namesake=True, **BY_PROGRAM)
    assert numbers_and_names(party) == [(1, "Bert"), (2, "Bert")]


def test_rename_of_a_removed_person_is_refused():
    party, other = party_with(players=1), party_with(players=1)
    with pytest.raises(Refused, match="no longer on the list"):
        players.rename_entrant(party.pk, other.entrants.get().pk, "Zoë", **BY_PROGRAM)


def test_prize_group_is_set_and_removed():
    party = party_with(players=1)
    alma = party.entrants.get()
    for group in ("women", ""):
        players.set_prize_group(party.pk, alma.pk, group, **BY_PROGRAM)
        alma.refresh_from_db()
        assert alma.prize_group == alma.player.prize_group == group
    with pytest.raises(Refused, match="40 letters"):
        players.set_prize_group(party.pk, alma.pk, "g" * 41, **BY_PROGRAM)


def test_people_are_removed_only_before_the_draw():
    party = party_with(players=9)
    alma, bert = party.entrants.filter(number__in=[1, 2])
    players.rename_entrant(party.pk, alma.pk, "Alma R", **BY_PROGRAM)

    players.remove_entrant(party.pk, alma.pk, **BY_PROGRAM)

    assert not party.entrants.filter(number=1).exists()
    assert LogLine.objects.first().words == "Alma R taken off the list"
    draw(party)
    with pytest.raises(Refused, match="Mark that Bert goes home"):
        players.remove_entrant(party.pk, bert.pk, **BY_PROGRAM)


def test_a_leaver_is_removed_after_an_undone_draw():
    party = drawn_party(players=8)
    alma = party.entrants.get(name="Alma")
    zoe = arrivals.give_chair(party.pk, alma.pk, Newcomer("Zoë"), **BY_PROGRAM)
    rounds.undo_draw(party.pk, **BY_PROGRAM)

    players.remove_entrant(party.pk, alma.pk, **BY_PROGRAM)

    zoe.refresh_from_db()
    assert zoe.stands_in_for is None
    assert not party.entrants.filter(name="Alma").exists()


def test_the_count_of_numbers_is_set_and_changed():
    party = blind_party(8)
    assert numbers_and_names(party) == [(number, "") for number in range(1, 9)]
    for count in (12, 6):
        players.make_numbers(party.pk, count, **BY_PROGRAM)
        assert len(numbers_and_names(party)) == count


def test_numbers_with_names_are_not_deleted():
    party = blind_party(8)
    name_numbers(party, n7="Alma R")
    with pytest.raises(Refused, match="at least 7") as refused:
        players.make_numbers(party.pk, 6, **BY_PROGRAM)
    assert refused.value.faults[0].field == "count"


def test_numbers_cannot_be_made_for_named_cards_or_after_the_draw():
    with pytest.raises(Refused, match="Cards have names"):
        players.make_numbers(party_with(players=0).pk, 8, **BY_PROGRAM)
    party = blind_party(8)
    draw(party, handed_out=8)
    with pytest.raises(Refused, match="Undo the draw"):
        players.make_numbers(party.pk, 12, **BY_PROGRAM)
    with pytest.raises(Refused, match="at least 4"):
        players.make_numbers(blind_party(4).pk, 3, **BY_PROGRAM)


def test_numbers_get_names_at_any_time_before_the_finish():
    party = blind_party(8)
    draw(party, handed_out=8)

    assert name_numbers(party, n3="Alma R", n8="Bert K") == 2
    assert name_numbers(party, n3="alma r", n1="Carol") == 1
    assert name_numbers(party, n3="Alma R") == 0

    named = party.entrants.exclude(name="").order_by("number")
    assert [(row.number, row.name) for row in named] == [
        (1, "Carol"),
        (3, "Alma R"),
        (8, "Bert K"),
    ]
    assert named[1].player.sort_name == "R, Alma"


def test_names_for_numbers_are_all_refused_if_a_single_name_is_wrong():
    party = blind_party(8)
    name_numbers(party, n1="Alma")

    with pytest.raises(Refused) as refused:
        name_numbers(party, n2="Bert", n9="Carol", n1="Dev")

    assert [fault.field for fault in refused.value.faults] == ["number-9", "number-1"]
    assert not party.entrants.filter(name="Bert").exists()
    with pytest.raises(Refused, match="Alma is on the list already"):
        name_numbers(party, n2="Alma")


def test_a_number_without_a_name_gets_a_name_by_renaming():
    party = blind_party(4)
    number = party.entrants.get(number=3)
    players.rename_entrant(party.pk, number.pk, "Alma R", **BY_PROGRAM)
    number.refresh_from_db()
    assert (number.name, number.player.sort_name) == ("Alma R", "R, Alma")
    assert LogLine.objects.first().words == "No. 3 is now Alma R"


def test_a_house_players_name_and_group_are_not_in_the_roster():
    party = party_with(players=0)
    ivy = arrivals.add_house_player(party.pk, "Ivy", **BY_PROGRAM)
    players.rename_entrant(party.pk, ivy.pk, "Ivy L", **BY_PROGRAM)
    players.set_prize_group(party.pk, ivy.pk, "women", **BY_PROGRAM)
    ivy.refresh_from_db()
    assert (ivy.name, ivy.prize_group, ivy.player) == ("Ivy L", "women", None)
    assert not Player.objects.exists()


def test_a_word_that_becomes_too_long_when_it_is_cleaned_is_refused():
    party = party_with(players=2)
    with pytest.raises(Refused, match="at most 40 letters"):
        add(party, Newcomer("Zoë", word="\u0958" * 40))
