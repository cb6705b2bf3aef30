"""Swapping two people by hand: what it does is told first, then it is done, and undone."""

import pytest

from party.models import LogLine, Place
from party.progression import Swap
from party.queries.evening.rounds import latest_round, live, people, seatings
from party.queries.people.wishes import wish_lines
from party.queries.seats.moves import moves_of
from party.queries.seats.rota import rota
from party.queries.seats.swaps import effects_of, swapped
from party.services.evening import rounds
from party.services.people.wishes import add_wish
from party.services.seats.swaps import swap_in_rota, swap_seats, undo_swap
from party.values.accounts import PROGRAM
from party.values.refusals import Refused
from party.values.seats.corrections import Seats
from tests.evening import AT, draw, party_with, play_rounds, seat_next, start
from tests.services.shifting import RIGHT, choose, numbered, seated_after

pytestmark = pytest.mark.django_db
WHO = {"actor": PROGRAM, "at": AT}


def effects(party, one, other):
    everybody, round_ = people(party), latest_round(party)
    return effects_of(party, round_, everybody[one], everybody[other])


def swap(party, one, other):
    seen = effects(party, one, other).mark
    swap_seats(party.pk, latest_round(party).number, one, other, mark=seen, **WHO)


def seated(party):
    return seatings(party)[-1]


def counted(effects):
    return {count.words: (count.now, count.then) for count in effects.counts}


def test_two_people_of_two_tables_change_places():
    party = party_with(8)
    draw(party)
    before = seated(party)
    one, other = before.tables[0][0], before.tables[1][3]

    swap(party, one, other)

    assert seated(party) == before.exchanged(one, other)
    assert latest_round(party).made_from.edits == (Swap(one, other),)
    line, name = LogLine.objects.first(), people(party)
    assert line.verb == "seats swapped"
    assert line.words == (
        f"{name[one]} (table 1, North) and {name[other]} (table 2, West) were swapped by hand"
    )


def test_the_swaps_come_back_in_order_and_the_last_is_taken_back():
    party = party_with(8)
    draw(party)
    before = seated(party)
    (a, b, *_), (c, *_) = before.tables
    swap(party, a, c)
    swap(party, a, b)
    name = people(party)
    assert swapped(party, latest_round(party)) == ((name[a], name[c]), (name[a], name[b]))

    undo_swap(party.pk, 1, **WHO)
    assert seated(party) == before.exchanged(a, c)
    undo_swap(party.pk, 1, **WHO)

    assert seated(party) == before
    assert swapped(party, latest_round(party)) == ()
    assert LogLine.objects.first().verb == "swap undone"
    with pytest.raises(Refused, match="no swap to take back"):
        undo_swap(party.pk, 1, **WHO)


def test_turns_swapped_since_are_not_taken_back_as_seats():
    party = party_with(9)
    draw(party)
    swap(party, *seated(party).tables[0][:2])
    first, *_, last = rota(party)
    swap_in_rota(party.pk, first.id, last.id, **WHO)

    with pytest.raises(Refused, match="no swap to take back"):
        undo_swap(party.pk, 1, **WHO)


def test_swaps_before_a_refill_are_not_offered_to_be_taken_back():
    party = party_with(8)
    draw(party)
    (a, b, *_), (c, d, *_) = seated(party).tables
    swap(party, a, c)
    rounds.reseat_round(party.pk, **WHO)
    assert swapped(party, latest_round(party)) == ()
    with pytest.raises(Refused, match="no swap to take back"):
        undo_swap(party.pk, 1, **WHO)

    swap(party, b, d)
    name = people(party)
    assert swapped(party, latest_round(party)) == ((name[b], name[d]),)


def test_a_chair_and_the_bench_and_what_that_counts():
    party = party_with(9)
    draw(party)
    (out,) = seated(party).bench
    chosen = seated(party).tables[0][0]

    told = counted(effects(party, chosen, out))
    swap(party, chosen, out)

    name = people(party)
    assert told[f"Rounds that {name[out]} sits out, round 1 included"] == (1, 0)
    assert told[f"Rounds that {name[chosen]} sits out, round 1 included"] == (0, 1)
    assert seated(party).bench == (chosen,)
    # Whose turn comes next is reckoned from who really sat out.
    start(party)
    assert live(party).bench == (name[chosen],)


def test_who_meets_again_is_counted_before_and_after():
    party = party_with(12)
    play_rounds(party, 1)
    seat_next(party)
    first, now = seatings(party)
    one = now.tables[0][0]
    old_partner = first.partner(one)
    new_partner = now.partner(one)

    told = effects(party, new_partner, old_partner)

    again = [each for each in told.begun if each.partners and each.rounds]
    assert counted(told)["Partners who meet again"] == (0, len(again))
    assert {one, old_partner} in [{each.one.id, each.other.id} for each in again]
    assert str(again[0]).endswith("are partners again (round 1)")
    assert "are partners for the first time" in str(told.ended[0])


