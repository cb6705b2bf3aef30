"""Two desks at once: the second one gets a message, and keeps its typed text."""

from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.urls import reverse

from party.models import Entry, Table
from party.services.evening import rounds
from party.services.scores import entries, final_cards, tables
from party.values.accounts import PROGRAM
from party.values.scores.final_cards import TypedCard
from tests.desk import desk, playing, send, text_of
from tests.evening import AT, close, enter, play, spot

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return playing(client, 8)


def words(shown):
    return " ".join(text_of(shown).split())


def post_line(client, party, form, table=1, **sent):
    known = {"kind": form.kind, "hand": form.initial["hand"]}
    known["submission"] = form.initial["submission"]
    address = f"{reverse('entry', args=[party.pk, 1])}?table={table}"
    return client.post(address, known | sent, follow=True)


# The round is closed while somebody types


def test_line_typed_while_the_round_was_closed_is_given_back(client, party):
    line, circle = desk(client, party, table=2).context["forms"]
    play(party)
    close(party)
    text = words(post_line(client, party, line, 2, text="7sn7"))
    assert "Round 1 was closed while you typed." in text
    assert "Table 2: nothing was stored. You typed: 7sn7" in text
    text = words(post_line(client, party, circle, 2, bid="8H", bidder="N", tricks="9"))
    assert "You typed: 8H N 9" in text
    assert Entry.objects.count() == 8


def test_page_of_a_closed_round_opened_anew_says_what_can_be_done(client, party):
    play(party)
    close(party)
    text = words(client.get(reverse("entry", args=[party.pk, 1]), follow=True))
    assert "Round 1 is closed. Choose the hand to correct." in text
    assert "You typed" not in text


def test_line_typed_while_the_party_was_finished_is_given_back(client, party):
    play(party)
    close(party)
    rounds.finish(party.pk, actor=PROGRAM, at=AT)
    form = SimpleNamespace(kind="line", initial={"hand": 1, "submission": uuid4()})
    text = words(post_line(client, party, form, text="7sn7"))
    assert "Autumn party is finished." in text
    assert "You typed: 7sn7" in text


def test_line_for_a_round_that_was_seated_again_is_given_back(client, party):
    form = desk(client, party).context["line"]
    rounds.undo_draw(party.pk, actor=PROGRAM, at=AT)
    rounds.draw_seats(party.pk, actor=PROGRAM, at=AT)
    text = words(post_line(client, party, form, text="7sn7"))
    assert "Round 1 has not started yet." in text
    assert "You typed: 7sn7" in text


def test_round_closed_between_page_and_store_leaves_the_line(client, party, monkeypatch):
    form = desk(client, party, table=2).context["line"]
    real = entries.save_hand

    def save_after_the_close(*args, **kwargs):
        monkeypatch.undo()
        play(party)
        close(party)
        return real(*args, **kwargs)

    monkeypatch.setattr(entries, "save_hand", save_after_the_close)
    shown = post_line(client, party, form, 2, text="7sn7")
    assert "Round 1 is closed. Reopen it" in words(shown)
    assert 'value="7sn7"' in text_of(shown)


# The last hand


# Taking back


def undo(client, party, seen, table=1):
    address = reverse("undo_hand", args=[party.pk, 1, table])
    return client.post(address, {"seen": seen}, follow=True)


def test_only_the_entry_that_was_seen_is_taken_back(client, party):
    send(client, party, text="8hn9")
    seen = desk(client, party, table=1).context["sheet"].last_entry
    assert f'name="seen" value="{seen}"' in text_of(desk(client, party, table=1))
    enter(party, "7ce7")
    assert "Table 1 has new entries since you looked." in words(undo(client, party, seen))
    assert Entry.objects.in_force().count() == 2


def test_undo_beside_saved_takes_back_that_entry_alone(client, party):
    enter(party, "8hn9 7ce7 7sn6")
    shown = send(client, party, text="9dw9")
    assert shown.context["sheet"].score.number == 2
    said = text_of(shown).partition('id="said"')[2].partition('id="alarm"')[0]
    saved = Entry.objects.in_force().latest("pk")
    assert f'action="{reverse("undo_hand", args=[party.pk, 1, 1])}"' in said
    assert f'name="seen" value="{saved.pk}"' in said
    assert 'Undo<span class="hush">: table 1, hand 4</span>' in said
    assert f'href="{reverse("correct", args=[party.pk, 1, 1, 4])}"' in said
    assert "Undo" not in text_of(desk(client, party, after=1))
    said = words(undo(client, party, saved.pk))
    assert "Taken back: table 1, hand 4: 9 Diamonds by West, 9 tricks: made." in said
    assert "has new entries since" in words(undo(client, party, saved.pk))


