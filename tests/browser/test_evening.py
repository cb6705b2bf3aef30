"""One whole evening in a real browser, from the names at the door to the printed standings.

22 people play Midway at five tables. Ruth types three tables of round 1, and the last table of
each later round; a second desk enters the other tables.
"""

import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from party.engine import SEAT_NAMES
from party.models import Entry, Party, Place
from party.queries.standings.standings import standings
from party.rosters import sort_name
from tests.evening import HANDS, enter
from tests.pdf.reading import pages

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Maximiliane Alexandrina von Hohenlohe-Waldenburg-Langenburg"
NAMES = (
    *("Łukasz Nguyễn", "Siobhán O'Brien-Smith", "王 伟", LONG, "Jens Þórsson", "Ayumi Ōtani"),
    *("Alma Rasmussen", "Bert Kowalski", "Carol Meyer", "Dev Patel", "Ed Olson", "Fay Lindqvist"),
    *("Gus Hansen", "Hilde Berg", "Ida Novak", "Kim Larsen", "Lena Ruiz", "Mo Ali"),
    *("Nils Dahl", "Olga Petrova", "Per Holm", "Quinn Adams"),
)
LATE, HOUSE = "Rosa Diaz", "Otto"
TIE = "8hn8 8he8 8ss8 8sw8"
POINTS = {"NS": 200, "EW": 590}  # the points of HANDS
TIED = 580  # the points of TIE for each pair


def letters_of(data):
    """Return the letters of a PDF without spaces: a long name takes two lines."""
    return "".join("".join(pages(data)).split())


def missing_names(data, names):
    letters = letters_of(data)
    return [name for name in names if "".join(name.split()) not in letters]


def test_a_whole_evening_gives_the_right_standings(ruth, tmp_path):
    let_people_in(ruth)
    take_seats(ruth, tmp_path)
    seats = play_round_1(ruth)
    close_with_a_cut(ruth)
    check_standings_after_round_1(ruth, seats)
    come_and_go(ruth)
    seat_next_round(ruth, 2, sitting_out=3)
    play_round_2(ruth)
    seat_next_round(ruth, 3, sitting_out=3)
    play_the_last_round(ruth)
    finish(ruth, tmp_path)


def points(text):
    """Read "1,300", "−20", "= 580 Round 1: …", or "– Round 1: came for round 2"."""
    shown = text.removeprefix("= ").split()[0]
    return 0 if shown == "–" else int(shown.replace("−", "-").replace(",", ""))


def printed_points(text):
    """Return points as paper prints them: a credited round in brackets, a missed round as “–”."""
    shown = text.removeprefix("= ").split()[0]
    return f"({shown})" if "sat out" in text else shown


def let_people_in(ruth):
    ruth.start_party("Autumn party", "St Paul Midway")
    ruth.paste([*(f"{name}; {'men' if n % 2 else 'women'}" for n, name in enumerate(NAMES)), LATE])
    assert "23 names added" in ruth.message
    ruth.tick_all_but(LATE)


def take_seats(ruth, tmp_path):
    ruth.open("draw/")
    assert "22 people are here: 5 tables and 2 left over." in ruth.page.inner_text("main")
    ruth.draw(others="2 people sit out each round, in turn")
    assert ruth.heading == "Seats of round 1"
    cards = ruth.save_pdf("Seat cards", tmp_path / "cards.pdf")
    assert missing_names(cards, NAMES) == []
    assert missing_names(cards, [LATE]) == [LATE]


def play_round_1(ruth):
    """Type three tables; return who sits where."""
    ruth.open("draw/")
    seats = ruth.seats()
    ruth.start_round(1)
    ruth.go_to_desk()
    type_a_wrong_line(ruth)
    type_one_hand_twice(ruth)
    ruth.type_hands(HANDS.split(maxsplit=1)[1])
    assert ruth.heading == "Round 1, table 2"
    enter_elsewhere(4, 5)
    for table in (2, 3):
        assert ruth.heading == f"Round 1, table {table}"
        ruth.type_hands(TIE if table == 3 else HANDS)
    assert ruth.heading == "Round 1: everything is in"
    return seats


def enter_elsewhere(*tables):
    for table in tables:
        enter(Party.objects.get(), HANDS, table)


def type_a_wrong_line(ruth):
    """The typed text stays in the line with the cursor; the reason is beside the line."""
    keyboard, line = ruth.page.keyboard, ruth.page.locator("[data-entry]")
    keyboard.type("6hn9")
    keyboard.press("Enter")
    expect(ruth.page.locator("#errors")).to_contain_text("The lowest bid is 7 Spades")
    expect(line).to_be_focused()
    expect(line).to_have_value("6hn9")
    expect(line).to_have_attribute("aria-invalid", "true")
    assert Entry.objects.count() == 0
    keyboard.press("Escape")
    expect(line).to_have_value("")


def type_one_hand_twice(ruth):
    ruth.type_hand("8he9")
    ruth.tab_to("Undo the last entry of table 1")
    ruth.page.keyboard.press("Enter")
    expect(ruth.page.get_by_label("Round 1, hand 1")).to_be_focused()
    ruth.type_hand(HANDS.split()[0])
    assert "8 Hearts by North, 9 tricks: made" in ruth.message


def close_with_a_cut(ruth):
    ruth.page.keyboard.press("Enter")
    ruth.page.wait_for_url("**/close/")
    ruth.close_round()
    assert "Table 3 is tied. Who was high on the cut?" in ruth.page.inner_text("#errors")
    expect(ruth.page.locator("#errors")).to_be_focused()
    ruth.press(re.compile("North-South"))
    ruth.close_round()
    assert ruth.heading == "Round 1 is closed"


