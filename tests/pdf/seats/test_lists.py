from party.pdf.seats.rota import rota_sheet
from party.pdf.seats.seat_list import seat_list
from party.pdf.standings.standings import standings_sheet
from party.values.prints import (
    RotaLine,
    RotaSheet,
    SeatLine,
    SeatList,
    StandingRow,
    StandingsSection,
    StandingsSheet,
)
from tests.pdf.cast import HEADING, LONG, PAPERS, name
from tests.pdf.reading import boxes, overlaps, pages, places


def seats(people, **more):
    lines = tuple(
        SeatLine(name=name(number), table=str(number // 4 + 1), seat="NESW"[number % 4], **more)
        for number in range(people)
    )
    return SeatList(heading=HEADING, round="Round 3", lines=lines)


def standing(place, **more):
    return StandingRow(
        **{"rank": str(place), "name": name(place), "total": f"{3000 - 10 * place:,}", **more}
    )


def standings(people, **more):
    rows = tuple(standing(rank, rounds_won="4", group="Ladies") for rank in range(people))
    section = StandingsSection(title="Everybody", rows=rows)
    return StandingsSheet(
        **{"heading": HEADING, "title": "Final standings", "sections": (section,), **more}
    )


def test_everybody_is_in_the_seat_list_once_and_in_order():
    texts = pages(seat_list(seats(160)))
    assert len(texts) == 3
    whole = "\n".join(texts)
    found = [whole.count(f"Guest {number:03}\n") for number in range(6, 160)]
    assert found == [1] * 154
    order = [whole.index(f"Guest {number:03}") for number in range(6, 160)]
    assert order == sorted(order)


def test_seat_list_numbers_its_pages_where_there_are_several():
    assert "page 2 of 3" in pages(seat_list(seats(160)))[1]
    assert "page" not in pages(seat_list(seats(22)))[0]


def test_seat_list_names_the_letters_of_each_page():
    lines = tuple(SeatLine(name=f"{letter}dams", table="1", seat="N") for letter in "ABCXYZ")
    [text] = pages(seat_list(SeatList(heading=HEADING, round="Round 1", lines=lines)))
    assert "A – Z" in text


def test_who_sits_out_is_listed_as_such():
    lines = (SeatLine(name="Cole, Ed"), SeatLine(name="Dahl, Fay", note="gone home"))
    [text] = pages(seat_list(SeatList(heading=HEADING, round="Round 1", lines=lines)))
    assert "sits out" in text
    assert "gone home" in text


def test_short_list_stands_in_two_even_columns():
    found = places(seat_list(seats(22)))
    assert found["Guest 010"][0] < 300 < found["Guest 011"][0]


def test_empty_list_is_still_a_page():
    [text] = pages(seat_list(seats(0)))
    assert "Round 3" in text


def test_lists_lay_no_letter_on_another():
    for look in PAPERS:
        assert overlaps(boxes(seat_list(seats(22), look))) == []
        assert overlaps(boxes(standings_sheet(standings(22, rule="Cards."), look))) == []


def test_standings_repeat_their_heads_on_every_page():
    texts = pages(standings_sheet(standings(70)))
    assert len(texts) > 1
    for number, text in enumerate(texts, start=1):
        assert "Rounds won" in text
        assert f"page {number} of {len(texts)}" in text
    assert "continued" not in texts[0]
    assert "continued" in texts[1]
    whole = "\n".join(texts)
    assert [whole.count(f"Guest {number:03}\n") for number in range(6, 70)] == [1] * 64


def test_standings_show_ties_sit_outs_leavers_rule_and_signatures():
    rows = (
        standing(1, rank="1=", sat_out="2, 5"),
        standing(2, rank="1=", total="−120", note="left after round 3"),
    )
    sections = (
        StandingsSection(title="Everybody", rows=rows),
        StandingsSection(title="From the low end", rows=rows[1:], note="Every round played."),
    )
    sheet = standings(0, sections=sections, rule="Ties: most rounds won.", signatures=("Host",))
    [text] = pages(standings_sheet(sheet))
    for words in ("1=", "2, 5", "−120", "left after round 3", "From the low end", "Host"):
        assert words in text
    assert "Every round played." in text
    assert "Ties: most rounds won." in text


def test_columns_without_anything_to_show_are_left_out():
    bare = StandingsSection(title="Everybody", rows=(StandingRow(rank="1", name="A", total="9"),))
    [text] = pages(standings_sheet(standings(0, sections=(bare,))))
    assert "Total" in text
    assert "Sat out" not in text
    assert "Group" not in text


def test_section_without_anybody_says_so():
    empty = StandingsSection(title="Ladies", rows=())
    assert "Nobody yet" in pages(standings_sheet(standings(0, sections=(empty,))))[0]


def test_long_name_and_its_remark_both_print():
    rows = (standing(1, name=LONG, note="left after round 3", group="Gentlemen"),)
    sections = (StandingsSection(title="Everybody", rows=rows),)
    data = standings_sheet(standings(0, sections=sections))
    text = "".join(pages(data)[0].split())
    assert "".join(LONG.split()) in text
    assert "leftafterround3" in text
    assert overlaps(boxes(data)) == []


def test_rota_names_everyone_round_by_round():
    lines = tuple(RotaLine(label=f"Round {n}", names=(name(n), LONG, "Bo")) for n in range(1, 60))
    texts = pages(rota_sheet(RotaSheet(heading=HEADING, title="Sitting out", lines=lines)))
    assert len(texts) > 1
    assert sum(text.count("Bo") for text in texts) == 59
