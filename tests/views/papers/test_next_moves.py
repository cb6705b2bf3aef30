import pytest

from party.engine import SEAT_NAMES
from party.models import Party
from party.progression import FORMATS
from party.queries.evening.rounds import latest_round
from party.services.evening import rounds
from party.values.papers import Look
from party.views.papers.next_moves import NEXT_MOVES, blank_slips, next_move_sheet
from party.views.papers.paper import PaperOfParty
from party.views.papers.script import script_of
from tests.evening import (
    BY_PROGRAM,
    add_people,
    draw,
    drawn_party,
    party_with,
    play_round,
    play_rounds,
    seat_next,
    set_people,
    start,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db

AHEAD, BEHIND = "If you are ahead", "If you are behind"


def somebody_moves(party, latest):
    return PaperOfParty(party, NEXT_MOVES, Look(), latest).is_ready


def slips(party):
    sheet = next_move_sheet(party, latest_round(party))
    return {slip.name: slip for slip in sheet.slips}


def words(slip):
    return {each.when: each.text for each in slip.outcomes}


def seated(name, party):
    place = latest_round(party).places.select_related("table").get(entrant__name=name)
    return (place.table.number, place.seat) if place.table else None


def with_format(party, movement="midway", **values):
    with setting_up():
        chosen = FORMATS["midway"].with_movement(movement).replace(**values)
        Party.objects.filter(pk=party.pk).update(format_values=chosen.values())
    return Party.objects.get(pk=party.pk)


def moved_on(party):
    """Play the drawn round (East and West win at every table), and seat the next round."""
    start(party)
    play_round(party)
    seat_next(party)


def test_everybody_has_a_slip_and_the_slips_are_sorted_by_table():
    party = drawn_party(players=10)
    sheet = next_move_sheet(party, latest_round(party))
    assert [slip.table for slip in sheet.slips] == ["1"] * 4 + ["2"] * 4 + [""] * 2
    assert [slip.place[:5] for slip in sheet.slips[:4]] == ["North", "East,", "South", "West,"]
    assert sheet.sitting_out.startswith("Sitting out round 2: ")
    assert sheet.notes[0] == "A tie: cut the cards."


def test_people_sit_where_their_slip_said():
    party = drawn_party(players=12)
    before = {slip.name: slip for slip in slips(party).values()}
    moved_on(party)
    for name, slip in before.items():
        ahead = slip.place.startswith(("East", "West"))
        move_text = words(slip)[AHEAD if ahead else BEHIND]
        table, seat = seated(name, party)
        if move_text == "Stay where you are.":
            assert (str(table), seat) == (slip.table, slip.place[0])
        elif "change to seat" in move_text:
            assert str(table) == slip.table
            assert move_text.split("seat ")[1].startswith(seat)
        else:
            assert f"table {table}" in move_text


def test_slips_name_the_substitute_and_the_person_sitting_out():
    party = drawn_party(players=9)
    before = slips(party)
    (due,) = (slip for slip in before.values() if "You sit out round 2." in slip.outcomes[0].text)
    (back,) = (slip for slip in before.values() if slip.first)
    assert due.outcomes[0].text == f"You sit out round 2. {back.name} plays in your place."
    assert back.first == f"You play round 2, in the place of {due.name}."
    assert back.place == "Sitting out round 1"
    assert set(words(back)) == {f"If {due.name} is ahead", f"If {due.name} is behind"}
    moved_on(party)
    assert seated(due.name, party) is None
    assert seated(back.name, party) is not None


def test_with_fresh_partners_the_script_calls_out_the_chairs_of_newcomers():
    party = with_format(party_with(players=12), which_partner_shifts="fresh")
    draw(party)
    newcomers = [words(slip)[BEHIND] for slip in slips(party).values()]
    assert all(move_text.endswith("Your chair will be called out.") for move_text in newcomers)
    moved_on(party)
    read = script_of(party, latest_round(party)).lines
    called = [line for line in read if line.startswith("Newcomers at table")]
    assert len(called) == 3
    name = called[0].split(": ")[1].split(" South")[0]
    assert seated(name, party) == (1, "S")
    start(party)
    add_people(party, 4)
    play_round(party)
    seat_next(party)
    assert {seated(f"Guest {number}", party)[0] for number in range(13, 17)} == {4}
    assert "Newcomers at table 4" not in " ".join(script_of(party, latest_round(party)).lines)


def test_the_slip_and_the_script_call_out_chairs_that_no_rule_gives():
    party = drawn_party(players=9, rounds_planned=9)
    called = 0
    while latest_round(party).number < 7:
        before = slips(party)
        moved_on(party)
        read = " ".join(script_of(party, latest_round(party)).lines)
        for name, slip in before.items():
            ahead = slip.place.startswith(("East", "West"))
            if "called out" in words(slip).get(AHEAD if ahead else BEHIND, ""):
                table, seat = seated(name, party)
                assert (
                    f"{name} {SEAT_NAMES[seat]}" in read.split(f"Newcomers at table {table}:")[1]
                )
                called += 1
    assert called > 5


def test_slips_of_a_fixed_path_have_one_outcome_and_name_the_partner():
    party = with_format(party_with(players=8), "path")
    draw(party)
    before = slips(party)
    assert all([each.when for each in slip.outcomes] == [""] for slip in before.values())
    assert not any("tie" in note for note in next_move_sheet(party, latest_round(party)).notes)
    moved_on(party)
    for name, slip in before.items():
        table, seat = seated(name, party)
        move_text = slip.outcomes[0].text
        assert f"table {table}" in move_text or (slip.table, slip.place[0]) == (str(table), seat)
        assert "Your partner is " in move_text
    assert "Newcomers" not in " ".join(script_of(party, latest_round(party)).lines)


def test_places_of_arrivals_and_leavers_are_called_out():
    party = drawn_party(players=9)
    with setting_up():
        party.entrants.filter(places__seat="N", places__table__number=1).update(state="left")
    add_people(party, 2)
    found = slips(party)
    assert len(found) == 10
    newest = found["Guest 11"]
    assert (newest.place, newest.table) == ("No seat yet", "")
    assert newest.outcomes[0].text in {
        "Your place will be called out.",
        "Welcome. You sit out round 2.",
    }


def test_a_stand_in_has_the_slip_of_the_leaver():
    party = drawn_party(players=8)
    leaver = party.entrants.get(places__seat="E", places__table__number=2)
    add_people(party, 1)
    with setting_up():
        party.entrants.filter(pk=leaver.pk).update(state="left")
        party.entrants.filter(name="Guest 9").update(stands_in_for=leaver)
    slip = slips(party)["Guest 9"]
    assert slip.place == f"East, round 1, for {leaver.name}"
    assert words(slip)[AHEAD] == "Go to table 2, seat East."


def test_there_are_slips_only_while_the_results_are_open():
    party = party_with(players=8, rounds_planned=2)
    assert not somebody_moves(party, None)
    draw(party)
    assert somebody_moves(party, latest_round(party))
    play_rounds(party, 1)
    assert not somebody_moves(party, latest_round(party))
    seat_next(party)
    assert not somebody_moves(party, latest_round(party))
    rounds.undo_draw(party.pk, **BY_PROGRAM)
    rounds.finish(party.pk, **BY_PROGRAM)
    party.refresh_from_db()
    assert not somebody_moves(party, latest_round(party))


@pytest.mark.parametrize(("players", "moves"), [(8, False), (9, True)])
def test_if_nobody_moves_slips_are_needed_only_when_people_sit_out(players, moves):
    party = with_format(party_with(players=players), "stay")
    draw(party)
    assert somebody_moves(party, latest_round(party)) == moves


def test_with_too_few_people_there_are_no_slips():
    party = drawn_party(players=4)
    set_people(party, 1, state="left")
    assert not somebody_moves(party, latest_round(party))


def test_blank_slips_have_lines_instead_of_words():
    sheet = blank_slips(party_with(players=8))
    assert len(sheet.slips) == 8
    assert [each.when for each in sheet.slips[0].outcomes] == [AHEAD, BEHIND]
    assert not any(each.text or slip.name for slip in sheet.slips for each in slip.outcomes)
