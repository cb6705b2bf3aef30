"""The next party like this one: its rounds, its people, and its wishes to confirm."""

import pytest
from django.urls import reverse

from party.models import Party
from party.queries.evening.parties import plan_to_repeat
from party.queries.people.wishes import wish_lines, wishes_of_draw, wishes_to_confirm
from party.services.evening import parties, rounds
from party.services.people import arrivals
from party.services.people.wishes import add_wish
from party.values.accounts import PROGRAM
from party.values.evening.live import StillOpen
from tests.evening import (
    AT,
    draw,
    enter_hand,
    helper_of,
    party_with,
    play_rounds,
    seat_next,
    start,
)
from tests.guard import setting_up
from tests.reading import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.measured]
WHO = {"actor": PROGRAM, "at": AT}


def pk(party, name):
    return party.entrants.get(name=name).pk


def planned(party):
    return plan_to_repeat(Party.objects.get(pk=party.pk)).rounds


def last_now(party):
    parties.make_round_last(party.pk, **WHO)


def shortened_to(count):
    return lambda party: parties.set_rounds(party.pk, count, **WHO)


@pytest.mark.parametrize(
    ("before", "played", "then", "after"),
    [
        (6, 2, last_now, 6),
        (6, 2, shortened_to(4), 6),
        (6, 2, lambda party: rounds.finish(party.pk, **WHO), 6),
        (6, 2, lambda party: (shortened_to(3)(party), shortened_to(5)(party)), 6),
        (6, 2, lambda party: (shortened_to(3)(party), shortened_to(7)(party)), 7),
        (3, 2, shortened_to(4), 4),
        (None, 2, last_now, None),  # as many rounds as tables
    ],
)
def test_the_next_party_has_the_rounds_that_were_planned(before, played, then, after):
    party = party_with(12, rounds_planned=before)
    play_rounds(party, played)
    then(party)

    assert planned(party) == after


def test_rounds_that_were_left_open_are_open_again():
    party = party_with(12, preset="iowa", rounds_planned=None)
    play_rounds(party, 2)
    last_now(party)
    assert (Party.objects.get(pk=party.pk).rounds_planned, planned(party)) == (2, None)


def test_rounds_chosen_before_the_start_are_the_plan():
    party = party_with(12, rounds_planned=6)
    draw(party)
    shortened_to(3)(party)
    assert planned(party) == 3


def test_a_party_that_goes_on_has_its_rounds_back():
    party = party_with(12, rounds_planned=6)
    play_rounds(party, 1)
    seat_next(party)
    start(party)
    enter_hand(party, "8hn9")
    rounds.finish(party.pk, still_open=StillOpen.LEFT, **WHO)
    assert planned(party) == 6
    rounds.reopen_party(party.pk, **WHO)
    party.refresh_from_db()
    assert (party.rounds_planned, party.rounds_before) == (6, None)


@pytest.fixture
def last(client):
    """A party of nine; a no-show, a house player, and somebody who went home at once."""
    party = party_with(9, rounds_planned=5, name="October party")
    client.force_login(party.club.memberships.get().user)
    with setting_up():
        party.entrants.filter(name="Bert").update(state="expected")
    for kind, one, other in (("apart", "Alma", "Carol"), ("stay", "Dev", None)):
        add_wish(party.pk, kind, pk(party, one), other and pk(party, other), **WHO)
    add_wish(party.pk, "start_partners", pk(party, "Alma"), pk(party, "Bert"), **WHO)
    play_rounds(party, 1)
    arrivals.arrive_late(party.pk, pk(party, "Bert"), **WHO)
    arrivals.go_home(party.pk, pk(party, "Bert"), **WHO)
    arrivals.add_house_player(party.pk, "Ivy", **WHO)
    last_now(party)
    rounds.finish(party.pk, **WHO)
    return party


def make(client, last, **changed):
    address = f"{reverse('party_new')}?like={last.pk}"
    form = client.get(address).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in shown.items() if value not in (None, False)}
    sent |= {name: value for name, value in changed.items() if value is not None}
    page = client.post(
        address, {k: v for k, v in sent.items() if k not in changed or changed[k]}, follow=True
    )
    return page, Party.objects.latest("pk")


def test_the_people_who_played_are_expected(client, last):
    page, made = make(client, last)

    names = {row.name for row in made.entrants.all()}
    assert names == {"Alma", "Carol", "Dev", "Ed", "Fay", "Gus", "Hilde", "Guest 9"}
    assert {row.state for row in made.entrants.all()} == {"expected"}
    assert made.rounds_planned == 5
    assert "8 people expected. 2 wishes from last time to confirm." in text_of(page)


def test_nobody_is_expected_without_the_tick_or_at_a_blind_draw(client, last):
    for changed in ({"again": None}, {"cards": "hat"}):
        page, made = make(client, last, **changed)
        assert not made.entrants.exists()
        assert "Next, add your players." in text_of(page)
    form = client.get(reverse("party_new")).context["form"]
    assert "again" not in form.fields


def test_wishes_of_last_time_wait_to_be_kept(client, last):
    _, made = make(client, last)
    page = reverse("wishes", args=[made.pk])
    draw_page = reverse("draw", args=[made.pk])
    with setting_up():
        made.entrants.update(state="here")
    assert wishes_of_draw(made) == ()
    shown = text_of(client.get(page))
    assert "The same as last time?" in shown
    assert "Alma and Carol never sit at one table." in shown
    assert "Bert" not in shown
    assert "2 from last time to confirm" in text_of(client.get(draw_page))

    one, other = wishes_to_confirm(made)
    client.post(reverse("wishes_confirm", args=[made.pk]), {"wish": one.id})
    assert [str(each) for each in wish_lines(made)] == [str(one)]
    assert wishes_to_confirm(made) == (other,)
    client.post(reverse("wishes_confirm", args=[made.pk]), {"wish": "all"})
    assert {str(each) for each in wish_lines(made)} == {str(one), str(other)}
    assert "The same as last time?" not in text_of(client.get(page))


def test_a_partner_of_round_one_is_wished_for_again_until_it_begins(client, last):
    _, made = make(client, last)
    with setting_up():
        bert = last.entrants.get(name="Bert")
        made.entrants.filter(name="Ed").update(player=bert.player, name="Bert")
        made.entrants.update(state="here")
    assert "Alma and Bert start as partners in round 1" in map(str, wishes_to_confirm(made))
    start(made)
    assert [each.kind for each in wishes_to_confirm(made)] == ["apart", "stay"]


def test_a_wish_against_another_is_not_kept_and_says_so(client, last):
    _, made = make(client, last)
    add_wish(made.pk, "partners", pk(made, "Ed"), pk(made, "Alma"), **WHO)
    add_wish(made.pk, "together", pk(made, "Ed"), pk(made, "Carol"), **WHO)
    shown = client.post(reverse("wishes_confirm", args=[made.pk]), {"wish": "all"}, follow=True)
    assert "That is impossible" in text_of(shown)


def test_the_party_it_was_made_like_is_the_last_one_even_if_another_was_since(client, last):
    party_with(4, club=last.club, name="Another")
    _, made = make(client, last, again=None)
    assert "Everybody of “October party” again" in text_of(
        client.get(reverse("players", args=[made.pk]))
    )


def test_a_helper_confirms_nothing(client, last):
    _, made = make(client, last)
    client.force_login(helper_of(made))
    sent = client.post(reverse("wishes_confirm", args=[made.pk]), {"wish": "all"})
    assert (sent.status_code, wishes_of_draw(made)) == (403, ())
