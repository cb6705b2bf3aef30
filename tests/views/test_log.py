from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import load_workbook

from party.models import Entrant, LogLine, Round
from party.queries import undos as reads
from party.services import (
    arrivals,
    awards,
    checkin,
    parties,
    players,
    prizes,
    rounds,
    scores,
    swaps,
    wishes,
)
from party.services.checkin import set_owed
from party.services.rota import swap_in_rota
from party.values.players import Newcomer
from party.values.refusals import Refused
from tests.acts.clubs import wish_taken_back
from tests.acts.people import name_removed, wish_added, wish_removed
from tests.evening import (
    AT,
    close,
    draw,
    enter,
    enter_total,
    helper_of,
    party_with,
    person,
    play,
    play_rounds,
    seat_next,
    spot,
    start,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return party_with(8)


def page(client, party, **query):
    return client.get(reverse("log", args=[party.pk]), query)


def words(answer):
    return [line.words for line, *_ in answer.context["shown"]]


def undos(party):
    return reads.undos(party, LogLine.objects.filter(party=party))


def line_of(party, verb):
    return LogLine.objects.filter(party=party, verb=verb).first()


def undo(party, line):
    return reverse("log_undo", args=[party.pk, line.pk])


def take_back(client, party, verb):
    """Look at what it changes, then do it; return the page that showed it and the answer."""
    address = undo(party, line_of(party, verb))
    shown = client.get(address)
    party.refresh_from_db()
    return shown, client.post(address, {"seen": party.revision}, follow=True)


def test_lines_of_a_table_a_verb_and_a_person(client, party):
    start(party)
    enter(party, "8hn9", 1)
    enter(party, "7ce7", 2)

    assert [text[:7] for text in words(page(client, party, table="2"))] == ["Table 2"]
    assert words(page(client, party, verb="round started")) == ["Round 1 started"]
    seated = party.rounds.get().places.get(table__number=2, seat="N").entrant
    assert [text[:7] for text in words(page(client, party, person=seated.name))] == ["Table 2"]
    assert b"2 lines, newest first" in page(client, party, verb="hand saved").content


def test_a_person_is_found_in_swaps(client, party):
    party = party_with(9)
    draw(party)
    one, other = party.entrants.order_by("rota")[:2]
    swap_in_rota(party.pk, one.pk, other.pk, by=None, at=AT)

    found = words(page(client, party, person=other.name))
    assert f"{one} and {other} swapped their turns to sit out" in found


def test_no_line_fits(client, party):
    draw(party)
    answer = page(client, party, table="77")

    assert b"No line of the log fits." in answer.content
    assert b"Show everything" in answer.content


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"table": "seven"}, "Table"),
        ({"person": "Nobody"}, "Nobody"),
        ({"verb": "dancing"}, "choose one of those shown"),
    ],
)
def test_what_cannot_be_read_is_said_and_kept(client, party, query, said):
    draw(party)
    answer = page(client, party, **query)

    assert said in answer.content.decode()
    assert answer.context["form"].errors
    assert len(words(answer)) == 1


def test_the_filter_stays_on_the_next_page(client, party):
    with setting_up():
        line = {"club": party.club, "party": party, "verb": "bell", "words": "Bell", "at": AT}
        LogLine.objects.bulk_create(LogLine(**line) for _ in range(51))

    assert b'href="?verb=bell&amp;page=2"' in page(client, party, verb="bell").content
    assert len(words(page(client, party, verb="bell", page="2"))) == 1


def test_filters_go_together_and_stay_on_every_page_and_in_the_files(client, party):
    draw(party)
    seated = party.rounds.get().places.get(table__number=2, seat="N").entrant
    with setting_up():
        common = {"club": party.club, "party": party, "words": "Bell", "at": AT}
        LogLine.objects.bulk_create(
            LogLine(verb=verb, table=table, round=number, **common)
            for verb in ("bell", "checking")
            for table in (1, 2)
            for number in (1, 2)
            for _ in range(60)
        )
    asked = {"table": "2", "person": seated.name, "verb": "bell"}
    first = page(client, party, **asked)
    assert b"60 lines, newest first" in first.content
    assert len(words(first)) == 50

    kept = f"table=2&amp;person={seated.name}&amp;verb=bell"
    text = first.content.decode()
    assert f'href="?{kept}&amp;page=2"' in text
    for kind in ("csv", "xlsx"):
        assert f'{reverse("log_file", args=[party.pk, kind])}?{kept}"' in text
    assert len(words(page(client, party, page="2", **asked))) == 10
    rows = client.get(reverse("log_file", args=[party.pk, "csv"]), asked)
    assert len(rows.content.decode().splitlines()) == 61


def test_old_and_new_values_are_shown(client, party):
    parties.set_rounds(party.pk, 5, by=None, at=AT)
    set_owed(party.pk, party.entrants.first().pk, 500, by=None, at=AT)

    shown = page(client, party).content.decode()
    assert "Rounds: 3 → 5" in shown
    assert "Owes: the party’s fee → $5" in shown


