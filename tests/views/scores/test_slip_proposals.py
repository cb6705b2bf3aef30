import re

import pytest
from django.urls import reverse

from party.models import Entry, LogLine
from party.slip_reader.layout import Question
from party.slip_reader.results import ReadingState
from tests.desk import desk, send, stored_hands, text_of
from tests.evening import enter
from tests.guard import setting_up
from tests.slip_pictures import group, slip_picture, slip_reading

pytestmark = [pytest.mark.django_db, pytest.mark.measured]


def sources():
    return list(Entry.objects.in_force().order_by("pk").values_list("bid", "source"))


def reading_with_a_doubtful_bid(party, hands=2):
    """Return a slip on which two numbers, 8 and 9, are circled for the bid of hand 1."""
    reading = slip_reading(party, hands=hands)
    doubt = group(1, Question.LEVEL, None, ReadingState.DOUBLED)
    doubt = type(doubt)(**vars(doubt) | {"choices": ("8", "9")})
    sure = [each for each in reading.groups if (each.hand, each.question) != (1, doubt.question)]
    return type(reading)(**vars(reading) | {"groups": (doubt, *sure)})


def accept_form_fields(shown):
    part = text_of(shown).partition('/accept/"')[2].partition("</form>")[0]
    return dict(re.findall(r'name="(hands|hand|submission)" value="([^"]+)"', part))


def test_a_sure_hand_is_shown_beside_its_part_of_the_picture(client, party):
    picture = slip_picture(party, slip_reading(party, hands=2))
    page = text_of(desk(client, party))
    assert "bid 8 Hearts, took 9" in page
    assert 'viewBox="8 28 394 32"' in page
    assert f'href="{reverse("slip_cutout", args=[party.pk, picture.pk])}"' in page
    assert 'name="proposed" value="8hn9"' in page
    assert "Accept these 2 hands" in page


def test_an_empty_line_accepts_a_proposed_hand_and_a_typed_hand_replaces_it(client, party):
    slip_picture(party, slip_reading(party, hands=3))
    send(client, party, text="", proposed="8hn9")
    shown = send(client, party, text="9cw10", proposed="8hn9", source="slip")
    assert sources() == [("8H", "photo"), ("9C", "slip")]
    assert shown.context["form"].initial["source"] == "slip"
    assert "Hand 3 on the photographed slip" in text_of(shown)
    shown = send(client, party, text="7sn7", source="slip")
    assert "photographed slip</h2>" not in text_of(shown)


def test_the_enter_key_does_not_accept_a_doubtful_hand(client, party):
    slip_picture(party, reading_with_a_doubtful_bid(party))
    page = text_of(desk(client, party))
    assert "Two numbers are circled for the bid." in page
    assert "Accept" not in page
    assert '<input type="hidden" name="proposed"' not in page
    assert re.findall(r'<button[^>]*name="proposed" value="(\w+)"', page) == ["8hn9", "9hn9"]
    send(client, party, text="")
    assert stored_hands() == []
    send(client, party, text="", proposed="9hn9")
    assert sources() == [("9H", "photo")]


def test_one_press_accepts_all_hands_and_a_second_press_stores_nothing(client, party):
    slip_picture(party, slip_reading(party, hands=4))
    address = reverse("accept_slip", args=[party.pk, 1, 1])
    sent = accept_form_fields(desk(client, party))
    assert sent["hands"] == "8hn9 8hn9 8hn9 8hn9"
    first = text_of(client.post(address, sent, follow=True))
    assert "Saved: 4 hands of table 1, from a photographed slip." in first
    assert "Round 1, table 2" in first
    second = text_of(client.post(address, sent, follow=True))
    assert "The hands of table 1 were already in." in second
    assert sources() == [("8H", "photo")] * 4


def test_a_hand_that_differs_on_slip_and_phone_is_stored_as_disputed(client, party):
    slip_picture(party, slip_reading(party, hands=3))
    enter(party, "7ce7")
    with setting_up():
        Entry.objects.update(source=Entry.Source.PHONE)
    shown = desk(client, party, table=1)
    assert "Hand 1 is in already, and different: 7 Clubs by East" in text_of(shown)
    address = reverse("accept_slip", args=[party.pk, 1, 1])
    answer = text_of(client.post(address, accept_form_fields(shown), follow=True))
    assert "Table 1, hand 1 is different on the slip." in answer
    assert Entry.objects.filter(status="disputed", source="photo").count() == 1
    assert stored_hands() == [(1, 1, "7C"), (1, 2, "8H"), (1, 3, "8H")]


def test_accepting_an_unreadable_hand_is_refused(client, party):
    address = reverse("accept_slip", args=[party.pk, 1, 1])
    assert client.post(address, {"hands": "8hq9"}).status_code == 400
    assert stored_hands() == []


def checks_page(client, party):
    return text_of(client.get(reverse("checked", args=[party.pk, 1])))


def compare(client, party):
    page = checks_page(client, party).partition('/tables/1/compare/"')[2].partition("</form>")[0]
    sent = dict(re.findall(r'name="(picture|seen)" value="([^"]+)"', page))
    address = reverse("compare_slip", args=[party.pk, 1, 1])
    return text_of(client.post(address, sent, follow=True))


def test_one_press_compares_a_typed_table_with_its_photograph(client, party):
    enter(party, "8hn9 8hn9")
    picture = slip_picture(party, slip_reading(party, hands=2))
    page = compare(client, party)
    assert "Table 1 is checked: everything agrees." in page
    assert "again by Ruth from a photograph" in page
    line = LogLine.objects.get(verb="typed again")
    assert f"Table 1 compared with picture {picture.pk} of its slip: 2 alike" in line.words
    assert line.data["picture"] == picture.pk
    assert "Compare with its photograph" not in checks_page(client, party)


def test_a_different_hand_of_a_photograph_is_kept_beside_the_typed_hand(client, party):
    enter(party, "8hn9 7ce7")
    slip_picture(party, slip_reading(party, hands=2))
    page = compare(client, party)
    assert "Table 1, hand 2: which is it?" in page
    assert Entry.objects.get(status="disputed").source == "photo"


def test_a_photograph_and_a_person_count_as_two_readers(client, party):
    slip_picture(party, slip_reading(party, hands=1))
    send(client, party, text="", proposed="8hn9")
    assert "Compare with its photograph" not in checks_page(client, party)
    sent = {"hand_1": "8hn9", "seen": Entry.objects.get().pk, "source": "slip"}
    client.post(reverse("type_again", args=[party.pk, 1, 1]), sent)
    page = checks_page(client, party)
    assert "again by Ruth" in page
    assert "typed twice by one person" not in page


def test_a_comparison_from_an_outdated_page_is_refused(client, party):
    enter(party, "8hn9")
    slip_picture(party, slip_reading(party))
    address = reverse("compare_slip", args=[party.pk, 1, 1])
    answer = text_of(client.post(address, {"picture": 1, "seen": "0"}, follow=True))
    assert "Table 1 or its picture has changed." in answer
    assert not LogLine.objects.filter(verb="typed again").exists()


def test_a_slip_with_more_hands_than_were_typed_is_not_compared(client, party):
    enter(party, "8hn9")
    slip_picture(party, slip_reading(party, hands=2))
    assert "Compare with its photograph" not in checks_page(client, party)
