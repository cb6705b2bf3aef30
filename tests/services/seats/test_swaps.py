import pytest

from party.models import LogLine, Place
from party.progression import Swap
from party.queries.evening.rounds import latest_round, live, people, seatings
from party.queries.people.wishes import wish_lines
from party.queries.seats.moves import moves_of
from party.queries.seats.rota import rota
from party.queries.seats.swaps import swap_effects, undoable_swaps
from party.services.evening import rounds
from party.services.people.wishes import add_wish
from party.services.seats.swaps import swap_in_rota, swap_seats, undo_swap
from party.values.refusals import Refused
from party.values.seats.corrections import SeatsChoice
from tests.evening import (
    BY_PROGRAM,
    draw,
    drawn_party,
    party_after_rounds,
    party_with,
    play_rounds,
    seat_next,
    start,
    started_party,
)
from tests.services.shifting import RIGHT, choose, seated_after_round, seats_by_number

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return drawn_party(8)


def effects(party, one, other):
    everybody, round_ = people(party), latest_round(party)
    return swap_effects(party, round_, everybody[one], everybody[other])


def swap(party, one, other):
    mark = effects(party, one, other).mark
    swap_seats(party.pk, latest_round(party).number, one, other, mark=mark, **BY_PROGRAM)


def seated(party):
    return seatings(party)[-1]


def counts_before_and_after(effects):
    return {count.words: (count.before, count.after) for count in effects.counts}


def test_two_people_of_two_tables_change_places(party):
    before = seated(party)
    one, other = before.tables[0][0], before.tables[1][3]

    swap(party, one, other)

    assert seated(party) == before.exchanged(one, other)
    assert latest_round(party).stored_draw.edits == (Swap(one, other),)
    line, name = LogLine.objects.first(), people(party)
    assert line.verb == "seats swapped"
    assert line.words == (
        f"{name[one]} (table 1, North) and {name[other]} (table 2, West) were swapped by hand"
    )


def test_swaps_are_undone_last_first(party):
    before = seated(party)
    (a, b, *_), (c, *_) = before.tables
    swap(party, a, c)
    swap(party, a, b)
    name = people(party)
    assert undoable_swaps(party, latest_round(party)) == ((name[a], name[c]), (name[a], name[b]))

    undo_swap(party.pk, 1, **BY_PROGRAM)
    assert seated(party) == before.exchanged(a, c)
    undo_swap(party.pk, 1, **BY_PROGRAM)

    assert seated(party) == before
    assert undoable_swaps(party, latest_round(party)) == ()
    assert LogLine.objects.first().verb == "swap undone"
    with pytest.raises(Refused, match="no swap to take back"):
        undo_swap(party.pk, 1, **BY_PROGRAM)


def test_undo_swap_does_not_undo_a_swap_of_turns():
    party = drawn_party(9)
    swap(party, *seated(party).tables[0][:2])
    first, *_, last = rota(party)
    swap_in_rota(party.pk, first.id, last.id, **BY_PROGRAM)

    with pytest.raises(Refused, match="no swap to take back"):
        undo_swap(party.pk, 1, **BY_PROGRAM)


def test_swaps_before_a_reseating_cannot_be_undone(party):
    (a, b, *_), (c, d, *_) = seated(party).tables
    swap(party, a, c)
    rounds.reseat_round(party.pk, **BY_PROGRAM)
    assert undoable_swaps(party, latest_round(party)) == ()
    with pytest.raises(Refused, match="no swap to take back"):
        undo_swap(party.pk, 1, **BY_PROGRAM)

    swap(party, b, d)
    name = people(party)
    assert undoable_swaps(party, latest_round(party)) == ((name[b], name[d]),)


def test_a_swap_with_the_bench_changes_the_sit_out_counts():
    party = drawn_party(9)
    (bench_person,) = seated(party).bench
    seated_person = seated(party).tables[0][0]

    shown = counts_before_and_after(effects(party, seated_person, bench_person))
    swap(party, seated_person, bench_person)

    name = people(party)
    assert shown[f"Rounds that {name[bench_person]} sits out, round 1 included"] == (1, 0)
    assert shown[f"Rounds that {name[seated_person]} sits out, round 1 included"] == (0, 1)
    assert seated(party).bench == (seated_person,)
    # The next turn depends on who really sat out.
    start(party)
    assert live(party).bench == (name[seated_person],)


def test_repeated_meetings_are_counted_before_and_after_a_swap():
    party = party_after_rounds(1, 12)
    seat_next(party)
    first, after = seatings(party)
    one = after.tables[0][0]
    old_partner = first.partner(one)
    new_partner = after.partner(one)

    shown = effects(party, new_partner, old_partner)

    repeated_partnerships = [
        each for each in shown.new_meetings if each.are_partners and each.earlier_rounds
    ]
    assert counts_before_and_after(shown)["Partners who meet again"] == (
        0,
        len(repeated_partnerships),
    )
    assert {one, old_partner} in [{each.one.id, each.other.id} for each in repeated_partnerships]
    assert str(repeated_partnerships[0]).endswith("are partners again (round 1)")
    assert "are partners for the first time" in str(shown.ended_meetings[0])


