"""The pages of final cards: one letter at the desk, then card after card."""

import pytest
from django.urls import reverse

from party.models import Tally
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.services.scores import tables
from party.values.accounts import PROGRAM
from tests.evening import AT, close, party_with, play_rounds, spot, start
from tests.once import once, page_holds
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    party = party_with(8, by=ruth, capture="cards")
    start(party)
    return party


def desk(client, party, table=1):
    return client.get(f"{reverse('entry', args=[party.pk, 1])}?table={table}")


def letter(client, party, text, table=1, **options):
    address = f"{reverse('entry', args=[party.pk, 1])}?table={table}"
    sent = page_holds(client, address, lambda shown: as_shown(shown.context["ahead"]))
    return client.post(address, sent | {"kind": "ahead", "text": text} | options, follow=True)


def as_shown(form):
    return {name: form[name].value() or "" for name in form.fields}


@once
def over(party):
    for table in (1, 2):
        tables.report_ahead(spot(party, table), "NS", seen="", actor=PROGRAM, at=AT)
    close(party)
    return party


def number(party, number):
    return party.entrants.get(number=number).pk


def send(client, party, who=1, **typed):
    address = reverse("tally", args=[party.pk, number(party, who)])
    sent = page_holds(client, address, lambda shown: as_shown(shown.context["form"]))
    return client.post(address, sent | typed, follow=True)


@pytest.mark.parametrize(
    ("typed", "pair"), [("n", "NS"), ("S", "NS"), ("ew", "EW"), ("e", "EW"), ("w", "EW")]
)
def test_one_letter_is_enough_and_the_desk_goes_on(client, party, typed, pair):
    shown = letter(client, party, typed)
    assert table_scores(party, 1)[1].provisional_pair == pair
    assert "Round 1, table 2" in text_of(shown)


@pytest.mark.parametrize("typed", ["", "x", "8hn9"])
def test_unreadable_pair_is_refused_beside_the_field(client, party, typed):
    shown = letter(client, party, typed)
    assert "Type n when North and South were ahead" in str(shown.context["ahead"].errors["text"])
    assert table_scores(party, 1)[1].provisional_pair == ""


def test_line_of_letters_jumps_to_another_table(client, party):
    assert "Round 1, table 2" in text_of(letter(client, party, "t2"))


def test_letter_is_changed_where_it_was_wrong(client, party):
    letter(client, party, "n")
    assert "North-South were ahead. Type the other letter" in text_of(desk(client, party))
    letter(client, party, "e")
    assert table_scores(party, 1)[1].provisional_pair == "EW"


def test_letter_of_another_desk_is_pointed_out(client, party):
    letter(client, party, "n")
    shown = letter(client, party, "e", said="")
    assert "Another desk has said that North-South were ahead." in text_of(shown)


def test_closing_page_and_round_page_say_who_was_ahead(client, party):
    letter(client, party, "n")
    assert "who was ahead?" in text_of(client.get(reverse("live", args=[party.pk])))
    assert "Who was ahead?" in text_of(client.get(reverse("close_round", args=[party.pk, 1])))
    text = text_of(client.get(reverse("round", args=[party.pk, 1])))
    assert "On final cards: North-South were ahead" in text


def test_card_after_card(client, party):
    over(party)
    shown = send(client, party, boxes="310", total="310")
    assert "Alma's card: 310 = 310." in text_of(shown).replace("&#x27;", "'")
    assert "Bert's card" in text_of(shown).replace("&#x27;", "'")
    for who in range(2, 9):
        shown = send(client, party, who, total="310")
    assert "0 cards still to come" in text_of(shown)
    assert Tally.objects.in_force().count() == 8


def test_next_person_after_the_last_is_the_first_without_a_card(client, party):
    over(party)
    shown = send(client, party, 8, total="310")
    assert "Alma" in text_of(shown)


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"boxes": "310 ten", "total": "310"}, "boxes", "ten is not a number of points."),
        ({"boxes": "310 20", "total": "330"}, "boxes", "1 round is over, and 2 boxes are typed."),
        ({"boxes": "310", "total": ""}, "total", "Type the total of the card."),
    ],
)
def test_impossible_card_is_refused_beside_the_field_and_kept(client, party, typed, field, words):
    over(party)
    shown = send(client, party, **typed)
    assert words in str(shown.context["form"].errors[field])
    assert f'value="{typed["boxes"]}"' in text_of(shown)
    assert not Tally.objects.exists()


@pytest.mark.measured
def test_card_that_is_wrong_in_itself_is_said_at_once(client, party):
    over(party)
    shown = send(client, party, boxes="−40", total="40")
    assert "It adds up to −40, the card says 40." in text_of(shown)
    listed = client.get(reverse("tallies", args=[party.pk]))
    assert "Look at these" in text_of(listed)


def test_card_is_taken_back(client, party):
    over(party)
    send(client, party, total="310")
    address = reverse("remove_tally", args=[party.pk, number(party, 1)])
    assert "The card is taken back." in text_of(client.post(address, follow=True))
    assert not Tally.objects.in_force().exists()


def test_card_of_a_round_that_was_taken_back_is_still_within_reach(client, party):
    send(client, over(party), total="310")
    rounds.reopen_round(party.pk, actor=PROGRAM, at=AT)
    shown = client.get(reverse("tallies", args=[party.pk]))
    assert 'Take it back<span class="hush">: Alma' in text_of(shown)
    shown = client.post(reverse("remove_tally", args=[party.pk, number(party, 1)]), follow=True)
    assert "Take it back" not in text_of(shown)


def test_page_without_its_number_is_turned_away(client, party):
    over(party)
    address = reverse("tally", args=[party.pk, number(party, 1)])
    assert client.post(address, {"total": "310"}).status_code == 400


def test_cards_before_the_first_round_is_over(client, party):
    assert "Nothing to type yet: final cards come when the evening is over." in text_of(
        client.get(reverse("tallies", args=[party.pk]))
    )
    address = reverse("tally", args=[party.pk, number(party, 1)])
    assert client.get(address).status_code == 404


def test_standings_say_which_cards_are_still_to_come(client, party):
    over(party)
    send(client, party, total="310")
    text = text_of(client.get(reverse("standings", args=[party.pk])))
    assert "card not in yet" in text
    assert "on the card" in text


def test_pages_say_what_is_added_for_sitting_out(client, ruth):
    party = party_with(9, by=ruth, rounds_planned=2)
    play_rounds(party, 1)
    out = party.rounds.get().places.get(table=None).entrant
    text = text_of(client.get(reverse("tally", args=[party.pk, out.pk])))
    assert "Round 1: sat out. What counts for that is added" in text
    send(client, party, out.number, boxes="x", total="0")
    text = text_of(client.get(reverse("tallies", args=[party.pk])))
    assert "Not on the card and counted: 400 for round 1 (sat out)." in text
