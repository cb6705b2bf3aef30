import pytest
from django.urls import reverse

from party.models import Entrant, LogLine, Round
from party.queries.log.undo import undos
from party.services.evening import parties, rounds
from party.services.people import arrivals, players
from party.services.seats import swaps
from party.values.people.attendance import Newcomer
from tests.evening import (
    AT,
    BY_PROGRAM,
    draw,
    enter,
    enter_total,
    helper_of,
    play_round,
    seat_next,
    start,
    started_party,
)
from tests.logbook import newest_line, undo_address

pytestmark = pytest.mark.django_db


def undos_in_log(party):
    return undos(party, LogLine.objects.filter(party=party))


def undo_on_page(client, party, verb):
    """Open the page of the undo, then press its button; return both answers."""
    address = undo_address(party, newest_line(party, verb))
    response = client.get(address)
    party.refresh_from_db()
    return response, client.post(address, {"seen": party.revision}, follow=True)


def test_a_hand_is_undone(client, party):
    start(party)
    enter(party, "8hn9 7ce7")
    shown, after = undo_on_page(client, party, "hand saved")

    assert b"Taken back: 7 Clubs by East, 7 tricks: made." in shown.content
    assert b"Table 1 then has 1 hand: N-S 330 \xe2\x86\x92 300" in shown.content
    assert newest_line(party, "hand undone") is not None
    assert b"Taken back: 7 Clubs" in after.content


def test_a_total_is_undone_and_the_table_is_open_again(client, ruth):
    party = started_party(8, capture="totals")
    enter_total(party, 200, 590)
    shown, _ = undo_on_page(client, party, "total saved")

    assert b"Table 1 then has 0 hands: N-S 200 \xe2\x86\x92 0" in shown.content
    assert b"Table 1 plays on." in shown.content


def test_a_hand_is_not_undone_after_a_newer_hand(client, party):
    start(party)
    enter(party, "8hn9")
    address = undo_address(party, newest_line(party, "hand saved"))
    enter(party, "7ce7")
    answer = client.post(address, {"seen": "0"}, follow=True)

    assert "cannot be taken back any more" in answer.content.decode()


def test_the_page_is_shown_again_after_a_newer_revision(client, party):
    start(party)
    enter(party, "8hn9")
    answer = client.post(undo_address(party, newest_line(party, "hand saved")), {"seen": "1"})

    assert b"Something changed while" in answer.content
    assert b"What it changes" in answer.content
    assert newest_line(party, "hand undone") is None


def test_a_draw_is_undone(client, party):
    draw(party)
    shown, _ = undo_on_page(client, party, "draw")

    assert b"The seats of round 1 are taken away" in shown.content
    assert not party.rounds.exists()


def test_the_finish_and_the_end_of_a_round_are_undone(client, party):
    start(party)
    play_round(party)
    rounds.finish(party.pk, **BY_PROGRAM)
    party.refresh_from_db()
    undo_on_page(client, party, "finished")
    party.refresh_from_db()
    assert party.finished_at is None
    undo_on_page(client, party, "round closed")
    assert party.rounds.get().state == Round.State.CHECKING


def test_a_draw_with_hands_has_no_undo(party):
    start(party)
    enter(party, "8hn9")

    assert {undo.kind for undo in undos_in_log(party).values()} == {"hand"}


def test_the_undo_of_going_home_brings_the_person_back(client, party):
    start(party)
    alma = party.entrants.get(name="Alma")
    arrivals.go_home(party.pk, alma.pk, **BY_PROGRAM)
    shown, _ = undo_on_page(client, party, "went home")

    assert b"Alma is here again, in round 1." in shown.content
    assert b"The chair is kept." in shown.content
    alma.refresh_from_db()
    assert alma.state == Entrant.State.HERE


def test_a_person_brought_back_after_a_move_waits_for_a_chair(party):
    party = started_party(9)
    alma = party.entrants.get(name="Alma")
    arrivals.go_home(party.pk, alma.pk, **BY_PROGRAM)
    arrivals.come_back(party.pk, alma.pk, **BY_PROGRAM)
    arrivals.go_home(party.pk, alma.pk, **BY_PROGRAM)
    play_round(party)
    seat_next(party)
    found = [undo for undo in undos_in_log(party).values() if undo.kind == "come-back"]

    assert [undo.line for undo in found] == [newest_line(party, "went home").pk]
    assert "Alma gets a chair from the next round." in found[0].effects


