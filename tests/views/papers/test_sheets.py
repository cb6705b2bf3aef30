import pytest
from django.urls import reverse

from party.models import Entrant, Party, Place
from party.queries.seats import moves
from party.services.scores.tables import report_ahead
from party.values.papers import compare
from party.views.papers.rota import rota_of
from party.views.papers.standings import standings_to_post
from tests.evening import (
    BY_PROGRAM,
    HANDS,
    close,
    draw,
    enter,
    party_with,
    play_rounds,
    seat_next,
    set_party,
    set_people,
    spot,
    start,
)
from tests.lists import organised_party
from tests.reading import printed_pdf, printed_text, text_of_pdf
from tests.services.scores.test_final_cards import save_card
from tests.views.papers.cast import paper_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return party_with(players=10, rounds_planned=3)


def titles_of(reader):
    """Return the titles of the papers in a pack, without the bookmarks inside each paper."""
    return [mark.title for mark in reader.outline if not isinstance(mark, list)]


def test_the_table_list_has_every_chair_and_everybody_who_sits_out(client, party):
    draw(party)
    text = printed_text(client, party, "tables")
    for place in Place.objects.filter(table__isnull=False).select_related("entrant"):
        assert f"{place.seat} {place.entrant.name}" in text
    bench = Place.objects.filter(table=None).values_list("entrant__name", flat=True)
    assert len(bench) == 2
    assert all(name in text.split("Sitting out:")[1] for name in bench)


def test_the_moves_can_be_printed_to_be_read_aloud(client, party):
    draw(party)
    assert client.get(reverse("print_pdf", args=[party.pk, "script"])).status_code == 409
    play_rounds(party, 1)
    seat_next(party)
    text = printed_text(client, party, "script")
    assert "the moves to round 2" in text
    assert "Sitting out this round:" in text
    page = client.get(reverse("moves", args=[party.pk, 1])).content.decode()
    first = text.split("Sitting out this round: ")[1].split(".")[0]
    assert first in page


def test_everybody_with_a_name_has_a_place_card(client, party):
    set_people(party, 1, name="Łukasz Nguyễn-Oppenheimer-Castellanos")
    reader = printed_pdf(client, party, "places")
    assert len(reader.pages) == 1
    text = text_of_pdf(reader)
    assert all(f"No. {entrant.number}" in text for entrant in party.entrants.all())
    assert "Łukasz" in text
    set_people(party, *range(1, 11), name="")
    assert client.get(reverse("print_pdf", args=[party.pk, "places"])).status_code == 409


@pytest.mark.parametrize(("planned", "following"), [(2, "Round 2"), (1, "")])
def test_the_list_of_sitting_out_shows_who_had_a_turn_and_who_is_next(party, planned, following):
    draw(party)
    set_party(party, rounds_planned=planned)
    lines = rota_of(Party.objects.get()).lines
    assert [line.next for line in lines] == [following] * 2 + [""] * 8
    assert [line.sat_out for line in lines] == [""] * 8 + ["Round 1"] * 2


def test_printed_standings_have_the_credit_for_sitting_out_in_brackets(party):
    play_rounds(party, 1)
    [everybody, *_] = standings_to_post(party).sections
    assert {row.rounds for row in everybody.rows} == {("590",), ("200",), ("(400)",)}


def test_the_pack_has_all_ready_papers_with_their_titles(client, party):
    draw(party)
    first = printed_pdf(client, party, "pack")
    titles = titles_of(first)
    assert titles == [
        "By table",
        "Find my seat",
        "Table slips",
        "Table slips, blank",
        "Next-move slips",
        "Sitting out",
        "The rules",
    ]
    assert first.metadata.title == "Without the laptop: Autumn party, round 1"
    play_rounds(party, 1)
    seat_next(party)
    later = titles_of(printed_pdf(client, party, "pack"))
    assert {"What to read aloud", "Standings"} <= set(later)


def test_the_pack_of_a_later_round_leaves_out_what_has_not_changed(client, party):
    draw(party)
    client.post(reverse("print_kit", args=[party.pk, "pack"]))
    assert "The rules" in titles_of(printed_pdf(client, party, "pack"))
    play_rounds(party, 1)
    seat_next(party)
    later = titles_of(printed_pdf(client, party, "pack"))
    assert {"The rules", "Table slips, blank"}.isdisjoint(later)
    assert {"By table", "Table slips", "Standings", "Sitting out"} <= set(later)


def test_place_cards_and_blank_slips_say_table_and_seat(client, party):
    assert "starts at" not in printed_text(client, party, "places")
    draw(party)
    text = printed_text(client, party, "places")
    place = Place.objects.select_related("entrant", "table").get(table__number=2, seat="E")
    assert f"No. {place.entrant.number} · starts at table 2, East" in text
    slips = printed_text(client, party, "next-moves")
    assert slips.count("Table 2, East, round 1") == 1
    for kit, words in (("slips", "Table Round ____"), ("places", "Table ____ Seat ____")):
        assert words in printed_text(client, party, kit, "?blank")


def test_the_pack_changes_with_the_data_of_the_next_moves(client, party):
    draw(party)
    before = paper_of(party, "pack").contents
    set_people(party, 1, state=Entrant.State.LEFT)
    changes = compare(before.marks, paper_of(party, "pack").contents)
    assert changes.sentences == ("2 parts changed since: Next-move slips, Sitting out.",)


def test_empty_papers_are_left_out_of_the_pack(client, party, monkeypatch):
    draw(party)
    monkeypatch.setattr(moves, "_prospects", lambda *_: ())
    assert "Next-move slips" not in titles_of(printed_pdf(client, party, "pack"))
    assert client.get(reverse("print_pdf", args=[party.pk, "next-moves"])).status_code == 409


def test_standings_mark_the_round_of_a_slip_that_is_to_follow(client, party):
    start(party)
    enter(party, "8hn9", table=1)
    enter(party, HANDS, table=2)
    report_ahead(spot(party), "NS", shown_pair="", **BY_PROGRAM)
    close(party)
    text = printed_text(client, party, "standings")
    assert text.count("…300 ") == 2  # North and South have it
    assert "slip from table 1, round 1, to follow" in text
    assert "…: not known, or only the points so far." in text


def played_on_cards(client):
    party = organised_party(client, players=8, rounds_planned=2, capture="cards")
    for number in (1, 2):
        if number > 1:
            seat_next(party)
        start(party)
        for table in (1, 2):
            report_ahead(spot(party, table, number), "NS", shown_pair="", **BY_PROGRAM)
        close(party)
    return party


def test_standings_do_not_show_the_sum_of_a_card_as_the_points_of_a_round(client):
    party = played_on_cards(client)
    assert "R1" not in printed_text(client, party, "standings")
    save_card(party, 1, 200, 300)
    save_card(party, 2, total=2340)
    text = printed_text(client, party, "standings")
    assert "200 300" in text
    assert "* *2,340" in text
    assert "*: one sum on the card." in text
