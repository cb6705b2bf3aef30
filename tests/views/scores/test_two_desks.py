from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.urls import reverse

from party.models import Entry, Table
from party.services.evening import rounds
from party.services.scores import entries, tables
from tests.desk import desk, party_in_play, send, text_of
from tests.evening import BY_PROGRAM, close, enter, play_round, spot
from tests.services.scores.test_final_cards import save_card

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return party_in_play(client, 8)


def words(shown):
    return " ".join(text_of(shown).split())


def post_line(client, party, form, table=1, **sent):
    fields = {"kind": form.kind, "hand": form.initial["hand"]}
    fields["submission"] = form.initial["submission"]
    address = f"{reverse('entry', args=[party.pk, 1])}?table={table}"
    return client.post(address, fields | sent, follow=True)


def test_a_line_is_kept_if_the_round_was_closed_meanwhile(client, party):
    line, circle = desk(client, party, table=2).context["forms"]
    play_round(party)
    text = words(post_line(client, party, line, 2, text="7sn7"))
    assert "Round 1 was closed while you typed." in text
    assert "Table 2: nothing was stored. You typed: 7sn7" in text
    text = words(post_line(client, party, circle, 2, bid="8H", bidder="N", tricks="9"))
    assert "You typed: 8H N 9" in text
    assert Entry.objects.count() == 8


def test_a_line_is_kept_if_the_round_was_seated_again(client, party):
    form = desk(client, party).context["line"]
    rounds.undo_draw(party.pk, **BY_PROGRAM)
    rounds.draw_seats(party.pk, **BY_PROGRAM)
    assert "You typed: 7sn7" in words(post_line(client, party, form, text="7sn7"))


def test_the_desk_of_a_closed_round_says_what_can_be_done(client, party):
    play_round(party)
    text = words(client.get(reverse("entry", args=[party.pk, 1]), follow=True))
    assert "Round 1 is closed. Choose the hand to correct." in text
    assert "You typed" not in text


def test_a_line_is_kept_if_the_party_was_finished_meanwhile(client, party):
    play_round(party)
    rounds.finish(party.pk, **BY_PROGRAM)
    form = SimpleNamespace(kind="line", initial={"hand": 1, "submission": uuid4()})
    text = words(post_line(client, party, form, text="7sn7"))
    assert "Autumn party is finished." in text
    assert "You typed: 7sn7" in text


def test_a_line_is_kept_if_the_round_closes_during_the_request(client, party, monkeypatch):
    form = desk(client, party, table=2).context["line"]
    real = entries.save_hand

    def save_after_the_close(*args, **kwargs):
        monkeypatch.undo()
        play_round(party)
        return real(*args, **kwargs)

    monkeypatch.setattr(entries, "save_hand", save_after_the_close)
    response = post_line(client, party, form, 2, text="7sn7")
    assert "Round 1 is closed. Reopen it" in words(response)
    assert 'value="7sn7"' in text_of(response)


def undo_entry(client, party, seen, table=1):
    address = reverse("undo_hand", args=[party.pk, 1, table])
    return client.post(address, {"seen": seen}, follow=True)


def test_undo_removes_only_the_shown_entry(client, party):
    send(client, party, text="8hn9")
    seen = desk(client, party, table=1).context["sheet"].last_entry
    assert f'name="seen" value="{seen}"' in text_of(desk(client, party, table=1))
    enter(party, "7ce7")
    assert "Table 1 has new entries since you looked." in words(undo_entry(client, party, seen))
    assert Entry.objects.in_force().count() == 2