def test_partners_who_change_chairs_meet_the_same_people():
    party = party_with(8)
    draw(party)
    one, _, other, _ = seated(party).tables[0]

    told = effects(party, one, other)

    assert (told.begun, told.ended) == ((), ())
    assert [words for _, *words in told.places] == [
        ["table 1, North", "table 1, South"],
        ["table 1, South", "table 1, North"],
    ]


def test_wishes_that_a_swap_breaks_or_keeps_are_told():
    party = party_with(8)
    draw(party)
    (a, b, c, _), (e, *_) = seated(party).tables
    add_wish(party.pk, "apart", a, b, **WHO)
    add_wish(party.pk, "partners", a, c, **WHO)

    told = effects(party, a, e)

    assert [wish.kind for wish in told.kept] == ["apart"]
    assert [wish.kind for wish in told.broken] == ["partners"]
    swap(party, a, e)
    assert {wish.kind: wish.reason for wish in wish_lines(party)} == {
        "apart": "",
        "partners": "It was asked after these seats were made",
    }


def test_a_wish_that_a_swap_broke_says_it_was_by_hand():
    party = party_with(8)
    names = {person.name: person.id for person in people(party).values()}
    add_wish(party.pk, "partners", names["Alma"], names["Bert"], **WHO)
    draw(party)
    number = seated(party).chair(names["Alma"])[0]
    other = seated(party).tables[2 - number][0]

    swap(party, names["Alma"], other)

    assert wish_lines(party)[0].reason == "Somebody was swapped by hand"


def test_a_swap_made_from_an_old_page_is_refused():
    party = party_with(8)
    draw(party)
    (a, b, *_), (c, *_) = seated(party).tables
    seen = effects(party, a, b).mark
    swap(party, a, c)

    with pytest.raises(Refused, match="Somebody sits elsewhere since you looked"):
        swap_seats(party.pk, 1, a, b, mark=seen, **WHO)
    assert Place.objects.filter(round__party=party).count() == 8


def test_a_round_that_has_begun_keeps_its_seats():
    party = party_with(8)
    start(party)
    one, other, *_ = seated(party).tables[0]

    for verb, more in ((swap_seats, (one, other)), (undo_swap, ())):
        options = {"mark": ""} if more else {}
        with pytest.raises(Refused, match="Round 1 has begun"):
            verb(party.pk, 1, *more, **options, **WHO)


def test_two_different_people_with_places_are_needed():
    party = party_with(8)
    draw(party)
    one = seated(party).tables[0][0]

    with pytest.raises(Refused, match="two different people who have a place") as raised:
        swap_seats(party.pk, 1, one, one, mark="", **WHO)
    assert raised.value.faults[0].field == "other"


def test_the_moves_say_that_the_desk_chose_the_place():
    party = party_with(9)
    play_rounds(party, 1)
    seat_next(party)
    (due,) = seated(party).bench
    chosen = seated(party).tables[0][0]
    swap(party, chosen, due)

    before, after = party.rounds.order_by("number")
    words = {move.sitting.person.id: move.words for move in moves_of(party, before, after)}
    assert words[chosen] == "The desk asks you to sit out this round."
    assert words[due].startswith("The desk has a seat for you: go to table 1, seat North.")


def test_seats_are_made_again_from_the_draw_and_its_edits():
    party = party_with(13, rounds_planned=5)
    names = {person.name: person.id for person in people(party).values()}
    add_wish(party.pk, "apart", names["Alma"], names["Bert"], **WHO)
    add_wish(party.pk, "stay", names["Carol"], None, **WHO)
    play_rounds(party, 2)
    round_ = seat_next(party)
    swap(party, seated(party).tables[0][0], seated(party).tables[1][1])
    round_.refresh_from_db()
    *past, now = seatings(party)
    assert round_.made_from.seat(past) == now
    assert round_.made_from.without_edits().seat(past) != now


def test_seating_again_forgets_what_was_swapped():
    party = party_with(8)
    play_rounds(party, 1)
    seat_next(party)
    before = seated(party)
    swap(party, before.tables[0][0], before.tables[1][0])

    rounds.reseat_round(party.pk, **WHO)

    assert seated(party) == before
    assert swapped(party, latest_round(party)) == ()


def test_a_swap_is_taken_back_chair_by_chair_after_a_correction_has_moved_people():
    party = seated_after(party_with(13), 1)
    by_rule = seated(party)
    swap(party, by_rule.tables[0][0], by_rule.tables[2][1])
    swap(party, by_rule.bench[0], by_rule.tables[1][0])
    choose(party, Seats.RESEAT)
    *past, now = seatings(party)
    assert latest_round(party).made_from.seat(past) == now

    undo_swap(party.pk, 2, **WHO)
    undo_swap(party.pk, 2, **WHO)

    assert seated(party) == latest_round(party).made_from.without_edits().seat(past)
    assert numbered(party, 2) == numbered(seated_after(party_with(13, name="Right"), 1, RIGHT), 2)