def check_standings_after_round_1(ruth, seats):
    expected = {}
    for table, north, east, south, west in seats:
        tied = table == "3"
        expected |= dict.fromkeys((north, south), TIED if tied else POINTS["NS"])
        expected |= dict.fromkeys((east, west), TIED if tied else POINTS["EW"])
    ruth.open("standings/")
    shown = {row[1]: points(row[3]) for row in ruth.rows("Everybody")}
    assert len(expected) == 20
    assert {name: shown[name] for name in expected} == expected


def come_and_go(ruth):
    """Rosa comes late; another person goes home, and a house player takes that chair."""
    ruth.open_person(LATE)
    ruth.press("Arrived late")
    leaver = Place.objects.exclude(table=None).order_by("table__number", "seat").first().entrant
    ruth.open_person(leaver.name)
    ruth.unfold("Somebody takes the chair")
    ruth.choose("A house player: plays along, wins nothing")
    ruth.page.locator("form", has_text="Give the chair").get_by_label("Name").fill(HOUSE)
    ruth.press("Give the chair")
    assert HOUSE in ruth.page.inner_text("main")


def seat_next_round(ruth, number, *, sitting_out):
    """Seat a round, and check that the page tells each person the chair that is stored."""
    ruth.open(f"rounds/{number - 1}/moves/")
    ruth.press(f"Seat round {number}")
    if number == 2:  # One person more than in round 1 sits out.
        question = "23 players: three sit out, or open table 6 with a house player?"
        assert question in ruth.page.inner_text("main")
        ruth.choose("Three sit out each round, in turn")
        ruth.press("Seat round 2")
    assert "Lower pair: stand, go to the next higher number." in ruth.page.inner_text(".aloud")
    assert ruth.page.locator(".aloud li").count() > 3
    sentences = dict(ruth.moves())
    assert len(sentences) == 20 + sitting_out
    places = Place.objects.filter(round__number=number).select_related("entrant", "table")
    for place in places:
        words = sentences[place.entrant.sort_name]
        if place.table is None:
            assert "sit out" in words
        else:
            assert words.endswith(f"{place.table.number} {SEAT_NAMES[place.seat]}")
            assert re.search("With |Partner: |Your partner is ", words)
    ruth.start_round(number)


def play_round_2(ruth):
    ruth.open("live/")
    ruth.press("Ring the bell")
    enter_elsewhere(1, 2, 3, 4)
    ruth.go_to_desk()
    ruth.type_hands(HANDS)
    correct_a_hand(ruth)
    ruth.open("live/")
    ruth.press("Stop and check the round")
    ruth.close_round()


def correct_a_hand(ruth):
    """Correct a hand: the points change, the seats stay, and the log has the reason."""
    seats = set(Place.objects.filter(round__number=2).values_list("entrant", "table", "seat"))
    ruth.open("rounds/1/")
    ruth.press(re.compile(r"^1\. 8 Hearts ?by .+, 9 ?, correct"))
    ruth.fill("The hand as it was played", "8hn7")
    ruth.fill("Why is it corrected?", "misread the slip")
    ruth.press("Correct it")
    hands = ruth.rows(re.compile("^Table 1 "))
    ns, ew = (sum(int(row[pair].replace("−", "-")) for row in hands) for pair in (1, 2))
    assert (ns, ew) == (-400, 610)
    ruth.open("log/")
    assert "misread the slip" in ruth.page.locator(".lines-log .what").first.inner_text()
    places = Place.objects.filter(round__number=2).values_list("entrant", "table", "seat")
    assert set(places) == seats


def play_the_last_round(ruth):
    ruth.open("live/")
    ruth.page.get_by_text("Change the plan, or go back a step").click()
    ruth.press("Round 3 is the last round")
    enter_elsewhere(1, 2, 3, 4)
    ruth.go_to_desk()
    ruth.type_hands(TIE)
    assert "who was high" not in ruth.page.inner_text("main")
    expect(ruth.page.locator("#totals")).to_be_focused()
    ruth.page.keyboard.press("Tab")


def finish(ruth, tmp_path):
    """Finish, and compare each line of the printed standings with the page."""
    with ruth.page.expect_navigation():
        ruth.page.keyboard.press("Enter")  # This closes round 3 and finishes the party.
    assert ruth.heading.endswith("won")
    ruth.open("standings/")
    rows = ruth.rows("Everybody")
    assert len(rows) == len([*NAMES, LATE, HOUSE])
    paper = letters_of(ruth.save_pdf("Standings", tmp_path / "standings.pdf"))
    ranks = Counter(row[0] for row in rows)
    assert all((count > 1) == rank.endswith("=") for rank, count in ranks.items())
    lines = {line.name: line for line in standings(Party.objects.get()).lines}
    for rank, _moved, who, total, *rounds in rows:
        assert sum(points(text) for text in rounds) == points(total)
        name = next(name for name in (*NAMES, LATE, HOUSE) if who.startswith(name))
        on_page = lines[name]
        note, group, won = on_page.note, on_page.person.prize_group, on_page.won
        by_round = "".join(map(printed_points, rounds))
        line = f"{rank}{sort_name(name)}{note}{group}{by_round}{won}{total}"
        assert "".join(line.split()) in paper
    assert Party.objects.get().finished_at
