from io import BytesIO

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from party.models import LogLine, Party
from party.services.evening import parties
from party.services.people import door, players, wishes
from party.services.people.door import set_owed
from party.services.prizes import awards, prizes
from party.values.people.attendance import Newcomer
from tests.acts.clubs import wish_taken_back
from tests.acts.people import name_removed, wish_added, wish_removed
from tests.evening import (
    AT,
    BY_PROGRAM,
    draw,
    drawn_party,
    enter,
    helper_of,
    play_rounds,
    start,
    start_next_round,
)
from tests.guard import setting_up
from tests.logbook import newest_line, undo_address
from tests.reading import queries_of

pytestmark = pytest.mark.django_db


def page(client, party, **query):
    return client.get(reverse("log", args=[party.pk]), query)


def words(answer):
    return [each.line.words for _, lines in answer.context["by_round"] for each in lines]


def test_the_log_is_filtered_by_table_verb_and_person(client, party):
    start(party)
    enter(party, "8hn9", 1)
    enter(party, "7ce7", 2)

    assert [text[:7] for text in words(page(client, party, table="2"))] == ["Table 2"]
    assert words(page(client, party, verb="round started")) == ["Round 1 started"]
    seated = party.rounds.get().places.get(table__number=2, seat="N").entrant
    assert [text[:7] for text in words(page(client, party, person=seated.name))] == ["Table 2"]
    assert b"2 lines, newest first" in page(client, party, verb="hand saved").content


def test_a_filter_without_matching_lines_can_be_cleared(client, party):
    draw(party)
    answer = page(client, party, table="77")

    assert b"Nothing matches. Clear the filter." in answer.content
    assert b"Show everything" in answer.content


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"table": "seven"}, "Table"),
        ({"person": "Nobody"}, "Nobody"),
        ({"verb": "dancing"}, "choose one of those shown"),
    ],
)
def test_a_wrong_filter_is_refused_and_all_lines_are_shown(client, party, query, expected):
    draw(party)
    answer = page(client, party, **query)

    assert expected in answer.content.decode()
    assert answer.context["form"].errors
    assert len(words(answer)) == 1


def test_filters_combine_on_every_page_and_in_the_files(client, party):
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


def test_the_page_shows_old_and_new_values(client, party):
    parties.set_rounds(party.pk, 5, **BY_PROGRAM)
    set_owed(party.pk, party.entrants.first().pk, 500, **BY_PROGRAM)

    shown = page(client, party).content.decode()
    assert "Rounds: <s>3</s> → 5" in shown
    assert "Owes: <s>the party’s fee</s> → $5" in shown
    file = client.get(reverse("log_file", args=[party.pk, "csv"]), {"verb": "rounds"})
    assert ",5 rounds planned,Rounds: 3,Rounds: 5," in file.content.decode()


def test_lines_are_grouped_by_the_round_in_play(client, party):
    play_rounds(party, 1)
    start_next_round(party)
    with setting_up():
        line = {"club": party.club, "party": party, "verb": "corrected", "at": AT}
        LogLine.objects.create(**line, words="Table 1 corrected", round=1, table=1)
        LogLine.objects.create(**line, words="Somebody came")
    answer = page(client, party)
    parts = {
        number: [each.line.words for each in lines] for number, lines in answer.context["by_round"]
    }
    assert [*parts] == [2, 1]
    assert parts[2][:3] == ["Somebody came", "Table 1 corrected", "Round 2 started"]
    assert "<b>Round 1:</b> Table 1 corrected" in answer.text


def test_an_older_page_continues_the_round_in_play(client, party):
    with setting_up():
        line = {"club": party.club, "party": party, "verb": "bell", "words": "Bell", "at": AT}
        LogLine.objects.create(**line)
        LogLine.objects.create(**line, round=3)
        LogLine.objects.bulk_create(LogLine(**line) for _ in range(50))
    assert [number for number, _ in page(client, party).context["by_round"]] == [3]
    assert [number for number, _ in page(client, party, page=2).context["by_round"]] == [3, 0]
    with setting_up():
        LogLine.objects.create(**line | {"verb": "checking"})
    checked = page(client, party, verb="checking").context["by_round"]
    assert [number for number, _ in checked] == [3]


def test_undone_lines_are_crossed_out(client, party):
    start(party)
    enter(party, "8hn9 7ne7", 1)
    for verb in ("round started", "hand saved"):
        assert f"<s>{newest_line(party, verb).words}</s>" not in page(client, party).text
    last = newest_line(party, "hand saved")
    client.post(undo_address(party, last), {"seen": Party.objects.get(pk=party.pk).revision})
    shown = page(client, party).text
    east = party.entrants.get(places__table__number=1, places__seat="E")
    assert "by East" in last.words  # the stored line and the files name the seat
    words = last.words.replace("by East", f"by {east.name}")
    assert f"<s>{words}</s><small>taken back since</small>" in shown
    assert shown.count("taken back since") == 1


def test_the_page_takes_the_same_queries_for_any_number_of_lines(client, party):
    def do_all(word):
        for entrant in party.entrants.all()[:3]:
            players.set_prize_group(party.pk, entrant.pk, word, **BY_PROGRAM)
            players.set_notes(party.pk, entrant.pk, word, **BY_PROGRAM)
            door.set_owed(party.pk, entrant.pk, len(word) * 100, **BY_PROGRAM)
            row = prizes.add_prize(party.pk, "other", gift=word, **BY_PROGRAM)
            awards.give_prize(party.pk, row.pk, entrant.pk, why="", **BY_PROGRAM)
        players.add_entrants(party.pk, [Newcomer(f"{word} Ng")], **BY_PROGRAM)
        one = party.entrants.get(name=f"{word} Ng")
        wishes.add_wish(party.pk, "stay", one.pk, None, **BY_PROGRAM)
        parties.set_rounds(party.pk, len(word), **BY_PROGRAM)

    start(party)
    enter(party, "8hn9")
    do_all("Zoe")
    few = queries_of(page, client, party)
    do_all("Yara")
    do_all("Xenia")
    assert queries_of(page, client, party) <= few <= 35


@pytest.mark.parametrize("act", [wish_added, wish_removed, wish_taken_back, name_removed])
def test_only_organisers_see_lines_about_wishes(client, ruth, act):
    party = act()
    sentence = "Alma and Bert never sit at one table"
    sentence = "Alma keeps table and chair" if act is name_removed else sentence
    files = [reverse("log_file", args=[party.pk, kind]) for kind in ("csv", "xlsx")]
    assert sentence in page(client, party).content.decode()
    assert sentence in client.get(files[0]).content.decode()

    lines = list(party.log.filter(verb__contains="wish"))
    client.force_login(helper_of(party))
    assert sentence not in page(client, party).content.decode()
    assert "wish" not in page(client, party).content.decode()
    assert sentence not in client.get(files[0]).content.decode()
    assert sentence not in str(sheet_of(client.get(files[1])))
    for line in lines:
        assert client.get(undo_address(party, line)).status_code == 404
    hidden = page(client, party, verb="wish added")
    assert "choose one of those shown" in hidden.content.decode()


def sheet_of(answer):
    book = load_workbook(BytesIO(answer.content))
    return [[cell.value for cell in row] for row in book.active.rows]


def test_a_line_of_another_party_is_not_found(client, party):
    other = drawn_party(8)

    assert client.get(undo_address(party, newest_line(other, "draw"))).status_code == 404
