import pytest
from django.db import IntegrityError

from party.models import LogLine, Wish
from party.progression import FORMATS
from party.progression import Wish as Asked
from party.queries.backups.check import party_differences
from party.queries.evening.rounds import seatings
from party.queries.people.wishes import wish_lines, wishes_of_draw
from party.services.evening import rounds
from party.services.people import arrivals
from party.services.people.wishes import add_wish, remove_wish
from party.values.people.words import DRAW_THEIR_SEATS
from party.values.refusals import Refused
from party.views.papers.seat_cards import card_sheet
from tests.evening import (
    BY_PROGRAM,
    add_people,
    change_plan,
    draw,
    drawn_party,
    party_after_rounds,
    party_with,
    play_round,
    play_rounds,
    reload_party,
    seat_next,
    started_party,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return party_with(8)


def pk(party, name):
    return party.entrants.get(name=name).pk


def add_wish_by_names(party, kind, one, other=None):
    return add_wish(party.pk, kind, pk(party, one), other and pk(party, other), **BY_PROGRAM)


def refusal(call, *args, **options):
    with pytest.raises(Refused) as refused:
        call(*args, **options)
    return refused.value.faults[0]


def test_a_wish_is_stored_and_logged(party):
    wish = add_wish_by_names(party, "apart", "Bert", "Alma")

    assert (wish.one.name, wish.other.name) == ("Alma", "Bert")
    assert wishes_of_draw(party) == (Asked("apart", (wish.one_id, wish.other_id)),)
    line = LogLine.objects.first()
    assert (line.verb, line.words) == (
        "wish added",
        "Asked for: Alma and Bert never sit at one table",
    )


def test_a_wish_is_removed(party):
    wish = add_wish_by_names(party, "stay", "Alma")

    remove_wish(party.pk, wish.pk, **BY_PROGRAM)

    assert wishes_of_draw(party) == ()
    assert LogLine.objects.first().words == "No longer asked for: Alma keeps table and chair"
    assert "taken back already" in str(refusal(remove_wish, party.pk, wish.pk, **BY_PROGRAM).text)


def test_wishes_of_another_party_are_not_removed():
    party, other = party_with(8), party_with(8)
    wish = add_wish_by_names(other, "stay", "Alma")

    refusal(remove_wish, party.pk, wish.pk, **BY_PROGRAM)

    assert Wish.objects.get() == wish


@pytest.mark.parametrize(
    ("kind", "one", "other", "field", "text"),
    [
        ("apart", "Alma", None, "other", "Name the other person."),
        ("apart", "Alma", "Alma", "other", "Choose two different people."),
    ],
)
def test_impossible_wish_is_refused(kind, one, other, field, text):
    fault = refusal(add_wish_by_names, party_with(8), kind, one, other)

    assert (fault.field, fault.text) == (field, text)


def test_a_second_wish_for_the_same_two_people_is_refused(party):
    add_wish_by_names(party, "apart", "Alma", "Bert")

    fault = refusal(add_wish_by_names, party, "partners", "Bert", "Alma")

    assert fault.text == (
        "There is a wish for them already: Alma and Bert never sit at one table. "
        "Take it back first."
    )


def test_a_second_wish_to_keep_a_chair_is_refused(party):
    add_wish_by_names(party, "stay", "Alma")

    assert refusal(add_wish_by_names, party, "stay", "Alma").field == "one"


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "stay", "other": "Bert"},
        {"kind": "apart"},
        {"kind": "apart", "other": "Alma"},
        {"kind": "near", "other": "Bert"},
    ],
)
def test_the_database_refuses_an_impossible_wish(party, wrong):
    other = party.entrants.get(name=wrong["other"]) if "other" in wrong else None
    with setting_up(), pytest.raises(IntegrityError):
        Wish.objects.create(
            party=party, kind=wrong["kind"], one=party.entrants.get(name="Alma"), other=other
        )


def test_wishes_count_after_a_blind_draw():
    party = party_with(8, cards="blind")
    add_wish_by_names(party, "apart", "Alma", "Bert")

    assert draw(party, handed_out=8).stored_draw.wishes == ()
    (wish,) = wish_lines(party)
    assert wish.reason == "It was asked after these seats were made"
    play_rounds(party, 1)
    assert seat_next(party).stored_draw.wishes == wishes_of_draw(party)
    assert wish_lines(party)[0].reason == ""


def test_a_wish_made_after_the_draw_says_so_until_the_round_is_seated_again():
    party = party_after_rounds(1, 8)
    seat_next(party)
    seated = seatings(party)[-1]
    names = dict(party.entrants.values_list("pk", "name"))
    north, east, *_ = seated.tables[0]
    add_wish_by_names(party, "apart", names[north], names[east])

    assert wish_lines(party)[0].reason == "It was asked after these seats were made"
    rounds.reseat_round(party.pk, **BY_PROGRAM)
    assert wish_lines(party)[0].reason == ""


def test_a_wish_to_sit_apart_is_broken_if_there_is_only_one_table():
    party = party_with(4)
    add_wish_by_names(party, "apart", "Alma", "Bert")
    draw(party)

    assert wish_lines(party)[0].reason == "There is no other table"


def test_reason_of_a_broken_wish_names_conflicting_wishes(party):
    add_wish_by_names(party, "together", "Alma", "Ed")
    add_wish_by_names(party, "together", "Ed", "Fay")
    with setting_up():  # the first versions allowed conflicting wishes
        one, other = party.entrants.get(name="Alma"), party.entrants.get(name="Fay")
        Wish.objects.create(party=party, kind="apart", one=one, other=other)
    draw(party)

    shown = wish_lines(party)
    (unkept,) = [each for each in shown if each.reason]
    words, _, other = unkept.reason.partition(": ")
    assert words == "Nobody could change chairs for it without breaking another wish"
    assert other in {str(each) for each in shown if each != unkept}