def test_a_helper_undoes_hands_but_no_draw(client, party):
    start(party)
    client.force_login(helper_of(party))

    assert b"Take back" not in client.get(reverse("log", args=[party.pk])).content
    assert client.get(undo_address(party, newest_line(party, "draw"))).status_code == 403
    enter(party, "8hn9")
    assert b"Take back" in client.get(reverse("log", args=[party.pk])).content
    assert client.get(undo_address(party, newest_line(party, "hand saved"))).status_code == 200


def test_the_page_shows_the_effects_before_the_undo(client, party):
    alma = party.entrants.get(name="Alma")
    players.set_prize_group(party.pk, alma.pk, "Women", **BY_PROGRAM)
    shown, after = undo_on_page(client, party, "prize group")

    assert "Alma: Prize group: Women → none." in shown.content.decode()
    assert "Took back: Alma: prize group Women" in after.content.decode()
    alma.refresh_from_db()
    assert alma.prize_group == ""
    assert newest_line(party, "taken back").actor.name == "Ruth"


def test_a_refused_undo_says_why(client, party):
    arrivals.set_attendance(party.pk, [party.entrants.first().pk], here=False, **BY_PROGRAM)
    address = undo_address(party, newest_line(party, "here"))
    draw(party)
    reason = "The seats are drawn. Mark people as arrived late or gone home."

    assert reason in client.get(address, follow=True).content.decode()
    assert reason in client.post(address, {"seen": "1"}, follow=True).content.decode()


def test_a_helper_undoes_verbs_that_helpers_may_use(client, party):
    parties.set_rounds(party.pk, 5, **BY_PROGRAM)
    arrivals.set_attendance(party.pk, [party.entrants.first().pk], here=False, **BY_PROGRAM)
    client.force_login(helper_of(party))
    response = client.get(reverse("log", args=[party.pk]))
    lines = [each for _, lines in response.context["by_round"] for each in lines]
    may = {each.line.verb: each.undo is not None for each in lines}

    assert may == {"here": True, "rounds": False}
    assert client.get(undo_address(party, newest_line(party, "rounds"))).status_code == 403
    undo_on_page(client, party, "here")
    assert party.entrants.filter(state=Entrant.State.EXPECTED).count() == 0


def test_a_helper_takes_off_only_people_that_the_helper_added(client, party, ruth):
    hanna = helper_of(party)
    for name, by in (("Zoë Ng", ruth), ("Yan Li", hanna)):
        players.add_entrants(party.pk, [Newcomer(name)], actor=by.actor, at=AT)
    own, other = LogLine.objects.filter(party=party)[:2]
    client.force_login(hanna)
    listed = client.get(reverse("log", args=[party.pk])).text
    assert undo_address(party, own) in listed
    assert undo_address(party, other) not in listed
    assert client.get(undo_address(party, other)).status_code == 403
    undo_on_page(client, party, "names added")
    assert set(party.entrants.values_list("name", flat=True)[8:]) == {"Zoë Ng"}


@pytest.mark.parametrize("back", ["x", "//elsewhere.example/", "https://elsewhere.example/"])
def test_an_undo_redirects_only_to_pages_of_head_table(client, party, back):
    start(party)
    enter(party, "8hn9")

    answer = client.post(
        undo_address(party, newest_line(party, "hand saved")), {"note": "yes", "back": back}
    )

    assert answer.url == reverse("log", args=[party.pk])


def test_a_swap_is_undone(client, party):
    draw(party)
    places = party.rounds.get().places.order_by("table__number", "seat")
    one, other = (place for place in places if place.seat == "E")
    seen = "table 1, East; table 2, East"
    swaps.swap_seats(party.pk, 1, one.entrant_id, other.entrant_id, **BY_PROGRAM, mark=seen)
    undo_on_page(client, party, "seats swapped")

    assert party.rounds.get().places.get(table__number=1, seat="E").entrant_id == one.entrant_id
    assert {undo.kind for undo in undos_in_log(party).values()} == {"draw"}
