import pytest
from django.urls import reverse

from party.models import Entrant, LogLine, Round
from party.queries.evening.rounds import latest_round, live
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.values.refusals import Refused
from tests.desk import party_in_play
from tests.evening import HANDS, enter, helper_of, play, set_people
from tests.guard import setting_up
from tests.pages import get_page, page_text, press
from tests.reading import text_of

pytestmark = pytest.mark.django_db
TIE = "8hn9 8he9 7sn7 7se7"


@pytest.fixture
def party(client):
    return party_in_play(client, 8)


def test_closing_a_round_leads_to_the_moves(client, party):
    play(party)
    assert "Close round 1" in page_text(client, party, "close_round", 1)
    response = press(client, party, "close_round", 1)
    assert latest_round(party).state == Round.State.CLOSED
    assert response.redirect_chain[-1][0] == reverse("moves", args=[party.pk, 1])
    assert "Round 1 is closed." in text_of(response)


def test_a_complete_round_has_no_questions(client, party):
    assert get_page(client, party, "close_round", 1).context["has_questions"]
    play(party)
    response = get_page(client, party, "close_round", 1)
    assert not response.context["has_questions"]
    assert "nothing to ask" not in text_of(response)


def test_one_press_closes_the_round_and_seats_the_next_round(client, party):
    play(party)
    assert "Close round 1 and seat round 2" in page_text(client, party, "close_round", 1)
    response = press(client, party, "close_round", 1, then="seat")
    assert latest_round(party).number == 2
    assert response.redirect_chain[-1][0] == reverse("moves", args=[party.pk, 1])
    assert "Read aloud" in text_of(response)


def test_a_round_is_closed_even_if_the_next_round_cannot_be_seated(client, party):
    play(party)
    with setting_up():
        party.entrants.update(state=Entrant.State.LEFT)
    response = press(client, party, "close_round", 1, then="seat")
    assert latest_round(party).state == Round.State.CLOSED
    assert "Seat round 2" in text_of(response)
    assert response.context["messages"]


def test_closing_the_last_round_leads_to_the_finish_page(client):
    party = party_in_play(client, 8, rounds_planned=1)
    play(party)
    assert "and seat round 2" not in page_text(client, party, "close_round", 1)
    response = press(client, party, "close_round", 1)
    assert response.redirect_chain[-1][0] == reverse("finish", args=[party.pk])


def test_one_press_closes_the_last_round_and_finishes_the_party(client):
    party = party_in_play(client, 8, rounds_planned=1)
    play(party)
    assert "Close round 1 and finish the party" in page_text(client, party, "close_round", 1)
    response = press(client, party, "close_round", 1, then="finish")
    assert response.redirect_chain[-1][0] == reverse("finish", args=[party.pk])
    assert "Autumn party is finished" in text_of(response)


def test_a_party_with_a_missing_name_is_finished_only_on_the_finish_page(client):
    party = party_in_play(client, 8, rounds_planned=1)
    play(party)
    set_people(party, 8, name="")
    assert "and finish the party" not in page_text(client, party, "close_round", 1)


def test_a_refused_finish_gives_its_reason(client, monkeypatch):
    party = party_in_play(client, 8, rounds_planned=1)
    play(party)

    def refuse(*_args, **_kwargs):
        raise Refused("Not now.")

    monkeypatch.setattr(rounds, "finish", refuse)
    response = press(client, party, "close_round", 1, then="finish")
    assert response.redirect_chain[-1][0] == reverse("finish", args=[party.pk])
    assert "Not now." in text_of(response)


def test_a_finish_before_the_last_round_only_closes_the_round(client, party):
    play(party)
    response = press(client, party, "close_round", 1, then="finish")
    assert response.redirect_chain[-1][0] == reverse("moves", args=[party.pk, 1])
    assert "Seat round 2" in text_of(response)


def test_the_desk_shows_totals_and_closes_the_round_when_all_hands_are_saved(client, party):
    play(party)
    text = page_text(client, party, "entry", 1)
    assert "Totals of round 1" in text
    assert "Close round 1 and seat round 2" in text
    assert "Stop and check" not in text
    client.force_login(helper_of(party))
    assert "Totals of round 1" not in page_text(client, party, "entry", 1)


def test_a_missing_slip_is_named_at_the_desk(client, party):
    enter(party, HANDS, 1)
    press(client, party, "slip_follows", 1, 2, ahead="NS")
    text = page_text(client, party, "entry", 1)
    assert "Round 1: 1 slip still to come" in text
    assert "It comes from 1 table: 2. The round can close without it." in text
    assert "everything is in" not in text
    enter(party, HANDS, 2)
    assert "Round 1: everything is in" in page_text(client, party, "entry", 1)


def test_the_desk_lists_unusual_hands_beside_the_close_button(client, party):
    play(party, HANDS.replace("9dw9", "10nn10"))
    text = page_text(client, party, "entry", 1)
    assert "Unusual: is this right?" in text
    assert "Close round 1 and seat round 2" in text


def test_if_a_table_is_tied_the_desk_leads_to_the_check_of_the_round(client, party):
    play(party, TIE)
    text = page_text(client, party, "entry", 1)
    assert "Stop and check the round" in text
    assert "Close round 1" not in text


def test_missing_hands_can_be_entered_or_the_table_can_be_stopped(client, party):
    enter(party, HANDS, table=1)
    enter(party, "8hn9", table=2)
    text = page_text(client, party, "close_round", 1)
    assert "Still missing: 1 table" in text
    assert "1 of 4 hands in" in text
    assert f"{reverse('entry', args=[party.pk, 1])}?table=2" in text
    assert reverse("stop_table", args=[party.pk, 1, 2]) in text


