import pytest

from party.progression import FORMATS, MOVEMENTS, Seating, Wish, moves, next_seating
from party.values.people.person import Person, Sitting
from party.values.seats.draw import PersonMove
from party.values.seats.words import (
    announcement,
    exceptions,
    move_text,
    reminder,
    short_text,
)

NAMES = {1: "Alma", 2: "Bert", 3: "Carol", 4: "Dev", 5: "Ed", 6: "Fay", 7: "Gus", 8: "Hilde"}


def name_of(entrant):
    return NAMES.get(entrant, f"Guest {entrant}")


def hall(tables, bench=()):
    return Seating(tuple(tuple(range(4 * k - 3, 4 * k + 1)) for k in range(1, tables + 1)), bench)


def sentences_after(
    before, movement, ahead, *, cuts=(), replacing=None, text=move_text, **options
):
    replacing = replacing or {}
    after = next_seating(
        before, ahead=ahead, movement=MOVEMENTS[movement], replacing=replacing, **options
    )
    moves_made = moves(
        before,
        after,
        ahead=ahead,
        movement=MOVEMENTS[movement],
        due=after.bench,
        cuts=cuts,
        replacing=replacing,
    )
    return {move.entrant: text(move, name_of) for move in moves_made}


WON = dict.fromkeys(range(1, 6), "NS")


def test_a_name_that_ends_with_a_full_stop_gets_no_second_full_stop():
    before, after = hall(1), hall(1)
    (move, *_) = moves(before, after, ahead={1: "NS"}, movement=MOVEMENTS["midway"])
    for text in (move_text, short_text):
        assert " Kay L." in text(move, lambda _: "Kay L.")
        assert "Kay L.." not in text(move, lambda _: "Kay L.")
        assert " Kay." in text(move, lambda _: "Kay")


def test_at_midway_each_sentence_has_the_result_the_new_place_and_the_partner():
    words = sentences_after(hall(5), "midway", WON)

    assert words[1] == (
        "You won at table 1: stay where you are, table 1, seat North. Your partner is Guest 18."
    )
    assert words[3] == (
        "You won at table 1: stay at this table, but change to seat East. "
        "Your partner is Guest 20."
    )
    assert words[2] == "You lost at table 1: go on to table 2, seat South. Your partner is Ed."
    assert words[18] == "You lost at table 5: go on to table 1, seat South. Your partner is Alma."


def test_short_sentences_leave_out_the_chair():
    words = sentences_after(hall(5), "midway", WON | {2: "EW"}, cuts=(2,), text=short_text)
    assert words[1] == "Partner: Guest 18. You had the higher score at table 1."
    assert words[18] == "Partner: Alma. You had the lower score at table 5."
    assert words[5].endswith(" You lost the cut at table 2.")
    stay = sentences_after(hall(2), "stay", {}, text=short_text)
    assert stay[1] == "Nobody moves: stay at table 1, seat North. Your partner is Carol."


def test_at_iowa_each_sentence_has_the_result_the_new_place_and_the_partner():
    words = sentences_after(hall(5), "iowa", WON)

    assert (
        words[13] == "You won at table 4: go up to table 3, seat West. Your partner is Guest 10."
    )
    assert words[1] == (
        "You won at table 1: stay where you are, table 1, seat North. Your partner is Carol."
    )
    assert words[2] == (
        "You lost at table 1: go to the last table, that is table 5, seat West. "
        "Your partner is Guest 18."
    )
    assert words[6] == (
        "You lost at table 2: stay where you are, table 2, seat East. Your partner is Guest 9."
    )
    assert words[8] == (
        "You lost at table 2: stay at this table, but change to seat North. "
        "Your partner is Guest 11."
    )


def test_the_sentences_say_who_won_a_cut():
    words = sentences_after(hall(5), "midway", WON, cuts={1})

    assert words[1].startswith("You won the cut at table 1: stay")
    assert words[2].startswith("You lost the cut at table 1: go on")
    assert words[5].startswith("You won at table 2")


def test_a_cut_that_decided_nothing_is_not_mentioned():
    assert sentences_after(hall(2), "stay", {}, cuts={1})[1].startswith("Nobody moves")


def test_sentences_of_a_fixed_path_or_without_moves_mention_no_winner():
    path = sentences_after(hall(5), "path", {})

    assert path[1] == "Stay where you are, table 1, seat North. Your partner is Gus."
    assert path[2] == "Go to table 2, seat East. Your partner is Guest 20."
    stay = sentences_after(hall(2), "stay", {})
    assert stay[2] == "Nobody moves: stay at table 1, seat East. Your partner is Dev."


def test_at_a_single_table_of_iowa_or_a_fixed_path_nobody_moves():
    for movement in ("iowa", "path"):
        assert sentences_after(hall(1), movement, {1: "NS"})[1].startswith(
            "Nobody moves: stay at table 1"
        )


def test_at_a_single_table_of_midway_people_change_seats():
    words = sentences_after(hall(1), "midway", {1: "NS"})

    assert words[2].startswith(
        "You lost at table 1: stay at this table, but change to seat South."
    )


def test_people_learn_that_they_sit_out_or_play_again():
    words = sentences_after(hall(5, bench=(21, 22)), "midway", WON, due=(3, 22))

    assert words[21] == "You play again: go to table 1, seat East. Your partner is Guest 20."
    assert words[3] == "It is your turn to sit out this round."
    assert words[22] == "You sit out again this round."


def test_people_of_a_closed_table_go_to_another_table():
    words = sentences_after(hall(5), "midway", WON, leaving=(9,), due=(2, 6, 12))

    assert words[17] == "Table 5 is closed: go to table 2, seat South. Your partner is Ed."