def test_hand_that_was_in_already_was_not_saved_now(client, party):
    enter(party, "8hn9")
    said = text_of(send(client, party, text="8hn9", hand=1)).partition('id="alarm"')[0]
    assert "was already in" in said
    assert "Undo" not in said
    assert reverse("correct", args=[party.pk, 1, 1, 1]) in said


# Correcting


def correction(client, party, hand=1):
    shown = client.get(reverse("correct", args=[party.pk, 1, 1, hand]))
    form = shown.context["forms"][0]
    return {name: form[name].value() for name in ("seen", "submission")} | {"kind": form.kind}


def test_hand_taken_back_while_it_was_corrected_gives_back_what_was_typed(client, party):
    enter(party, "8hn9")
    sent = correction(client, party)
    entries.undo_hand(spot(party), actor=PROGRAM, at=AT)
    address = reverse("correct", args=[party.pk, 1, 1, 1])
    text = words(client.post(address, sent | {"text": "8hn8"}, follow=True))
    assert "Hand 1 of table 1 is no longer entered. Nothing was stored. You typed: 8hn8" in text
    text = words(client.post(address, {"kind": "circle"}, follow=True))
    assert "Hand 1 of table 1 is no longer entered. Nothing was stored." in text
    assert client.get(address).status_code == 404


def test_correction_can_be_sent_again_once_the_other_one_was_read(client, party):
    enter(party, "8hn9")
    sent = correction(client, party)
    address = reverse("correct", args=[party.pk, 1, 1, 1])
    client.post(address, correction(client, party) | {"text": "8hn7"})
    shown = client.post(address, sent | {"text": "8hn8"})
    assert "Somebody else has changed this since you opened it." in words(shown)
    assert "8 Hearts by North, 7 tricks: set" in words(shown)
    form = shown.context["line"]
    assert form["text"].value() == "8hn8"
    again = {name: form[name].value() for name in ("seen", "submission", "text")}
    assert "Corrected at table 1" in words(client.post(address, again, follow=True))


# The cut


def cut(client, party, pair, seen=""):
    address = reverse("decide_cut", args=[party.pk, 1, 1])
    return words(client.post(address, {"cut": pair, "seen": seen}, follow=True))


def test_cut_of_another_desk_is_not_overwritten(client, party):
    enter(party, "8hn9 8he9 7sn7 7se7")
    cut(client, party, "NS")
    text = cut(client, party, "EW")
    assert "Another desk has said that North-South won the cut. Look again." in text
    assert 'name="cut" value="NS" aria-pressed="true"' in text
    assert Table.objects.get(number=1).cut == "NS"
    cut(client, party, "EW", seen="NS")
    assert Table.objects.get(number=1).cut == "EW"


def test_cut_that_another_desk_took_away_is_not_overwritten(client, party):
    enter(party, "8hn9 8he9 7sn7 7se7")
    text = cut(client, party, "EW", seen="NS")
    assert "Another desk has said that nobody won the cut. Look again." in text
    assert not Table.objects.get(number=1).cut


# Cards


def test_card_can_be_sent_again_once_the_other_one_was_read(client):
    party = playing(client, 4, capture="cards")
    tables.report_ahead(spot(party), "NS", seen="", actor=PROGRAM, at=AT)
    close(party)
    entrant = party.entrants.first().pk
    address = reverse("tally", args=[party.pk, entrant])
    form = client.get(address).context["form"]
    sent = {"submission": form["submission"].value(), "seen": ""}
    final_cards.save_tally(
        party.pk,
        entrant,
        TypedCard((), 100),
        seen=None,
        submission=uuid4(),
        actor=PROGRAM,
        at=AT,
    )
    shown = client.post(address, sent | {"total": "200"})
    assert "Another desk has changed this card. It now says: 100." in words(shown)
    form = shown.context["form"]
    again = {name: form[name].value() for name in ("seen", "submission", "total")}
    assert "card: 200." in words(client.post(address, again, follow=True))
