import re

import pytest
from django.urls import reverse

from party.models import Entry
from party.queries.scores.second_look import differences
from tests.evening import close, enter, enter_total, helper_of, started_party
from tests.guard import setting_up
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    party = started_party(8, by=ruth)
    enter(party, "8hn9 7ce7")
    return party


def page(client, party, table=1):
    return client.get(reverse("type_again", args=[party.pk, 1, table]), follow=True)


def send(client, party, table=1, **typed):
    seen = page(client, party, table).context["form"]["seen"].value()
    address = reverse("type_again", args=[party.pk, 1, table])
    return client.post(address, {"seen": seen} | typed, follow=True)


def checking_page(client, party):
    return client.get(reverse("checked", args=[party.pk, 1]))


def decide(client, party, right, wrong):
    sent = {"right": right, "wrong": wrong}
    return client.post(reverse("decide", args=[party.pk, 1, 1, 2]), sent, follow=True)


def test_the_page_for_typing_again_does_not_show_what_was_typed_first(client, party):
    text = text_of(page(client, party))
    for value in ("8hn9", "8 Hearts by", "7ce7", "+300"):
        assert value not in text.replace("<kbd>8hn9</kbd> 8 Hearts by North", "")
    assert "2 hands of round 1 are in" in text


def test_a_table_is_checked_if_both_typings_agree(client, party):
    client.force_login(helper_of(party))
    response = send(client, party, hand_1="8hn9", hand_2="7ce7")
    assert "Table 1 is checked: everything agrees." in text_of(response)
    assert "checked</span>" in text_of(response)


def test_the_next_unchecked_table_opens(client, party):
    enter(party, "8hn9", table=2)
    response = send(client, party, hand_1="8hn9", hand_2="7ce7")
    assert "Type table 2 again" in text_of(response)
    response = send(client, party, table=2, hand_1="8hn9")
    assert "Round 1: typed a second time" in text_of(response)


def test_different_results_are_shown_and_an_organiser_decides(client, party):
    client.force_login(helper_of(party))
    text = text_of(send(client, party, hand_1="8hn9", hand_2="7ce8"))
    assert "Table 1: 1 result typed differently." in text
    assert "7 Clubs by East, <mark>7</mark> tricks: made" in text
    assert "7 Clubs by East, <mark>8</mark> tricks: made" in text
    assert "The first one counts until an organiser says which is right." in text
    assert "This is right" not in text
    found = differences(party, 1)[0]
    assert decide(client, party, found.others[0].entry, found.first.entry).status_code == 403
    text = text_of(send(client, party, hand_1="8hn9", hand_2="7ce9"))
    assert "is no longer kept: hand 2, 7 Clubs by East, 8 tricks: made." in text


def test_an_organiser_decides_between_two_results(client, party):
    text = text_of(send(client, party, hand_1="8hn9", hand_2="7ce8", source="card"))
    assert "This was typed" not in text
    assert text.count("This is right") == 2
    assert re.search(r"<dt>Alma &amp; Bert</dt><dd>.*<dt>Carol &amp; Dev</dt>", text)
    found = differences(party, 1)[0]
    decide(client, party, found.others[0].entry, found.first.entry)
    entry = Entry.objects.in_force().get(hand=2)
    assert (entry.tricks, entry.source) == (8, "card")


def test_a_total_is_typed_again(client, ruth):
    party = started_party(8, by=ruth, capture="totals")
    enter_total(party, 200, 590)
    assert "Table 1, the total" in text_of(send(client, party, ns="200", ew="580"))
    with setting_up():
        Entry.objects.filter(status=Entry.Status.DISPUTED).update(ns=5000)
    assert "4 hands cannot give N-S 5000 and E-W 580." in text_of(checking_page(client, party))


@pytest.mark.measured
def test_a_result_that_new_rules_forbid_cannot_be_chosen(client, ruth):
    party = started_party(8, "iowa", by=ruth)
    enter(party, "8hn9 7ce7")
    send(client, party, hand_1="8hn9", hand_2="6ce7")
    with setting_up():
        rules = party.rules.replace(min_contract="7", six_bid_meaning="inkle")
        party.rules_values = rules.values()
        party.save()

    text = text_of(checking_page(client, party))
    assert "The rules have changed since." in text
    assert text.count("This is right") == 1
    row = Entry.objects.get(status=Entry.Status.DISPUTED)
    first = Entry.objects.in_force().get(hand=2)
    text = text_of(decide(client, party, row.pk, first.pk))
    assert "The rules have changed since this was typed." in text
    assert Entry.objects.in_force().get(hand=2) == first
    decide(client, party, first.pk, row.pk)
    assert not Entry.objects.filter(status=Entry.Status.DISPUTED).exists()