def test_a_round_with_open_questions_stays_open_and_the_page_lists_them(client, party):
    enter(party, TIE, table=1)
    response = press(client, party, "close_round", 1)
    text = text_of(response).partition('class="errors"')[2].partition("</ul>")[0]
    assert '<a href="#table-1">Table 1 is tied.' in text
    assert '<a href="#table-2">Table 2 has not finished: 0 hands in so far.' in text
    assert latest_round(party).is_open


def test_the_buttons_that_decide_a_cut_name_the_partners(client, party):
    enter(party, TIE, table=1)
    one, two = live(party).tables[0].names_by_pair[0][1]
    text = page_text(client, party, "close_round", 1)
    button = f'value="NS" aria-pressed="false"><span>{one} &amp;</span> <span>{two}</span>'
    assert f'name="cut" {button}' in text
    press(client, party, "decide_cut", 1, 1, cut="EW")
    text = page_text(client, party, "close_round", 1)
    assert 'name="cut" value="EW" aria-pressed="true">✓' in text
    assert table_scores(party, 1)[1].ahead == "EW"
    assert "Table 1: East-West won the cut" in LogLine.objects.first().words


def test_a_table_with_a_question_is_not_listed_among_the_totals(client, party):
    enter(party, "10nn2 8hn9 7ce7 9dw9", table=1)
    enter(party, HANDS, table=2)
    response = get_page(client, party, "close_round", 1)
    assert [table.number for table in response.context["totals"]] == [2]
    score = table_scores(party, 1)[1]
    assert f"{score.ns} : {score.ew}".replace("-", "−") in text_of(response)


def test_one_press_stops_a_table(client, party):
    enter(party, "8hn9", table=2)
    response = press(client, party, "stop_table", 1, 2, close="1")
    assert "Table 2 stops here." in text_of(response)
    assert response.redirect_chain[-1][0].endswith("/close/#table-2")  # table 1 is still open
    assert table_scores(party, 1)[2].why_short == "stopped early"
    undo = reverse("log_undo", args=[party.pk, LogLine.objects.first().pk])
    assert undo in text_of(response)
    client.post(undo, {"note": "yes"})
    assert not table_scores(party, 1)[2].is_finished


def test_the_desk_types_the_reason_why_a_table_stops(client, party):
    enter(party, "8hn9", table=2)
    response = press(client, party, "stop_table", 1, 2, why="x" * 201)
    assert "Give the reason in at most 200 letters." in text_of(response)
    assert not table_scores(party, 1)[2].is_finished
    response = press(client, party, "stop_table", 1, 2, why="bell")
    assert response.redirect_chain[-1][0] == f"{reverse('entry', args=[party.pk, 1])}?table=2"
    assert table_scores(party, 1)[2].why_short == "bell"


def test_one_press_stops_all_tables(client):
    party = party_in_play(client, 20)
    enter(party, HANDS, table=1)  # table 1 is complete
    enter(party, "8hn9 8he9", table=2)  # table 2 is tied
    enter(party, "8hn9", table=3)
    enter(party, "7ce7", table=4)  # table 4 sends its slip later
    press(client, party, "slip_follows", 1, 4, ahead="EW", said="")
    text = text_of(press(client, party, "stop_tables", 1))

    assert "All tables stop here. The 8 hands already in count." in text
    assert ">Undo<" in text
    assert "One table is tied. Who was high on the cut?" in text
    assert "One slip is missing. Who was ahead?" in text
    assert get_page(client, party, "close_round", 1).context["open"] == [5, 2]


def test_the_last_answer_leads_to_the_next_step(client):
    party = party_in_play(client, 12)
    enter(party, "8hn9 8he9", table=1)
    enter(party, "8hn9", table=2)
    press(client, party, "stop_tables", 1)
    top = reverse("close_round", args=[party.pk, 1])
    cut = press(client, party, "decide_cut", 1, 1, cut="NS", seen="")
    assert cut.redirect_chain[-1][0] == f"{top}#table-1"
    answered = press(client, party, "slip_follows", 1, 3, ahead="NS", said="", close="1")
    assert answered.redirect_chain[-1][0] == top
    assert "Close round 1 and seat round 2" in text_of(answered)
    assert "1 slip to follow" in text_of(answered)


def test_answers_about_tables_can_be_typed(client):
    party = party_in_play(client, 40)
    enter(party, "8hn9 8he9", table=2)
    press(client, party, "stop_tables", 1)
    assert "type <kbd>12 n</kbd>" in page_text(client, party, "close_round", 1)
    shown = press(client, party, "answer_table", 1, text="10 e")
    assert 'maxlength="8" autocomplete="off" autofocus' in text_of(shown)
    press(client, party, "answer_table", 1, text="2n")
    scores = table_scores(party, 1)
    assert (scores[10].provisional_pair, scores[2].cut) == ("EW", "NS")
    for wrong, words in (("12", "Type a table and a letter"), ("99 n", "There is no table 99")):
        shown = text_of(press(client, party, "answer_table", 1, text=wrong))
        assert words in shown
        assert f'value="{wrong}"' in shown


def test_an_unknown_table_is_not_found(client, party):
    assert press(client, party, "stop_table", 1, 9).status_code == 404


def test_a_closed_round_leads_to_the_live_page(client, party):
    play(party)
    press(client, party, "close_round", 1)
    response = client.get(reverse("close_round", args=[party.pk, 1]), follow=True)
    assert "Round 1 is not being played." in text_of(response)
    assert get_page(client, party, "close_round", 2).status_code == 404
