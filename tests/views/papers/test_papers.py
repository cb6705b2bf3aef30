import pytest
from django.urls import reverse

from party.services.people import players
from party.values.seats.words import FROM_HIGHEST, FROM_HIGHEST_BRIEFLY, SITS_OUT_OR_FILLED
from party.views.papers.seat_cards import card_sheet, contents
from tests.awards import add
from tests.evening import BY_PROGRAM, draw, party_with, set_party, set_people
from tests.guard import setting_up
from tests.lists import organised_party
from tests.reading import printed_text
from tests.views.papers.cast import paper_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return party_with(players=10, rounds_planned=2)


@pytest.mark.parametrize("kit", ["cards", "standings"])
def test_a_paper_that_is_not_ready_says_that_there_is_nothing_to_print(client, party, kit):
    answer = client.get(reverse("print_pdf", args=[party.pk, kit]))
    assert answer.status_code == 409
    assert "nothing to print yet" in answer.content.decode()


def test_blind_cards_can_be_printed_before_the_draw(client, party):
    set_party(party, cards="blind")
    text = printed_text(client, party, "cards")
    for number in range(1, 11):
        assert f"No. {number}" in text


def blind_party(client, numbers):
    party = organised_party(client, cards="blind", rounds_planned=2)
    players.make_numbers(party.pk, numbers, **BY_PROGRAM)
    return party


def blind_cards(party):
    paper = paper_of(party, "cards")
    cards = {int(card.number): card for card in card_sheet(party).cards}
    return cards, paper.contents.marks


@pytest.mark.parametrize(
    ("numbers", "taken", "sitting_out"),
    [
        (14, 14, {13, 14}),
        (5, 5, {5}),
        (16, 9, {9}),
    ],
)
def test_only_blind_cards_of_people_who_sit_out_change_with_the_draw(
    client, numbers, taken, sitting_out
):
    party = blind_party(client, numbers)
    before, printed = blind_cards(party)
    assert list(before) == list(range(1, numbers + 1))
    assert not any(card.start_note for card in before.values())
    draw(party, handed_out=taken)
    after, now = blind_cards(party)
    assert list(after) == list(range(1, taken + 1))
    changed = {number for number in after if after[number] != before[number]}
    assert changed == {int(key) for key in now.pieces if now.pieces[key] != printed.pieces[key]}
    assert changed == sitting_out
    assert {after[number].start_note for number in sitting_out} == {"You sit out round 1"}
    assert now.shared == printed.shared
    for each in party.rounds.get().places.exclude(table=None).select_related("entrant", "table"):
        card = before[each.entrant.number]
        assert (card.table, card.seat) == (str(each.table.number), each.seat)
    assert "You sit out round 1" in printed_text(client, party, "cards")


@pytest.mark.measured
@pytest.mark.parametrize(("taken", "house"), [(7, ["House"]), (6, ["House", "Home"])])
def test_house_players_take_the_chairs_of_cards_that_nobody_took(client, taken, house):
    party = blind_party(client, 8)
    before, _ = blind_cards(party)
    draw(party, handed_out=taken, house_names=house)
    after, _ = blind_cards(party)
    assert {number: after[number] for number in range(1, taken + 1)} == {
        number: before[number] for number in range(1, taken + 1)
    }
    left = {(before[number].table, before[number].seat) for number in range(taken + 1, 9)}
    added = [card for number, card in after.items() if number > 8]
    assert [card.name for card in added] == house
    assert {(card.table, card.seat) for card in added} == left


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ("sit_out", "Table not full? You sit out round 1, or house players fill it."),
        ("refuse", "Table not full? House players fill it."),
    ],
)
def test_until_the_draw_blind_cards_say_who_fills_a_table(client, policy, words):
    party = blind_party(client, 9)
    with setting_up():
        party.format_values = {**party.format_values, "non_multiple_of_4": policy}
        party.save()
    for kit in ("cards", "index-cards"):
        assert words in printed_text(client, party, kit), kit
        assert "Table not full" not in printed_text(client, party, kit, "?blank"), kit
    draw(party, handed_out=8)
    assert "Table not full" not in printed_text(client, party, "cards")


def test_until_the_draw_cards_from_a_hat_say_how_empty_chairs_are_filled(client):
    party = blind_party(client, 9)
    set_party(party, cards="hat")
    rules = {"cards": FROM_HIGHEST.format(last_table=SITS_OUT_OR_FILLED)}
    rules["index-cards"] = FROM_HIGHEST_BRIEFLY
    for kit, words in rules.items():
        assert words in printed_text(client, party, kit), kit
        assert words not in printed_text(client, party, kit, "?blank")
    draw(party, in_box=[3])
    assert "Fewer people" not in printed_text(client, party, "cards")


def test_cards_handed_out_in_order_are_outdated_once_a_hat_is_chosen(client):
    party = blind_party(client, 8)
    in_order = contents(card_sheet(party)).marks
    party.cards = "hat"
    assert contents(card_sheet(party)).marks.shared != in_order.shared
    assert contents(card_sheet(party)).marks.pieces == in_order.pieces


def test_cards_of_people_who_sit_out_have_the_word_of_their_name_too():
    party = party_with(players=5)
    set_people(party, *range(1, 6), name="Mary Smith", distinction=", Oak St")
    draw(party)
    assert {card.name for card in card_sheet(party).cards} == {"Mary Smith, Oak St"}


def test_letters_missing_from_the_font_are_found_in_names_and_prizes(client, party):
    set_people(party, 1, name="Alma 𗀀", prize_group="𗀃")
    add(party, title="Best 𗀁", gift="A 𗀂", group="𗀃")
    set_party(party, name="Party 𗀄", place="Hall 𗀅")
    page = client.get(reverse("prints", args=[party.pk])).content.decode()
    for label, letter in (
        ("The party’s name", "𗀄"),
        ("The place", "𗀅"),
        ("A prize", "𗀁"),
        ("A prize", "𗀂"),
        ("A prize group", "𗀃"),
        ("Alma", "𗀀"),
    ):
        assert any(label in line and letter in line for line in page.splitlines())
