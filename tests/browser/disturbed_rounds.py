"""The disturbed evening at the desk: what comes in, from whom, and what was wrong with it."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from party.engine import PRESETS
from party.models import Party
from tests.browser.disturbed_doors import LATE
from tests.browser.disturbed_seats import STAYS, note_seats
from tests.evening import enter
from tests.pdf.reading import pages

HANDS = "8hn9 7ce7 7sn6 9dw9"  # N-S +200, E-W +590
TIE = "8hn8 8he8 8ss8 8sw8"
WILD = "mn0 7sn10 8he9 7dw7"  # a nullo, which is a house rule, and a slam
NARROW = "7nn9 8he8 9ss9 7cw8"  # N-S +600, E-W +480
OTHERS = ("7hn7 8ds8 7ce8 10he10", "8cs8 7dn7 7hw6 8se9")
PLAYED = {  # round -> what each table hands in; "" is table 4 of round 1, which hands in a total
    1: (HANDS, HANDS, TIE, "", WILD),
    2: (HANDS, *OTHERS, NARROW, WILD),
    3: (OTHERS[0], OTHERS[1], WILD, NARROW, HANDS),
    4: (NARROW, HANDS, OTHERS[0], OTHERS[1], OTHERS[0]),
}
STANDS_IN = "Otto Ek"
BEFORE = PRESETS["midway"].replace(misere_allowed="yes")
AFTER = BEFORE.replace(slam_rule="none")


def let_help(ruth, hanna):
    """A second desk: Hanna signs in with the link that is shown once."""
    ruth.open("helpers/")
    ruth.fill("Name", "Hanna")
    ruth.choose("At this party only")
    ruth.press("Add helper")
    # The address is the laptop's own in the hall, which the test's server is not.
    hanna.page.goto(urlsplit(ruth.page.get_by_label("The address").input_value()).path)
    hanna.press("Sign in")
    hanna.party = ruth.party


def desk(organiser, number, table):
    organiser.open(f"rounds/{number}/entry/?table={table}")


def type_table(ruth, books, number, table, hands):
    desk(ruth, number, table)
    ruth.type_hands(hands)
    books.note_hands(number, table, hands)


def type_tables(ruth, books, number, first, *others):
    """Type the first of these tables; another desk enters the others meanwhile."""
    type_table(ruth, books, number, first, PLAYED[number][first - 1])
    for table in others:
        hands = PLAYED[number][table - 1]
        enter(Party.objects.get(name="Disturbed evening"), hands, table)
        books.note_hands(number, table, hands)


def play_round_1(ruth, hanna, books):
    note_seats(ruth, books, 1)
    ruth.start_round(1)
    let_help(ruth, hanna)
    two_desks_at_one_hand(ruth, hanna)
    books.note_hands(1, 1, HANDS)
    type_tables(ruth, books, 1, 2, 3, 5)
    enter_a_total(ruth, 1, 4, 250, 320)
    books.totals[1, 4] = (250, 320)
    come_and_go(ruth, books)
    type_a_second_time(ruth, hanna)
    ruth.open("live/")
    ruth.press("Stop and check the round")
    cut_and_close(ruth, books)


def play_round_2(ruth, books):
    """The late one plays, the stand-in has the chair, one stays put; another goes home."""
    note_seats(ruth, books, 2)
    now = books.places(2)
    assert {LATE, STANDS_IN} <= now.keys()
    assert now[STAYS] == books.places(1)[STAYS]
    pack = ruth.print_paper(re.compile("^Print ?: Without the laptop$"))
    assert STANDS_IN in " ".join(pages(pack))
    ruth.open("rounds/1/moves/")
    ruth.start_round(2)
    ruth.open("live/")
    ruth.press("Ring the bell")
    type_tables(ruth, books, 2, 1, 2, 3, 4, 5)
    gone = books.seats[2][5]["W"]
    ruth.open("players/")
    ruth.press(gone)
    ruth.press("Goes home")
    close_and_seat(ruth, 2)
    shifts = correct(ruth, 2, 4, 3, "9ss7", "Let these people change seats")
    books.note_hands(2, 4, NARROW.replace("9ss9", "9ss7"))
    ruth.open("rounds/2/moves/")
    note_seats(ruth, books, 3)
    assert gone not in books.places(3)
    for name, _had, place in shifts:
        table, seat = books.places(3)[name]
        assert place.startswith(f"Table {table} {seat}")
    return gone


def play_round_3(ruth, books, gone):
    """A result of round 1 turns out to be wrong, then a rule; whoever had gone home is back."""
    ruth.start_round(3)
    type_tables(ruth, books, 3, 1)
    correct(ruth, 1, 2, 4, "9dw0", "Keep the seats, change the points only")
    books.note_hands(1, 2, HANDS.replace("9dw9", "9dw0"))
    override_a_rule(ruth, books)
    type_tables(ruth, books, 3, 2, 3, 4, 5)
    ruth.open("players/")
    ruth.press(gone)
    ruth.press("Is back")
    close_and_seat(ruth, 3)


def play_round_4(ruth, books, gone):
    """The last one; a hand is taken back from the log and typed as it was."""
    note_seats(ruth, books, 4)
    assert gone in {*books.bench[4], *books.places(4)}
    ruth.start_round(4)
    type_tables(ruth, books, 4, 1, 2)
    take_back_from_the_log(ruth)
    desk(ruth, 4, 2)
    ruth.type_hand("9dw8")
    books.note_hands(4, 2, HANDS.replace("9dw9", "9dw8"))
    type_tables(ruth, books, 4, 3, 4, 5)
    ruth.open("live/")
    ruth.unfold("Change the plan, or go back a step")
    ruth.press("Round 4 is the last round")


def close_and_seat(ruth, number):
    ruth.open("live/")
    ruth.press("Stop and check the round")
    ruth.press(f"Close round {number} and seat round {number + 1}")
    assert ruth.heading == f"Move to round {number + 1}"


def correct(ruth, number, table, hand, text, choice):
    """Correct a hand that changes who was ahead: see who would sit elsewhere, and choose."""
    ruth.open(f"rounds/{number}/tables/{table}/hands/{hand}/")
    ruth.fill("The hand as it was played", text)
    ruth.fill("Why is it corrected?", "misread the slip")
    ruth.press("Correct it")
    shifts = ruth.rows(re.compile("would sit elsewhere$"))
    ruth.page.get_by_label(re.compile(f"^{choice}")).check()
    ruth.press("Correct it")
    assert f"Corrected at table {table}" in ruth.told
    return shifts


def override_a_rule(ruth, books):
    """The slam bonus was never agreed on: both slams are scored anew, once it is said why."""
    ruth.open("rules/change/")
    ruth.unfold("Scoring")
    ruth.page.locator("[name=slam_rule]").select_option("none")
    ruth.press("Show what would change")
    rows = ruth.rows("2 hands would score otherwise")
    assert all(row[4].endswith(" +250 → +140") for row in rows), rows
    ruth.fill("Why do the rules change now?", "announced at the start")
    ruth.press("Change the rules and score 2 hands anew")
    assert "2 hands scored anew" in ruth.told
    books.rules = AFTER


def take_back_from_the_log(ruth):
    ruth.open("log/")
    ruth.unfold("Show only some lines")
    ruth.fill("Table", "2")
    ruth.page.get_by_label("What was done").select_option("Hand saved")
    ruth.press("Show these lines")
    lines = ruth.page.locator(".lines-log > li > .what").all_inner_texts()
    assert lines
    assert all("Table 2" in line for line in lines)
    ruth.unfold(re.compile("^Take back.*9 Diamonds by West, 9 tricks"))
    assert "N-S 200 → 190, E-W 590 → 210" in ruth.page.inner_text("main")
    ruth.press(re.compile("^Take it back.*9 Diamonds by West, 9 tricks"))
    assert "Taken back: 9 Diamonds by West, 9 tricks" in ruth.told


def two_desks_at_one_hand(ruth, hanna):
    """Both begin with hand 1 of table 1; the second is told, and says that hers is hand 2."""
    first, second, *others = HANDS.split()
    desk(hanna, 1, 1)
    desk(ruth, 1, 1)
    ruth.type_hand(first)
    hanna.page.keyboard.type(second)
    hanna.page.keyboard.press("Enter")
    expect(hanna.page.locator("#clash")).to_contain_text("Two desks: which is it?")
    hanna.press("Mine is another hand: save it as hand 2")
    desk(ruth, 1, 1)
    ruth.type_hands(" ".join(others))


def enter_a_total(ruth, number, table, *points):
    desk(ruth, number, table)
    ruth.unfold(f"More for table {table}")
    ruth.press("Enter one total for the round")
    for each, key in zip(points, ("Tab", "Enter"), strict=True):
        ruth.page.keyboard.type(str(each))
        ruth.page.keyboard.press(key)
    expect(ruth.page.locator("#said")).to_contain_text(f"Saved: Table {table}")


def come_and_go(ruth, books):
    """In the middle of the round one comes, one goes home, and another takes the chair."""
    ruth.open("players/")
    ruth.press(LATE)
    ruth.press("Arrived late")
    ruth.open("players/")
    ruth.press(books.seats[1][5]["S"])
    form = ruth.page.locator("form", has_text="Give the chair")
    form.get_by_label("Name").fill(STANDS_IN)
    ruth.choose("Somebody who plays for the prizes from now on")
    ruth.press("Give the chair")
    lines = ruth.page.locator(".people > li").all_inner_texts()
    (gone,) = (line for line in lines if "Goes home after round 1" in line)
    assert books.seats[1][5]["S"] in gone
    assert any(STANDS_IN in line for line in lines)


def type_a_second_time(ruth, hanna):
    """Hanna types table 2 again and misreads a hand; Ruth says which is right."""
    hanna.open("rounds/1/checked/")
    hanna.page.get_by_role("link", name=re.compile("^Type it again.*table 2$")).click()
    for number, hand in enumerate(("8hn8", *HANDS.split()[1:]), 1):
        hanna.page.locator(f"[name=hand_{number}]").fill(hand)
    hanna.press("Compare")
    ruth.open("rounds/1/checked/")
    main = ruth.page.locator("main")
    expect(main).to_contain_text("Table 2, hand 1")
    ruth.press(re.compile("^This is right.*8 Hearts by North, 9 tricks"))
    assert "which is it?" not in main.inner_text()


def cut_and_close(ruth, books):
    """The tie of table 3 is cut: no points change, and those who are named stay there."""
    ruth.close_round()
    assert "Table 3 is tied." in ruth.page.inner_text("#errors")
    ruth.press(re.compile(f"^{books.seats[1][3]['E']}"))
    ruth.press("Close round 1 and seat round 2")
    assert ruth.heading == "Move to round 2"