def test_undo_in_the_message_removes_only_the_saved_entry(client, party):
    enter(party, "8hn9 7ce7 7sn6")
    response = send(client, party, text="9dw9")
    assert response.context["sheet"].score.number == 2
    message = text_of(response).partition('id="said"')[2].partition('id="alarm"')[0]
    saved = Entry.objects.in_force().latest("pk")
    assert f'action="{reverse("undo_hand", args=[party.pk, 1, 1])}"' in message
    assert f'name="seen" value="{saved.pk}"' in message
    assert 'Undo<span class="hush">: table 1, hand 4</span>' in message
    assert f'href="{reverse("correct", args=[party.pk, 1, 1, 4])}"' in message
    assert "Undo" not in text_of(desk(client, party, after=1))
    message = words(undo_entry(client, party, saved.pk))
    assert "Taken back: table 1, hand 4: 9 Diamonds by West, 9 tricks: made." in message
    assert "has new entries since" in words(undo_entry(client, party, saved.pk))


def test_the_message_for_a_hand_that_is_in_already_has_no_undo(client, party):
    enter(party, "8hn9")
    message = text_of(send(client, party, text="8hn9", hand=1)).partition('id="alarm"')[0]
    assert "was already in" in message
    assert "Undo" not in message
    assert reverse("correct", args=[party.pk, 1, 1, 1]) in message


def correction(client, party, hand=1):
    response = client.get(reverse("correct", args=[party.pk, 1, 1, hand]))
    form = response.context["forms"][0]
    return {name: form[name].value() for name in ("seen", "submission")} | {"kind": form.kind}


def test_a_correction_of_an_undone_hand_keeps_the_typed_text(client, party):
    enter(party, "8hn9")
    sent = correction(client, party)
    entries.undo_hand(spot(party), **BY_PROGRAM)
    address = reverse("correct", args=[party.pk, 1, 1, 1])
    text = words(client.post(address, sent | {"text": "8hn8"}, follow=True))
    assert "Hand 1 of table 1 is no longer entered. Nothing was saved. You typed: 8hn8" in text
    text = words(client.post(address, {"kind": "circle"}, follow=True))
    assert "Hand 1 of table 1 is no longer entered. Nothing was saved." in text
    assert client.get(address).status_code == 404


def test_a_refused_correction_can_be_sent_again(client, party):
    enter(party, "8hn9")
    sent = correction(client, party)
    address = reverse("correct", args=[party.pk, 1, 1, 1])
    client.post(address, correction(client, party) | {"text": "8hn7"})
    response = client.post(address, sent | {"text": "8hn8"})
    assert "Somebody else has changed this since you opened it." in words(response)
    assert "8 Hearts by North, 7 tricks: set" in words(response)
    form = response.context["line"]
    assert form["text"].value() == "8hn8"
    again = {name: form[name].value() for name in ("seen", "submission", "text")}
    assert "Corrected at table 1" in words(client.post(address, again, follow=True))


def cut(client, party, pair, seen=""):
    address = reverse("decide_cut", args=[party.pk, 1, 1])
    return words(client.post(address, {"cut": pair, "seen": seen}, follow=True))


def test_a_cut_entered_at_another_desk_is_not_overwritten(client, party):
    enter(party, "8hn9 8he9 7sn7 7se7")
    assert "said that nobody won the cut" in cut(client, party, "EW", seen="NS")
    cut(client, party, "NS")
    text = cut(client, party, "EW")
    assert "Another desk has said that North-South won the cut. Look again." in text
    assert 'name="cut" value="NS" aria-pressed="true"' in text
    assert Table.objects.get(number=1).cut == "NS"
    cut(client, party, "EW", seen="NS")
    assert Table.objects.get(number=1).cut == "EW"


def test_a_refused_final_card_can_be_sent_again(client):
    party = party_in_play(client, 4, capture="cards")
    tables.report_ahead(spot(party), "NS", shown_pair="", **BY_PROGRAM)
    close(party)
    entrant = party.entrants.first().pk
    address = reverse("tally", args=[party.pk, entrant])
    form = client.get(address).context["form"]
    sent = {"submission": form["submission"].value(), "seen": ""}
    save_card(party, 1, total=100)
    response = client.post(address, sent | {"total": "200"})
    assert "Another desk has changed this card. It now says: 100." in words(response)
    form = response.context["form"]
    again = {name: form[name].value() for name in ("seen", "submission", "total")}
    assert "card: 200." in words(client.post(address, again, follow=True))