def test_partners_who_change_chairs_meet_the_same_people(party):
    one, _, other, _ = seated(party).tables[0]

    shown = effects(party, one, other)

    assert (shown.new_meetings, shown.ended_meetings) == ((), ())
    assert [words for _, *words in shown.places] == [
        ["table 1, North", "table 1, South"],
        ["table 1, South", "table 1, North"],
    ]


def test_effects_list_broken_and_kept_wishes(party):
    (a, b, c, _), (e, *_) = seated(party).tables
    add_wish(party.pk, "apart", a, b, **BY_PROGRAM)
    add_wish(party.pk, "partners", a, c, **BY_PROGRAM)

    shown = effects(party, a, e)

    assert [wish.kind for wish in shown.kept_wishes] == ["apart"]
    assert [wish.kind for wish in shown.broken_wishes] == ["partners"]
    swap(party, a, e)
    assert {wish.kind: wish.reason for wish in wish_lines(party)} == {
        "apart": "",
        "partners": "It was asked after these seats were made",
    }


def test_a_wish_broken_by_a_swap_gives_the_swap_as_the_reason():
    party = party_with(8)
    names = {person.name: person.id for person in people(party).values()}
    add_wish(party.pk, "partners", names["Alma"], names["Bert"], **BY_PROGRAM)
    draw(party)
    number = seated(party).chair(names["Alma"])[0]
    other = seated(party).tables[2 - number][0]

    swap(party, names["Alma"], other)

    assert wish_lines(party)[0].reason == "Somebody was swapped by hand"


def test_a_swap_from_an_outdated_page_is_refused(party):
    (a, b, *_), (c, *_) = seated(party).tables
    mark = effects(party, a, b).mark
    swap(party, a, c)

    with pytest.raises(Refused, match="Somebody’s seat changed while"):
        swap_seats(party.pk, 1, a, b, mark=mark, **BY_PROGRAM)
    assert Place.objects.filter(round__party=party).count() == 8


def test_a_round_that_has_begun_keeps_its_seats():
    party = started_party(8)
    one, other, *_ = seated(party).tables[0]

    for verb, more in ((swap_seats, (one, other)), (undo_swap, ())):
        options = {"mark": ""} if more else {}
        with pytest.raises(Refused, match="Round 1 has begun"):
            verb(party.pk, 1, *more, **options, **BY_PROGRAM)


def test_a_swap_needs_two_different_people_who_have_places(party):
    one = seated(party).tables[0][0]

    with pytest.raises(Refused, match="two different people who have a place") as raised:
        swap_seats(party.pk, 1, one, one, mark="", **BY_PROGRAM)
    assert raised.value.faults[0].field == "other"


def test_the_moves_say_that_the_desk_chose_the_place():
    party = party_after_rounds(1, 9)
    seat_next(party)
    (due,) = seated(party).bench
    seated_person = seated(party).tables[0][0]
    swap(party, seated_person, due)

    before, after = party.rounds.order_by("number")
    words = {move.sitting.person.id: move.words for move in moves_of(party, before, after)}
    assert words[seated_person] == "The desk asks you to sit out this round."
    assert words[due].startswith("The desk has a seat for you: go to table 1, seat North.")


def test_the_stored_draw_with_its_edits_gives_the_same_seats_again():
    party = party_with(13, rounds_planned=5)
    names = {person.name: person.id for person in people(party).values()}
    add_wish(party.pk, "apart", names["Alma"], names["Bert"], **BY_PROGRAM)
    add_wish(party.pk, "stay", names["Carol"], None, **BY_PROGRAM)
    play_rounds(party, 2)
    round_ = seat_next(party)
    swap(party, seated(party).tables[0][0], seated(party).tables[1][1])
    round_.refresh_from_db()
    *past, seating = seatings(party)
    assert round_.stored_draw.seat(past) == seating
    assert round_.stored_draw.without_edits().seat(past) != seating


def test_seating_a_round_again_deletes_its_swaps():
    party = party_after_rounds(1, 8)
    seat_next(party)
    before = seated(party)
    swap(party, before.tables[0][0], before.tables[1][0])

    rounds.reseat_round(party.pk, **BY_PROGRAM)

    assert seated(party) == before
    assert undoable_swaps(party, latest_round(party)) == ()


def test_swaps_are_undone_after_a_correction_moved_people():
    party = seated_after_round(party_with(13), 1)
    by_rule = seated(party)
    swap(party, by_rule.tables[0][0], by_rule.tables[2][1])
    swap(party, by_rule.bench[0], by_rule.tables[1][0])
    choose(party, SeatsChoice.RESEAT)
    *past, seating = seatings(party)
    assert latest_round(party).stored_draw.seat(past) == seating

    undo_swap(party.pk, 2, **BY_PROGRAM)
    undo_swap(party.pk, 2, **BY_PROGRAM)

    assert seated(party) == latest_round(party).stored_draw.without_edits().seat(past)
    assert seats_by_number(party, 2) == seats_by_number(
        seated_after_round(party_with(13, name="Right"), 1, RIGHT), 2
    )