def test_a_decision_between_two_results_needs_an_answer(client, party):
    assert "Choose which of them is right." in text_of(decide(client, party, "", ""))


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "Type this hand as it is on the paper."),
        ("p", "Type the hand as it was played, for example 8hn9."),
    ],
)
def test_an_unreadable_hand_is_refused_and_what_was_typed_is_kept(client, party, typed, words):
    response = send(client, party, hand_1="8hn9", hand_2=typed)
    assert words in str(response.context["form"].errors["hand_2"])
    assert 'value="8hn9"' in text_of(response)
    assert not Entry.objects.exclude(checked="").exists()


@pytest.mark.parametrize("seen", ["98,99", "x"])
def test_lines_from_an_outdated_page_are_not_stored(client, party, seen):
    address = reverse("type_again", args=[party.pk, 1, 1])
    response = client.post(address, {"seen": seen, "hand_1": "8hn9", "hand_2": "7ce7"})
    assert response.status_code == 200
    assert not Entry.objects.exclude(checked="").exists()


def test_a_table_without_entries_cannot_be_checked(client, party):
    assert "nothing in yet: there is nothing to compare" in text_of(page(client, party, 2))
    assert page(client, party, 9).status_code == 404


def test_a_closed_round_cannot_be_typed_again(client, party):
    enter(party, "7sn6 9dw9")
    enter(party, "8hn9 7ce7 7sn6 9dw9", table=2)
    close(party)
    assert "is in a round that is not open" in text_of(page(client, party))
    assert "Type it again" not in text_of(checking_page(client, party))


def confirm_result(client, party, **sent):
    return client.post(reverse("look_at", args=[party.pk, 1, 1, 3]), sent, follow=True)


def test_the_live_page_does_not_ask_about_a_confirmed_result(client, party):
    enter(party, "10hn10")
    live = client.get(reverse("live", args=[party.pk]))
    assert "It’s right" in text_of(live)
    entry = Entry.objects.in_force().get(hand=3).pk
    response = confirm_result(client, party, seen=entry)
    assert "Table 1, hand 3: checked, it is right." in text_of(response)
    assert "Unusual" not in text_of(response)


def test_a_confirmation_needs_a_hand(client, party):
    assert "Choose the hand that was looked at." in text_of(confirm_result(client, party))


def test_the_page_names_the_people_who_typed_a_table(client, party, ruth):
    with setting_up():
        for hand, user in ((1, helper_of(party)), (2, ruth)):
            by = {"actor_kind": "user", "actor": user, "actor_label": user.name}
            Entry.objects.filter(hand=hand).update(**by)
    text = text_of(page(client, party))
    assert "Typed first by Hanna and Ruth; what was typed is not shown." in text
    assert "Part of this was typed under your own name." in text
    page_text = text_of(send(client, party, hand_1="8hn9", hand_2="7ce7", source="card"))
    assert "typed twice by one person" in page_text
    assert "Typed by Hanna and Ruth, again by Ruth" in page_text


def test_typed_lines_are_kept_if_another_hand_comes_in(client, party):
    seen = page(client, party).context["form"]["seen"].value()
    enter(party, "7sn7")
    address = reverse("type_again", args=[party.pk, 1, 1])
    sent = {"seen": seen, "hand_1": "8hn9", "hand_2": "7ce7"}
    form = client.post(address, sent).context["form"]
    assert form["hand_1"].value() == "8hn9"
    # The page now asks for the third hand too. It compares them once it has shown all three.
    seen = form["seen"].value()
    form = client.post(address, sent | {"seen": seen, "hand_3": "7sn7"}).context["form"]
    assert "hands of this table have changed" in str(form.errors)
    response = client.post(
        address, sent | {"seen": form["seen"].value(), "hand_3": "7sn7"}, follow=True
    )
    assert "Table 1 is checked" in text_of(response)