def test_the_file_has_the_lines_asked_for(client, party):
    draw(party)
    parties.set_rounds(party.pk, 5, by=None, at=AT)
    address = reverse("log_file", args=[party.pk, "csv"])
    rows = client.get(address, {"verb": "rounds"}).content.decode("utf-8-sig").splitlines()

    assert rows[0] == "When,Round,Table,What,Before,Now,Reason,Who"
    assert rows[1:] == ["2026-11-14 19:00:00,,,5 rounds planned,Rounds: 3,Rounds: 5,,"]


def test_the_same_few_queries_for_any_evening(client, party, django_assert_max_num_queries):
    play_rounds(party, 2)
    seat_next(party)
    start(party)
    play(party)

    with django_assert_max_num_queries(22):
        page(client, party)


def test_the_same_few_queries_for_any_number_of_lines(client, party):
    def count():
        with CaptureQueriesContext(connection) as queries:
            page(client, party)
        return len(queries)

    def do_all(word):
        for entrant in party.entrants.all()[:3]:
            players.set_prize_group(party.pk, entrant.pk, word, by=None, at=AT)
            players.set_notes(party.pk, entrant.pk, word, by=None, at=AT)
            checkin.set_owed(party.pk, entrant.pk, len(word) * 100, by=None, at=AT)
            row = prizes.add_prize(party.pk, "other", gift=word, by=None, at=AT)
            awards.give_prize(party.pk, row.pk, entrant.pk, why="", by=None, at=AT)
        players.add_entrants(party.pk, [Newcomer(f"{word} Ng")], by=None, at=AT)
        one = party.entrants.get(name=f"{word} Ng")
        wishes.add_wish(party.pk, "stay", one.pk, None, by=None, at=AT)
        parties.set_rounds(party.pk, len(word), by=None, at=AT)

    start(party)
    enter(party, "8hn9")
    do_all("Zoe")
    few = count()
    do_all("Yara")
    do_all("Xenia")
    assert count() <= few <= 34


def test_a_hand_is_taken_back(client, party):
    start(party)
    enter(party, "8hn9 7ce7")
    shown, after = take_back(client, party, "hand saved")

    assert b"Taken back: 7 Clubs by East, 7 tricks: made." in shown.content
    assert b"Table 1 then has 1 hand: N-S 330 \xe2\x86\x92 300" in shown.content
    assert line_of(party, "hand undone") is not None
    assert b"Taken back: 7 Clubs" in after.content


def test_only_the_last_hand_of_a_table_is_offered(client, party):
    start(party)
    first, second = enter(party, "8hn9 7ce7")
    found = [undo.entry for undo in undos(party).values()]

    assert found == [second.entry]
    assert first.entry not in found


def test_a_total_is_taken_back_and_the_table_plays_on(client, ruth):
    party = party_with(8, capture="totals")
    start(party)
    enter_total(party, 200, 590)
    shown, _ = take_back(client, party, "total saved")

    assert b"Table 1 then has 0 hands: N-S 200 \xe2\x86\x92 0" in shown.content
    assert b"Table 1 plays on." in shown.content


def test_a_hand_that_was_replaced_meanwhile_stays(client, party):
    start(party)
    enter(party, "8hn9")
    address = undo(party, line_of(party, "hand saved"))
    enter(party, "7ce7")
    answer = client.post(address, {"seen": "0"}, follow=True)

    assert "cannot be taken back any more" in answer.content.decode()
    with pytest.raises(Refused, match="has gone on since you looked"):
        scores.undo_hand(spot(party), by=None, at=AT, seen=0)


def test_what_changed_meanwhile_is_shown_again(client, party):
    start(party)
    enter(party, "8hn9")
    answer = client.post(undo(party, line_of(party, "hand saved")), {"seen": "1"})

    assert b"Something has changed meanwhile." in answer.content
    assert b"What it changes" in answer.content
    assert line_of(party, "hand undone") is None


def test_a_draw_is_taken_back(client, party):
    draw(party)
    shown, _ = take_back(client, party, "draw")

    assert b"The seats of round 1 are taken away" in shown.content
    assert not party.rounds.exists()


def test_a_draw_with_hands_stays(party):
    start(party)
    enter(party, "8hn9")

    assert {undo.kind for undo in undos(party).values()} == {"hand"}


def test_a_swap_is_taken_back(client, party):
    draw(party)
    places = party.rounds.get().places.order_by("table__number", "seat")
    one, other = (place for place in places if place.seat == "E")
    seen = "table 1, East; table 2, East"
    swaps.swap_seats(party.pk, 1, one.entrant_id, other.entrant_id, by=None, at=AT, seen=seen)
    take_back(client, party, "seats swapped")

    assert party.rounds.get().places.get(table__number=1, seat="E").entrant_id == one.entrant_id
    assert {undo.kind for undo in undos(party).values()} == {"draw"}


