import pytest
from django.urls import reverse

from party.models import Party
from party.queries.evening.parties import plan_to_repeat
from party.queries.people.wishes import wish_lines, wishes_of_draw, wishes_to_confirm
from party.services.evening import parties, rounds
from party.services.people import arrivals
from party.services.people.wishes import add_wish
from party.values.evening.live import OpenRound
from tests.evening import (
    BY_PROGRAM,
    draw,
    enter_hand,
    party_after_rounds,
    party_with,
    play_rounds,
    set_people,
    start,
    start_next_round,
)
from tests.guard import setting_up
from tests.lists import organised_party
from tests.reading import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.measured]


def pk(party, name):
    return party.entrants.get(name=name).pk


def rounds_to_repeat(party):
    return plan_to_repeat(Party.objects.get(pk=party.pk)).rounds


def make_round_last(party):
    parties.make_round_last(party.pk, **BY_PROGRAM)


def set_rounds_to(count):
    return lambda party: parties.set_rounds(party.pk, count, **BY_PROGRAM)


@pytest.mark.parametrize(
    ("before", "played", "act", "after"),
    [
        (6, 2, make_round_last, 6),
        (6, 2, set_rounds_to(4), 6),
        (6, 2, lambda party: rounds.finish(party.pk, **BY_PROGRAM), 6),
        (6, 2, lambda party: (set_rounds_to(3)(party), set_rounds_to(5)(party)), 6),
        (6, 2, lambda party: (set_rounds_to(3)(party), set_rounds_to(7)(party)), 7),
        (3, 2, set_rounds_to(4), 4),
        (6, 0, lambda party: (draw(party), set_rounds_to(3)(party)), 3),  # not begun: a new plan
        (None, 2, make_round_last, None),  # None plans as many rounds as tables
    ],
)
def test_the_next_party_has_as_many_rounds_as_this_party_planned(before, played, act, after):
    party = party_after_rounds(played, 12, rounds_planned=before)
    act(party)

    assert rounds_to_repeat(party) == after


def test_an_undecided_number_of_rounds_is_undecided_at_the_next_party():
    party = party_after_rounds(2, 12, preset="iowa", rounds_planned=None)
    make_round_last(party)
    assert (Party.objects.get(pk=party.pk).rounds_planned, rounds_to_repeat(party)) == (2, None)


def test_a_reopened_party_has_its_planned_rounds_again():
    party = party_after_rounds(1, 12, rounds_planned=6)
    start_next_round(party)
    enter_hand(party, "8hn9")
    rounds.finish(party.pk, still_open=OpenRound.LEFT, **BY_PROGRAM)
    assert rounds_to_repeat(party) == 6
    rounds.reopen_party(party.pk, **BY_PROGRAM)
    party.refresh_from_db()
    assert (party.rounds_planned, party.rounds_before) == (6, None)


@pytest.fixture
def last_party(client):
    """Return a finished party of nine with a no-show and a house player."""
    party = organised_party(client, players=9, rounds_planned=5, name="October party")
    set_people(party, 2, state="expected")
    for kind, one, other in (("apart", "Alma", "Carol"), ("stay", "Dev", None)):
        add_wish(party.pk, kind, pk(party, one), other and pk(party, other), **BY_PROGRAM)
    add_wish(party.pk, "start_partners", pk(party, "Alma"), pk(party, "Bert"), **BY_PROGRAM)
    play_rounds(party, 1)
    arrivals.arrive_late(party.pk, pk(party, "Bert"), **BY_PROGRAM)
    arrivals.go_home(party.pk, pk(party, "Bert"), **BY_PROGRAM)
    arrivals.add_house_player(party.pk, "Ivy", **BY_PROGRAM)
    make_round_last(party)
    rounds.finish(party.pk, **BY_PROGRAM)
    return party


def create_like(client, last_party, **changes):
    """Create a party with the copied form; a field that changes to None is left out."""
    address = f"{reverse('party_new')}?like={last_party.pk}"
    form = client.get(address).context["form"]
    values = {name: form[name].value() for name in form.fields} | changes
    sent = {name: value for name, value in values.items() if value not in (None, False)}
    return client.post(address, sent, follow=True), Party.objects.latest("pk")


def test_the_people_who_played_are_expected_at_the_next_party(client, last_party):
    page, new_party = create_like(client, last_party)

    names = {row.name for row in new_party.entrants.all()}
    assert names == {"Alma", "Carol", "Dev", "Ed", "Fay", "Gus", "Hilde", "Guest 9"}
    assert {row.state for row in new_party.entrants.all()} == {"expected"}
    assert new_party.rounds_planned == 5
    assert "8 people expected. 2 wishes from last time to confirm." in text_of(page)


def test_nobody_is_expected_if_the_box_is_not_ticked_or_the_draw_is_blind(client, last_party):
    for changes in ({"again": None}, {"cards": "hat"}):
        page, new_party = create_like(client, last_party, **changes)
        assert not new_party.entrants.exists()
        assert "Next, add your players." in text_of(page)
    form = client.get(reverse("party_new")).context["form"]
    assert "again" not in form.fields


def test_copied_wishes_need_to_be_confirmed(client, last_party):
    _, new_party = create_like(client, last_party)
    page = reverse("wishes", args=[new_party.pk])
    draw_page = reverse("draw", args=[new_party.pk])
    with setting_up():
        new_party.entrants.update(state="here")
    assert wishes_of_draw(new_party) == ()
    text = text_of(client.get(page))
    assert "The same as last time?" in text
    assert "Alma and Carol never sit at one table." in text
    assert "Bert" not in text
    assert "2 from last time to confirm" in text_of(client.get(draw_page))

    one, other = wishes_to_confirm(new_party)
    client.post(reverse("wishes_confirm", args=[new_party.pk]), {"wish": one.id})
    assert [str(each) for each in wish_lines(new_party)] == [str(one)]
    assert wishes_to_confirm(new_party) == (other,)
    client.post(reverse("wishes_confirm", args=[new_party.pk]), {"wish": "all"})
    assert {str(each) for each in wish_lines(new_party)} == {str(one), str(other)}
    assert "The same as last time?" not in text_of(client.get(page))


def test_an_impossible_copied_wish_is_refused(client, last_party):
    _, new_party = create_like(client, last_party)
    for kind, other in (("partners", "Alma"), ("together", "Carol")):
        add_wish(new_party.pk, kind, pk(new_party, "Ed"), pk(new_party, other), **BY_PROGRAM)
    address = reverse("wishes_confirm", args=[new_party.pk])
    assert "That is impossible" in text_of(client.post(address, {"wish": "all"}, follow=True))


def test_a_wish_for_round_one_is_offered_until_the_round_begins(client, last_party):
    _, new_party = create_like(client, last_party)
    with setting_up():
        bert = last_party.entrants.get(name="Bert")
        new_party.entrants.filter(name="Ed").update(player=bert.player, name="Bert")
        new_party.entrants.update(state="here")
    assert "Alma and Bert start as partners in round 1" in map(str, wishes_to_confirm(new_party))
    start(new_party)
    assert [each.kind for each in wishes_to_confirm(new_party)] == ["apart", "stay"]


def test_people_can_still_be_added_from_the_copied_party(client, last_party):
    party_with(4, club=last_party.club, name="Another")
    _, new_party = create_like(client, last_party, again=None)
    assert "Everybody from “October party” again" in text_of(
        client.get(reverse("players", args=[new_party.pk]))
    )
