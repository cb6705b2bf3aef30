"""People come and go on the pages, from the door to the standings: whose points are whose."""

import pytest
from django.urls import reverse

from party.models import Entrant
from party.queries.evening.rounds import latest_round, live, seatings
from party.queries.standings.standings import standings
from party.values.standings.standings import RoundKind
from tests.evening import close, draw, helper_of, party_with, play, play_rounds, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    party = party_with(8, rounds_planned=6)
    client.force_login(party.club.memberships.get().user)
    return party


@pytest.fixture
def press(client, party):
    """Return a function that presses a button of somebody's page and returns what is said."""

    def press(name, verb, **sent):
        entrant = party.entrants.get(name=name).pk
        page, more = ("player_stand_in", ()) if verb == "stand-in" else ("player_act", (verb,))
        address = reverse(page, args=[party.pk, entrant, *more])
        return text_of(client.post(address, sent, follow=True))

    return press


def text_of(shown):
    return " ".join(shown.content.decode().split())


def next_round(client, party):
    """Close the round that is on, move on the pages, and begin the next."""
    play(party)
    close(party)
    number = latest_round(party).number + 1
    client.post(reverse("seat_next_round", args=[party.pk, number]))
    client.post(reverse("start_round", args=[party.pk, number]))
    assert latest_round(party).state == "playing"


def add_late(client, party, name):
    client.post(reverse("players_add", args=[party.pk]), {"names": name, "one": "yes"})
    return party.entrants.get(name=name)


def seated(party):
    return {person.name for table in live(party).tables for person in table.seats.values()} | {
        person.name for person in live(party).bench
    }


def own(party, name):
    """Return the kinds of somebody's rounds, and the total."""
    line = next(line for line in standings(party).lines if line.person.name == name)
    return [each.kind for each in line.rounds], line.total


def test_late_arrival_plays_from_the_next_round_on(client, party, press):
    start(party)
    late = add_late(client, party, "Zoë Ek")
    if late.state == Entrant.State.EXPECTED:
        assert "Zoë Ek is here, and sits from the next move on." in press("Zoë Ek", "arrived")
    assert "Zoë Ek" not in seated(party)
    next_round(client, party)
    assert "Zoë Ek" in seated(party)
    play(party)
    close(party)
    kinds, _ = own(party, "Zoë Ek")
    assert kinds[0] == RoundKind.MISSED
    assert kinds[1] in {RoundKind.PLAYED, RoundKind.SAT_OUT}


def test_leaver_in_the_middle_of_a_round_has_its_points(client, party, press):
    start(party)
    assert "Alma goes home." in press("Alma", "home")
    play(party)
    close(party)
    kinds, total = own(party, "Alma")
    assert (kinds, total) in [([RoundKind.PLAYED], 200), ([RoundKind.PLAYED], 590)]
    client.post(reverse("seat_next_round", args=[party.pk, 2]))
    assert "Alma" not in seated(party)
    assert len(live(party).tables) == 1  # seven are left: one table, three on the bench


@pytest.mark.parametrize("house", ["yes", "no"])
def test_substitute_has_the_chair_and_the_leaver_the_points_of_the_round(
    client, party, press, house
):
    start(party)
    before = seatings(party)[0]
    alma = party.entrants.get(name="Alma")
    said = press("Alma", "stand-in", **{"chair-name": "Zoë Ek", "chair-house": house})
    assert "Zoë Ek takes the chair of Alma at the next move." in said
    assert "Zoë Ek" not in seated(party)
    next_round(client, party)
    assert len(live(party).tables) == 2
    play(party)
    close(party)
    assert own(party, "Alma")[0] == [RoundKind.PLAYED, RoundKind.MISSED]
    assert own(party, "Alma")[1] == (200 if before.chair(alma.pk)[1] in "NS" else 590)
    if house == "no":
        kinds, total = own(party, "Zoë Ek")
        assert kinds == [RoundKind.MISSED, RoundKind.PLAYED]
        assert total in {200, 590}
    else:
        names = [line.person.name for line in standings(party).lines if line.rank]
        assert "Zoë Ek" not in names


def test_return_after_a_round_away(client, party, press):
    start(party)
    press("Alma", "home")
    next_round(client, party)
    assert "Alma is back." in press("Alma", "back")
    assert "Alma" not in seated(party)
    next_round(client, party)
    assert "Alma" in seated(party)
    play(party)
    close(party)
    kinds, _ = own(party, "Alma")
    assert kinds[:2] == [RoundKind.PLAYED, RoundKind.MISSED]
    assert kinds[2] in {RoundKind.PLAYED, RoundKind.SAT_OUT}


def test_return_before_the_move_sends_the_substitute_away(client, party, press):
    start(party)
    press("Alma", "stand-in", **{"chair-name": "Zoë Ek", "chair-house": "no"})
    press("Alma", "back")
    next_round(client, party)
    assert "Alma" in seated(party)
    assert "Zoë Ek" not in seated(party)


def test_who_leaves_before_the_round_begins_is_offered_new_seats(client, party, press):
    draw(party)
    said = press("Alma", "home")
    assert "Round 1 has not begun: it can be seated again on the Draw page." in said
    assert "Since these seats were made" in text_of(client.get(reverse("draw", args=[party.pk])))
    client.post(reverse("reseat_round", args=[party.pk, 1]))
    play_rounds(party, 1)
    client.post(reverse("seat_next_round", args=[party.pk, 2]))
    said = press(live(party).tables[0].seats["N"].name, "home")
    assert "it can be seated again where the moves are announced" in said


def test_the_page_of_a_person_says_whose_points_they_are(client, party):
    alma = party.entrants.get(name="Alma")
    page = reverse("player", args=[party.pk, alma.pk])
    draw(party)
    assert "Round 1 has not begun." in text_of(client.get(page))
    start(party)
    assert "The points of the round that is on are Alma’s, who began it" in text_of(
        client.get(page)
    )
    play(party)
    close(party)
    assert "Round 1 is over." in text_of(client.get(page))


def test_helper_lets_people_in_and_sends_nobody_home(client, party, press):
    start(party)
    ruth, alma = party.club.memberships.get().user, party.entrants.get(name="Alma")
    page = reverse("player", args=[party.pk, alma.pk])
    assert "Goes home" in text_of(client.get(page))

    client.force_login(helper_of(party))
    shown = text_of(client.get(page))
    assert "Goes home" not in shown
    assert "Somebody takes the chair" not in shown
    for verb in ("home", "stand-in"):
        assert "Only an organiser can do this." in press("Alma", verb)
    assert party.entrants.get(name="Alma").state == "here"

    client.force_login(ruth)
    press("Alma", "home")
    client.force_login(helper_of(party, "Hugo"))
    assert "Is back" in text_of(client.get(page))
    assert "Alma is back." in press("Alma", "back")