def test_a_closed_round_is_opened_again(client, party):
    play_rounds(party, 1)
    take_back(client, party, "round closed")

    assert party.rounds.get().state == Round.State.CHECKING


def test_a_finish_is_taken_back(client, party):
    play_rounds(party, 1)
    rounds.finish(party.pk, by=None, at=AT)
    party.refresh_from_db()
    take_back(client, party, "finished")

    party.refresh_from_db()
    assert party.finished_at is None


def test_somebody_who_went_home_is_back(client, party):
    start(party)
    alma = party.entrants.get(name="Alma")
    arrivals.go_home(party.pk, alma.pk, by=None, at=AT)
    shown, _ = take_back(client, party, "went home")

    assert b"Alma is here again, in round 1." in shown.content
    assert b"The chair is kept." in shown.content
    alma.refresh_from_db()
    assert alma.state == Entrant.State.HERE


def test_somebody_back_after_a_move_waits_for_a_chair(party):
    party = party_with(9)
    start(party)
    alma = party.entrants.get(name="Alma")
    arrivals.go_home(party.pk, alma.pk, by=None, at=AT)
    arrivals.come_back(party.pk, alma.pk, by=None, at=AT)
    arrivals.go_home(party.pk, alma.pk, by=None, at=AT)
    play(party)
    close(party)
    seat_next(party)
    found = [undo for undo in undos(party).values() if undo.kind == "come-back"]

    assert [undo.line for undo in found] == [line_of(party, "went home").pk]
    assert "Alma gets a chair at the next move." in found[0].effects


def test_a_helper_takes_back_hands_and_no_draw(client, party):
    start(party)
    client.force_login(helper_of(party))

    assert b"Take back" not in page(client, party).content
    assert client.get(undo(party, line_of(party, "draw"))).status_code == 403
    enter(party, "8hn9")
    assert b"Take back" in page(client, party).content
    assert client.get(undo(party, line_of(party, "hand saved"))).status_code == 200


def test_steps_are_taken_back_after_a_look(client, party):
    alma = party.entrants.get(name="Alma")
    players.set_prize_group(party.pk, alma.pk, "Women", by=None, at=AT)
    shown, after = take_back(client, party, "prize group")

    assert "Alma: Prize group: Women → none." in shown.content.decode()
    assert "Took back: Alma: prize group Women" in after.content.decode()
    alma.refresh_from_db()
    assert alma.prize_group == ""
    assert line_of(party, "taken back").who.name == "Ruth"


def test_why_a_line_stays_is_said(client, party):
    arrivals.set_here(party.pk, [party.entrants.first().pk], here=False, by=None, at=AT)
    address = undo(party, line_of(party, "here"))
    draw(party)
    said = "The seats are drawn. Mark people as arrived late or gone home."

    assert said in client.get(address, follow=True).content.decode()
    assert said in client.post(address, {"seen": "1"}, follow=True).content.decode()


def test_helpers_take_back_what_they_may_do_themselves(client, party):
    parties.set_rounds(party.pk, 5, by=None, at=AT)
    arrivals.set_here(party.pk, [party.entrants.first().pk], here=False, by=None, at=AT)
    client.force_login(helper_of(party))
    shown = page(client, party)
    may = {line.verb: undoable for line, _, undoable in shown.context["shown"]}

    assert may == {"here": True, "rounds": False}
    assert client.get(undo(party, line_of(party, "rounds"))).status_code == 403
    take_back(client, party, "here")
    assert party.entrants.filter(state=Entrant.State.EXPECTED).count() == 0


@pytest.mark.parametrize("act", [wish_added, wish_removed, wish_taken_back, name_removed])
def test_wishes_are_for_organisers_alone(client, ruth, act):
    party = act()
    told = "Alma and Bert never sit at one table"
    told = "Alma keeps table and chair" if act is name_removed else told
    files = [reverse("log_file", args=[party.pk, kind]) for kind in ("csv", "xlsx")]
    assert told in page(client, party).content.decode()
    assert told in client.get(files[0]).content.decode()

    lines = list(party.log.filter(verb__contains="wish"))
    client.force_login(helper_of(party))
    assert told not in page(client, party).content.decode()
    assert "wish" not in page(client, party).content.decode()
    assert told not in client.get(files[0]).content.decode()
    assert told not in str(sheet_of(client.get(files[1])))
    for line in lines:
        assert client.get(undo(party, line)).status_code == 404
    hidden = page(client, party, verb="wish added")
    assert "choose one of those shown" in hidden.content.decode()


def sheet_of(answer):
    book = load_workbook(BytesIO(answer.content))
    return [[cell.value for cell in row] for row in book.active.rows]


def test_a_stranger_sees_nothing(client, party):
    draw(party)
    client.force_login(person("Mallory"))

    assert page(client, party).status_code == 404
    assert client.get(undo(party, line_of(party, "draw"))).status_code == 404


def test_a_line_of_another_party_is_not_found(client, party):
    other = party_with(8)
    draw(other)

    assert client.get(undo(party, line_of(other, "draw"))).status_code == 404