def test_a_person_with_a_kept_chair_has_it_again_after_sitting_out():
    party = party_with(9, rounds_planned=12)
    add_wish_by_names(party, "stay", "Alma")
    play_rounds(party, 1)
    reasons = []
    for _ in range(9):
        seat_next(party)
        reasons.append(wish_lines(party)[0].reason)
        rounds.start_round(party.pk, **BY_PROGRAM)
        play_round(party)

    assert len(set(reasons)) == 2
    assert "" in reasons
    assert "gets the chair back" in max(reasons)
    alma = pk(party, "Alma")
    assert len({seating.chair(alma) for seating in seatings(party)} - {None}) == 1


def test_wishes_of_absent_people_count_once_they_are_here(party):
    add_people(party, 1, state="expected")
    late = party.entrants.get(number=9)
    add_wish_by_names(party, "partners", "Alma", late.name)
    play_rounds(party, 1)
    assert wish_lines(party)[0].reason == ""

    arrivals.arrive_late(party.pk, late.pk, **BY_PROGRAM)
    seat_next(party)

    seated = seatings(party)[-1]
    benched = {late.pk, pk(party, "Alma")} & set(seated.bench)
    assert benched or seated.partner(late.pk) == pk(party, "Alma")


def test_a_wish_of_partners_is_broken_while_one_of_the_two_sits_out():
    party = drawn_party(5)
    (out,) = seatings(party)[0].bench
    other = seatings(party)[0].tables[0][0]
    add_wish(party.pk, "partners", out, other, **BY_PROGRAM)

    assert wish_lines(party)[0].reason == "One of them sits out this round"


def test_the_printed_path_of_a_person_follows_their_wish():
    values = FORMATS["midway"].with_movement("path").values()
    party = party_with(12, format_values=values)
    add_wish_by_names(party, "stay", "Alma")
    draw(party)
    alma = pk(party, "Alma")
    table, seat = seatings(party)[0].chair(alma)

    [card] = [card for card in card_sheet(party).cards if card.name == "Alma"]

    assert card.path == (f"{table} {seat}",) * 3


def add_start_partners(party, one, other):
    return add_wish_by_names(party, "start_partners", one, other)


def test_start_partners_are_partners_in_round_one_only():
    party = party_with(16)
    add_start_partners(party, "Alma", "Hilde")
    play_rounds(party, 1)
    seat_next(party)

    alma, hilde = pk(party, "Alma"), pk(party, "Hilde")
    assert seatings(party)[0].partner(alma) == hilde
    assert party.rounds.get(number=2).stored_draw.wishes == ()
    (line,) = wish_lines(party)
    assert (line.why_not, line.is_over, line.needs_chairs) == ("", True, False)
    assert party_differences(reload_party(party)) == []


def test_a_wish_for_round_one_is_kept_when_the_round_is_seated_again():
    party = drawn_party(16)
    alma = party.entrants.get(name="Alma")
    others = party.entrants.exclude(pk__in=(alma.pk, seatings(party)[0].partner(alma.pk)))
    add_start_partners(party, "Alma", others[0].name)
    assert wish_lines(party)[0].can_be_mended
    rounds.reseat_round(party.pk, **BY_PROGRAM)

    assert {each.why_not for each in wish_lines(party)} == {""}
    assert party_differences(reload_party(party)) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("start_partners", "Alma", "Bert"), ("partners", "Bert", "Carol")),
        (("partners", "Alma", "Bert"), ("partners", "Bert", "Carol")),
        (("apart", "Alma", "Bert"), ("start_partners", "Alma", "Bert")),
    ],
)
def test_conflicting_wish_is_refused_with_the_reason(party, first, second):
    kept = add_wish_by_names(party, *first)

    assert str(kept) in refusal(add_wish_by_names, party, *second).text
    assert [*party.wishes.all()] == [kept]


def test_refusal_names_all_conflicting_wishes_of_three_people(party):
    add_wish_by_names(party, "together", "Alma", "Ed")
    add_wish_by_names(party, "start_partners", "Ed", "Fay")

    assert refusal(add_wish_by_names, party, "apart", "Alma", "Fay").text == (
        "That is impossible: Alma and Ed always sit at one table; Ed and Fay start as partners in "
        "round 1. Take one of these wishes back first."
    )


def test_two_people_who_keep_distant_chairs_cannot_be_partners():
    party = drawn_party(8)
    (one, _, other, _), (far, *_) = seatings(party)[0].tables
    one, other, far = (party.entrants.get(pk=each).name for each in (one, other, far))
    add_wish_by_names(party, "stay", one)
    add_wish_by_names(party, "stay", far)

    assert (
        f"{far} keeps table and chair"
        in refusal(add_wish_by_names, party, "partners", one, far).text
    )
    add_wish_by_names(party, "partners", one, other)


def test_start_partners_are_refused_at_a_blind_draw_and_once_round_1_has_begun():
    for cards in ("blind", "hat"):
        fault = refusal(add_start_partners, party_with(8, cards=cards), "Alma", "Bert")
        assert (fault.field, fault.text) == ("kind", DRAW_THEIR_SEATS)
    party = started_party(8)
    assert "Round 1 has begun" in refusal(add_start_partners, party, "Alma", "Bert").text


def test_the_plan_refuses_a_blind_draw_with_start_partners(party):
    add_start_partners(party, "Alma", "Bert")
    assert "start as partners" in refusal(change_plan, party, cards="hat").text
    remove_wish(party.pk, party.wishes.get().pk, **BY_PROGRAM)
    change_plan(party, cards="hat")
    assert reload_party(party).cards == "hat"
