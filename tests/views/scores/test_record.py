import pytest
from django.urls import reverse

from party.models import Entry
from tests.desk import party_in_play
from tests.evening import close, enter, enter_total, helper_of, play, play_round
from tests.hands import HEAD, REVOKE, WHOLE
from tests.reading import queries_of, text_of
from tests.records import (
    page,
    press_enter,
    record_in_force,
    replace,
    store_records,
    url_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return party_in_play(client, 8)


def test_the_page_shows_the_tricks_and_the_cards_of_a_record(client, party):
    store_records(party, WHOLE)
    sheet = page(client, party, "record", 1).context["record"]
    assert len({chair.person.id for chair in sheet.chairs}) == 4
    first, second = sheet.tricks[:2]
    assert [square.text for square in first.squares] == ["Jo", "9H", "5H", "8H"]
    assert [square.is_lead for square in first.squares] == [True, False, False, False]
    assert [square.is_winner for square in second.squares] == [False, False, False, True]
    assert [square.is_lead for square in sheet.tricks[2].squares] == [False, False, False, True]
    assert (sheet.dealer.name, sheet.declarer.name, sheet.contract) == ("West", "North", "8H")
    assert [holding.name for holding in sheet.cards] == [
        "North",
        "East",
        "South",
        "West",
        "Kitty",
        "North puts down",
    ]
    assert sheet.cards[0].suits == (
        ("", ("Joker",)),
        ("S", ("K",)),
        ("H", ("A", "K", "6")),
        ("D", ("9", "8", "6")),
        ("C", ("A", "4")),
    )


def test_a_faulty_card_is_marked_and_the_legal_cards_are_named(client, party):
    store_records(party, REVOKE)
    response = page(client, party, "record", 1)
    faults = response.context["record"].faults
    assert [(each.where, each.anchor) for each in faults] == [("Trick 4, South", "trick-4")]
    assert set(faults[0].legal) == {"6C", "10C", "JC"}
    marked = [
        square.text for square in response.context["record"].tricks[3].squares if square.is_wrong
    ]
    assert marked == ["9S"]
    text = text_of(response)
    assert "1 thing against the rules" in text
    assert 'href="#trick-4"' in text
    assert text.count(faults[0].text) == 2
    assert text.count("against the rules:") == 1


def test_a_wrong_call_is_marked(client, party):
    store_records(party, WHOLE.replace("8H Pass Pass Pass", "8H 7S Pass Pass Pass"))
    response = page(client, party, "record", 1)
    faults = response.context["record"].faults
    assert ("Call 2", "call-2") in [(each.where, each.anchor) for each in faults]
    assert 'id="call-2" class="bad"' in text_of(response)


def test_each_call_is_below_its_seat(client, party):
    late = WHOLE.replace('[Dealer "W"]', '[Dealer "N"]').replace('[Auction "N"]', '[Auction "E"]')
    store_records(party, late.replace("8H Pass Pass Pass", "7S Pass Pass 8H Pass"))
    rows = page(client, party, "record", 1).context["record"].calls
    said = [[square.text if square else "" for square in row.squares] for row in rows]
    assert said == [["", "7S", "P", "P"], ["8H", "P", "", ""]]


def test_a_wrong_discard_is_reported(client, party):
    store_records(party, WHOLE.replace("N:D9C4D6D8D4", "N:D9C4D6D8"))
    response = page(client, party, "record", 1)
    assert "Discard" in {each.where for each in response.context["record"].faults}


def test_a_record_with_seats_of_another_game_has_faults(client, party):
    text = WHOLE.replace('[Play "N"]', '[Play "5"]').replace('[Auction "N"]', '[Auction "6"]')
    store_records(party, text)
    assert page(client, party, "record", 1).context["record"].faults


def test_a_record_may_have_only_the_bidding(client, party):
    store_records(party, HEAD)
    response = page(client, party, "record", 1)
    assert response.context["record"].tricks == ()
    assert "The record does not say." in text_of(response)
    assert "Nothing in it is against tonight’s rules." in text_of(response)


def test_an_unfinished_record_shows_the_tricks_won(client, party):
    store_records(party, WHOLE.partition("HK D7")[0])
    rows = page(client, party, "record", 1).context["record"].tricks
    assert [square.is_winner for square in rows[1].squares] == [False, False, False, True]
    assert len(rows) == 4


def test_the_result_of_a_record_with_other_rules_cannot_be_entered(client, party):
    store_records(party, WHOLE.replace('"8H"', '"HILO"').replace("8H Pass", "HILO Pass"))
    response = page(client, party, "record", 1)
    assert response.context["record"].line.outcome is None
    assert "Hi/Lo is not played at Midway." in text_of(response)


def test_remarks_of_a_record_are_shown(client, party):
    tags = '[Date "2026.11.14"]\n[Weather "rain"]\n[Announced "slam"]\n[JokerSuit "H"]\n'
    store_records(party, f'{tags}[CardGiven "CJ"]\n{HEAD}')
    notes = page(client, party, "record", 1).context["record"].notes
    assert notes == (
        ("Announced", "A grand slam"),
        ("Partner gave", "Jack of Clubs"),
        ("The joker is", "the highest of Hearts"),
        ("Date", "2026.11.14"),
    )


def test_tags_in_a_record_are_shown_as_text(client, party):
    store_records(party, '[Event "<script>alert(1)</script>"]\n[Auction "N"]\n<b>x</b>\n')
    text = text_of(page(client, party, "record", 1))
    assert "<script>alert" not in text
    assert "<b>x</b>" not in text


def test_the_result_of_a_record_is_entered(client, party):
    store_records(party, WHOLE)
    assert "Enter 8 Hearts by North, 9 tricks: made" in text_of(page(client, party, "record", 1))
    response = press_enter(client, party)
    assert "Entered as hand 1: 8 Hearts by North, 9 tricks: made. N-S +300, E-W +10." in text_of(
        response
    )
    assert "The same was entered for hand 1." in text_of(response)
    row = Entry.objects.in_force().get()
    assert (row.hand, row.bid, row.bidder, row.tricks) == (1, "8H", "N", 9)


def test_a_record_without_a_result_is_not_entered(client, party):
    store_records(party, HEAD)
    assert "The record has changed since you opened it." in text_of(press_enter(client, party))
    assert not Entry.objects.exists()


def test_a_record_links_to_the_desk_while_its_round_is_open(client):
    party = party_in_play(client, 4)
    store_records(party, WHOLE)
    to_desk = f'href="{reverse("entry", args=[party.pk, 1])}?table=1"'
    assert to_desk in text_of(press_enter(client, party))
    play(party, "7ce7 7sn6 9dw9")
    close(party)
    text = text_of(page(client, party, "record", 1))
    assert to_desk not in text
    assert f'href="{reverse("round", args=[party.pk, 1])}#table-1"' in text


def test_an_earlier_hand_has_to_be_entered_first(client, party):
    store_records(party, WHOLE, first=2)
    assert "hand 1 comes first" in text_of(page(client, party, "record", 2))
    assert "Hand 1 of table 1 comes first." in text_of(press_enter(client, party, 2))
    assert not Entry.objects.exists()


def test_the_result_of_a_replaced_record_is_not_entered(client, party):
    store_records(party, WHOLE)
    seen = record_in_force().pk
    replace(client, party, REVOKE)
    response = press_enter(client, party, seen=seen)
    assert "The record has changed since you opened it." in text_of(response)
    assert not Entry.objects.exists()


def test_an_unusual_result_of_a_record_is_reported_after_it_is_entered(client, party):
    store_records(party, WHOLE.replace("8H", "10H"))
    assert "Please check again." in text_of(press_enter(client, party))


def test_a_result_that_differs_from_the_entry_is_shown(client, party):
    enter(party, "8hn8")
    store_records(party, WHOLE)
    text = text_of(page(client, party, "record", 1))
    assert "This is not what was entered." in text
    assert "Entered: 8 Hearts by North, 8 tricks: made. The record: 8 Hearts by North, 9" in text
    assert f"{url_of('correct', party, 1)}?text=8hn9" in text
    correct = client.get(url_of("correct", party, 1), {"text": "8hn9"})
    assert correct.context["line"]["text"].value() == "8hn9"
    assert "▲ 8 Hearts by North, 8 tricks: made" in text_of(page(client, party))


def test_a_helper_has_no_link_to_correct_a_closed_round(client, party):
    play_round(party)
    store_records(party, WHOLE.replace("8H", "9H"))
    assert "Correct the hand" in text_of(page(client, party, "record", 1))
    client.force_login(helper_of(party))
    assert "Correct the hand" not in text_of(page(client, party, "record", 1))


def test_no_record_can_be_entered_at_a_table_with_a_total(client):
    party = party_in_play(client, 4, capture="totals")
    enter_total(party, 310, 250)
    store_records(party, WHOLE)
    assert "is entered as one total" in text_of(page(client, party, "record", 1))
    assert "one total" in text_of(page(client, party))


def desk(client, party):
    return text_of(client.get(reverse("entry", args=[party.pk, 1]), {"table": 1}))


def test_the_desk_shows_that_a_record_differs_from_the_entry(client, party):
    enter(party, "8hn8")
    assert "record" not in desk(client, party).partition("More for table")[0]
    store_records(party, WHOLE)
    text = desk(client, party)
    assert "Table 1, hand 1: its record says 8 Hearts by North, 9 tricks: made" in text
    assert url_of("record", party, 1) in text


def test_the_desk_shows_a_differing_record_of_the_previous_table(client, party):
    store_records(party, WHOLE, first=4)
    enter(party, "8hn9 8hn9 8hn9")
    address = reverse("entry", args=[party.pk, 1])
    form = client.get(address, {"table": 1}).context["forms"][0].initial
    sent = {"kind": "line", "text": "8hs9"} | {name: form[name] for name in ("hand", "submission")}
    response = client.post(f"{address}?table=1", sent, follow=True)
    assert response.context["sheet"].score.number == 2
    assert "Table 1, hand 4: its record says 8 Hearts by North, 9 tricks" in text_of(response)


def test_live_page_and_round_page_show_that_a_record_differs(client, party):
    enter(party, "8hn8 8hn9")
    store_records(party, WHOLE, WHOLE, HEAD)
    live = client.get(reverse("live", args=[party.pk]))
    said = "its record says 8 Hearts by North, 9 tricks: made; entered was 8 Hearts by North, 8"
    assert f"Table 1, hand 1: {said}" in text_of(live)
    assert text_of(live).count("its record says") == 1
    assert url_of("record", party, 1) in text_of(live)
    assert "▲" in live.context["page"].live.tables[0].hand_signs
    response = client.get(reverse("round", args=[party.pk, 1]))
    assert f"▲ Hand 1: {said}" in text_of(response)


def test_a_total_is_not_compared_with_records(client):
    party = party_in_play(client, 4, capture="totals")
    enter_total(party, 310, 250)
    store_records(party, WHOLE)
    assert "its record says" not in text_of(client.get(reverse("live", args=[party.pk])))


def test_the_desk_shows_nothing_if_a_record_agrees(client, party):
    enter(party, "8hn9")
    store_records(party, WHOLE)
    text = desk(client, party)
    assert "its record says" not in text
    assert url_of("record", party, 1) in text


def test_a_hand_without_a_record_has_no_record_page(client, party):
    assert page(client, party, "record", 1).status_code == 404


def test_desk_and_round_link_to_the_records(client, party):
    assert url_of("records", party) in desk(client, party)
    response = client.get(reverse("round", args=[party.pk, 1]))
    for table in (1, 2):
        assert url_of("records", party, table=table) in text_of(response)


def test_more_records_need_no_more_queries(client, party):
    enter(party, "8hn8 8hn9 8hn9")
    counts = set()
    for hand in (1, 2, 3):
        store_records(party, WHOLE, first=hand)
        listed = queries_of(page, client, party)
        one = queries_of(page, client, party, "record", hand)
        at_the_desk = queries_of(client.get, reverse("entry", args=[party.pk, 1]), {"table": 1})
        counts.add((listed, one, at_the_desk))
    assert len(counts) == 1
    assert counts.pop() <= (10, 11, 12)