def test_the_text_for_an_arrival_begins_with_welcome():
    words = sentences_after(hall(2), "midway", WON, arriving=(9,), due=(9,))
    assert words[9] == "Welcome. You sit out this round."

    words = sentences_after(hall(2), "midway", WON, arriving=(9, 10, 11, 12))
    assert words[9] == "Welcome: go to table 3, seat North. Your partner is Guest 11."


def test_a_stand_in_learns_who_has_left_and_where_to_sit():
    words = sentences_after(hall(2), "midway", WON, replacing={6: 9})

    assert words[9] == "You play for Fay: go to table 1, seat South. Your partner is Alma."


def test_the_text_says_that_the_desk_changed_a_seat_by_hand():
    before = hall(2)
    after = Seating(((1, 3, 6, 5), (8, 7, 2, 4)))
    moves_made = moves(before, after, ahead=WON, movement=MOVEMENTS["midway"])
    words = {move.entrant: move_text(move, name_of) for move in moves_made}

    assert (
        words[5] == "The desk has a seat for you: go to table 1, seat West. Your partner is Carol."
    )


def test_a_person_whose_wish_keeps_the_chair_stays():
    words = sentences_after(hall(2), "midway", WON, wishes=(Wish("stay", (2,)),))

    assert words[2] == "Stay where you are, table 1, seat East. Your partner is Fay."


def test_the_desk_asks_a_person_to_sit_out_who_is_not_due():
    before = hall(2, bench=(9, 10))
    after = Seating(((9, 10, 6, 8), (5, 7, 2, 4)), bench=(1, 3))
    moves_made = moves(before, after, ahead=WON, movement=MOVEMENTS["midway"], due=(1,))

    words = {move.entrant: move_text(move, name_of) for move in moves_made}
    assert words[1] == "It is your turn to sit out this round."
    assert words[3] == "The desk asks you to sit out this round."


@pytest.mark.parametrize(
    ("movement", "words"),
    [
        ("midway", "Lower pair goes to the next table, higher pair stays."),
        (
            "iowa",
            (
                "Winners go up one table, losers stay. "
                "At table 1 winners stay, losers go to the last table."
            ),
        ),
        (
            "path",
            (
                "North stays, East goes one table up, South goes one table down, "
                "West goes two tables up."
            ),
        ),
        ("stay", "Nobody moves."),
    ],
)
def test_seat_cards_state_the_rule_of_the_moves(movement, words):
    assert reminder(FORMATS["midway"].with_movement(movement)) == words


def test_the_moves_of_midway_are_announced():
    assert announcement(FORMATS["midway"], 9) == (
        "Lower pair: stand, go to the next higher number. From table 9 go to table 1.",
        "Higher pair: stay at your table.",
        "Everybody gets a new partner: former partners play against each other.",
        ("Staying pair: North and East keep their chair; South moves to East, West to North."),
        (
            "Newcomers: if you were North or East, sit across from the one who kept the chair; "
            "partner takes the last chair."
        ),
        "If you are not on your table’s list, raise your hand.",
    )


def test_the_moves_of_iowa_are_announced():
    lines = announcement(FORMATS["iowa"], 9)

    assert lines[:5] == (
        "Winners at tables 2 to 9: stand, go up one table, to the next lower number.",
        "Losers at tables 2 to 9: stay at your table.",
        "Losers at table 1: stand, go to table 9, the last one.",
        "Winners at table 1: stay at your table.",
        "At tables 2 to 9 everybody gets a new partner: former partners play against each other.",
    )
    assert lines[-2] == "At table 1 partners stay together: newcomers take the two empty chairs."


def test_the_moves_of_iowa_are_announced_for_two_tables():
    lines = announcement(FORMATS["iowa"], 2)

    assert lines[0] == "Winners at table 2: stand, go up one table, to the next lower number."


def test_fresh_partners_are_announced():
    fresh = FORMATS["midway"].replace(which_partner_shifts="fresh")

    assert "Newcomers: South and West are yours. The seat list says who takes which." in (
        announcement(fresh, 5)
    )


def test_fixed_partners_are_announced():
    whole = FORMATS["midway"].replace(split="never")

    assert announcement(whole, 5)[2] == (
        "Partners stay together: newcomers take the two empty chairs."
    )


def test_a_move_to_the_same_table_is_announced_as_a_stay():
    path = FORMATS["midway"].with_movement("path")

    assert announcement(path, 9)[3] == "West goes two tables up."
    assert announcement(path, 2)[3] == "West stays."


@pytest.mark.parametrize(
    ("movement", "first"),
    [
        ("midway", "There is only one table: everybody stays at it."),
        ("iowa", "There is only one table: nobody moves."),
        ("path", "Nobody moves: keep your seat and your partner."),
        ("stay", "Nobody moves: keep your seat and your partner."),
    ],
)
def test_the_announcement_for_a_single_table_says_who_moves(movement, first):
    assert announcement(FORMATS["midway"].with_movement(movement), 1)[0] == first


def person_move(name, table, seat, *, by_rule):
    return PersonMove(Sitting(Person(1, 1, name), table, seat), "", by_rule)


def test_people_who_move_against_the_rule_are_read_out_first():
    person_moves = [
        person_move("Alma", 1, "N", by_rule=True),
        person_move("Bert", None, None, by_rule=False),
        person_move("Carol", 2, "S", by_rule=False),
    ]
    assert exceptions(person_moves) == (
        "Sitting out this round: Bert.",
        "Carol: table 2, South.",
    )
