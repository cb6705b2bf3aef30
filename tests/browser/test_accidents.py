"""An evening with every accident that a hall has seen, on the organiser's pages."""

import csv
import io
import re
from html import unescape

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from party.engine import SEAT_NAMES
from party.models import Party
from party.rosters import sort_name
from tests.browser import hall_night
from tests.browser.organiser import Organiser
from tests.evening import enter
from tests.laptop import Laptop
from tests.oracle.disturbed import Books, seats_from_cards
from tests.pdf.reading import pages

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = (
    *hall_night.PEOPLE,
    "Agnes Toth",
    "Boris Lund",
    "Clara Whitcomb",
    "Dolores Pike",
    "Emil Vasquez",
    "Flora Griggs",
)
LATE, HOUSE = "Gita Rao", "Otto"
CARDS, IN_BOX = 34, {3, 17, 33, 34}
ROUNDS = 4
HANDS = (
    *hall_night.HANDS,
    "9he9 7ss8 8dn7 7nw7",
)
TIE = "8hn8 8he8 8ss8 8sw8"
CARD = re.compile(r"No\. (\d+)\nName\nStart:\s+table\n(\d+)\nseat\n([NESW])\n")
PAGES = (
    *("live", "standings", "prizes", "finish", "pictures", "money", "players", "log", "check"),
    *("draw", *(f"rounds/{number}" for number in range(1, ROUNDS + 1))),
    *(f"rounds/{number}/moves" for number in range(1, ROUNDS)),
)


@pytest.fixture
def laptop(prepared, tmp_path):
    """Yield another Head Table, with a club and a data folder of its own."""
    laptop = Laptop(prepared(tmp_path / "elsewhere"), "--no-sample")
    yield laptop
    laptop.stop()


def test_an_evening_of_accidents_ends_correctly(ruth, tmp_path, laptop, open_context, settings):
    plan(ruth)
    books = draw_from_a_hat(ruth, tmp_path)
    play_round_1(ruth, books)
    move_to_round_2(ruth, books)
    play_round_2(ruth, books)
    move_to_round_3(ruth, books)
    play_round_3(ruth, books)
    play_round_4(ruth, books)
    finish(ruth, books)
    settings.BACKUP_DIR = tmp_path / "backups"
    open_in_another_club(ruth, laptop, tmp_path, open_context)


def plan(ruth):
    ruth.party_url = ""
    ruth.open(reverse("party_new"))
    ruth.fill("Name of the party", "Autumn party")
    ruth.page.locator("#id_preset").get_by_text("St Paul Midway").click()
    ruth.unfold("Cards and paper")
    ruth.choose("Blind draw from a hat: the order of arrival decides nothing")
    ruth.fill("Or type a number", str(ROUNDS))
    ruth.press("Create the party")
    ruth.party_url = ruth.page.url
    ruth.open("prizes/")
    ruth.press("High and low")
    ruth.open("draw/wishes/")
    assert not ruth.page.get_by_label("Two people start as partners in round 1").count()


def draw_from_a_hat(ruth, tmp_path):
    """Print more cards than there will be people, then draw the seats; two people sit out."""
    ruth.open("players/")
    ruth.fill("How many numbers?", str(CARDS))
    ruth.press("Make numbers")
    chairs = chairs_on_cards(ruth.save_pdf("Seat cards", tmp_path / "cards.pdf"))
    ruth.open("draw/")
    ruth.fill("Which cards are still in the box?", ", ".join(map(str, sorted(IN_BOX))))
    ruth.press("Show the tables")
    ruth.choose("2 people sit out each round, in turn")
    ruth.press("Seat 30 people")
    names = dict(zip(sorted(chairs.keys() - IN_BOX), PEOPLE, strict=True))
    ruth.open("players/names/")
    lines = [f"{number} {name}" for number, name in names.items()]
    ruth.fill("Numbers and names, one per line", "\n".join(lines))
    ruth.press("Save names")
    ruth.press("Save names")  # this confirms the preview
    books = Books(*seats_from_cards({names[number]: chairs[number] for number in names}))
    check(ruth, books)
    return books


def chairs_on_cards(data):
    """Return the printed table and chair of every card."""
    cards = CARD.findall("\n".join(pages(data)))
    assert len(cards) == CARDS
    return {int(number): (int(table), chair) for number, table, chair in cards}


def play_round_1(ruth, books):
    """Two people swap chairs; a third person plays instead of sitting out; a slip is late."""
    ruth.press("Show the seats")
    ruth.press("Start round 1")
    for table in (1, 2):
        type_slip(ruth, books, 1, table, " ".join(HANDS[table].split()[:2]))
    one, other = books.rooms[0][0]["S"], books.rooms[0][1]["W"]
    report_wrong_chairs(ruth, books, 1, one, other)
    ruth.press(f"Swap {one} and {other}")
    press_undo(ruth, "Seats and points are again as the list had them.")
    check(ruth, books)
    report_wrong_chairs(ruth, books, 1, one, other)
    ruth.press(f"Swap {one} and {other}")
    books.exchange(1, one, other)
    one, other = books.benches[0][0], books.rooms[0][6]["N"]
    report_wrong_chairs(ruth, books, 1, one, other)
    ruth.press(f"Swap {one} and {other}")
    books.exchange(1, one, other)
    check(ruth, books)
    for table in (1, 2):
        type_slip(ruth, books, 1, table, HANDS[table], first=3)
    for table in (3, 5, 6, 7):
        hand_in(books, 1, table, TIE if table == 3 else HANDS[table % 7])


def report_wrong_chairs(ruth, books, number, person, other, *, partners=False):
    """Report on the page of a round that two people swapped chairs."""
    ruth.open(f"rounds/{number}/")
    ruth.press("Somebody sat in the wrong chair")
    for label, name in (("This person", person), ("sat in the chair of", other)):
        place = books.place(number, name)
        where = f"table {place[0]}, {SEAT_NAMES[place[1]]}" if place else "sits out"
        choice = ruth.page.get_by_label(label, exact=True)
        choice.select_option(label=f"{sort_name(name)}: {where}")
    if partners:
        ruth.page.get_by_text("Their partners sat in each other’s chairs too").click()
    ruth.press("Show what changes")
    expect(ruth.page.locator(".btn-next")).to_be_in_viewport(ratio=1)


def find_undo(ruth):
    """Return the Undo button of the message, which must be in sight on a laptop and a phone."""
    undo = ruth.page.locator("#said").get_by_role("button", name=re.compile("^Undo"))
    for width, height in ((360, 740), (1280, 800)):
        ruth.page.set_viewport_size({"width": width, "height": height})
        expect(undo).to_be_in_viewport(ratio=1)
    return undo


def press_undo(ruth, message):
    undo = find_undo(ruth)
    with ruth.page.expect_navigation():
        undo.click()
    assert message in ruth.message


def move_to_round_2(ruth, books):
    """Three people go home, so the program asks; a house player takes one of their chairs."""
    leavers = [books.rooms[0][1]["N"], books.rooms[0][3]["E"], books.rooms[0][5]["S"]]
    ruth.open("players/leavers/")
    ruth.fill("Who goes home? One name or number a line", "\n".join(leavers))
    ruth.press("They go home")
    rota = read_rota(ruth)
    stop_and_check(ruth)
    press_pair(ruth, 3, books.rooms[0][2]["E"])
    books.cuts[1, 3] = "EW"
    press_pair(ruth, 4, books.rooms[0][3]["N"])  # the slip of table 4 comes later
    books.write(1, 4, HANDS[4])
    ruth.press("Close round 1 and seat round 2")
    question = "27 players: close table 7 and three sit out, or seat a house player?"
    assert question in ruth.page.inner_text("main")
    assert ruth.page.get_by_label("Close table 7 and three sit out each round, in turn").count()
    ruth.choose(f"Seat a house player, in the chair of {leavers[0]}")
    ruth.fill("House player", HOUSE)
    ruth.press("Seat round 2")
    books.house.add(HOUSE)
    books.move(rota, leaving=leavers[1:], replacing={leavers[0]: HOUSE})
    check_moves(ruth, books)


def check_moves(ruth, books):
    moves = dict(ruth.moves())
    number = len(books.rooms)
    for table, chairs in enumerate(books.rooms[-1], start=1):
        for chair, who in chairs.items():
            assert moves[sort_name(who)].endswith(f"{table} {SEAT_NAMES[chair]}"), who
    for who in books.benches[-1]:
        assert "sit out" in moves[sort_name(who)], who
    assert len(moves) == 4 * len(books.rooms[-1]) + len(books.benches[-1])
    check(ruth, books)
    ruth.press("Show the moves")
    ruth.press(f"Start round {number}")


def play_round_2(ruth, books):
    """The late slip comes; two pairs had swapped places in round 1; a table stops early."""
    type_slip(ruth, books, 2, 1, HANDS[2])
    enter_late_slip(ruth, books)
    record_two_pairs(ruth, books)
    check(ruth, books, closed=1)
    for table in (2, 3, 4, 6, 7):
        hand_in(books, 2, table, HANDS[(table + 2) % 7])
    type_slip(ruth, books, 2, 5, "8hn9 7ce7")
    let_in_late(ruth)


def enter_late_slip(ruth, books):
    """The program does not ask for a reason, because it waits for this slip."""
    ruth.open("live/")
    ruth.press(re.compile("^Enter it ?: round 1, table 4"))
    assert not ruth.page.get_by_label("Why is it changed now?").count()
    for hand, text in enumerate(HANDS[4].split(), start=1):
        ruth.fill(f"Hand {hand}", text)
    ruth.press("Add these hands")
    assert "Table 4 in round 1 is corrected." in ruth.message


def record_two_pairs(ruth, books):
    """Two pairs of a closed round swapped chairs: the program asks for a reason; nobody moves."""
    room = books.rooms[0]
    pairs = (room[4]["N"], room[5]["E"]), (room[4]["S"], room[5]["W"])
    report_wrong_chairs(ruth, books, 1, *pairs[0], partners=True)
    for one, other in pairs:
        books.exchange(1, one, other)
    ruth.page.get_by_text("They play on where they sit").click()
    ruth.press("Correct round 1")
    assert "The round is closed. Say why" in ruth.page.inner_text(".wrong")
    ruth.page.locator("#id_reason").fill("they told the desk at the coffee break")
    ruth.press("Correct round 1")
    find_undo(ruth)


def let_in_late(ruth):
    """A person comes late, while a house player fills a chair."""
    ruth.open("checkin/")
    ruth.unfold("Not on the list? Add them")
    ruth.fill("Name", LATE)
    ruth.press("Here")
    assert f"{LATE} can take the chair of {HOUSE}" in ruth.message


def move_to_round_3(ruth, books):
    stop_and_check(ruth)
    ruth.press(re.compile("^Stopped early ?: table 5"))
    rota = read_rota(ruth)
    ruth.press("Close round 2 and seat round 3")
    assert f"29 players: {LATE} takes the chair of {HOUSE}, one sits" in ruth.page.inner_text(
        "main"
    )
    assert ruth.page.get_by_label(f"{LATE} takes the chair of {HOUSE}, who goes home").is_checked()
    ruth.press("Seat round 3")
    books.came_late.add(LATE)
    books.move(rota, replacing={HOUSE: LATE})
    check_moves(ruth, books)


def play_round_3(ruth, books):
    """A person goes home during the round; the program asks before it closes a table."""
    for table in range(1, 8):
        hand_in(books, 3, table, TIE if table == 2 else HANDS[(table + 4) % 7])
    leaver = books.rooms[2][3]["W"]
    ruth.open_person(leaver)
    ruth.press("Goes home")
    rota = read_rota(ruth)
    ruth.open("live/")
    ruth.press("Stop and check the round")
    press_pair(ruth, 2, books.rooms[2][1]["N"])
    books.cuts[3, 2] = "NS"
    ruth.press("Close round 3 and seat round 4")
    question = "27 players: close table 7 and three sit out, or seat a house player?"
    assert question in ruth.page.inner_text("main")
    ruth.choose("Close table 7 and three sit out each round, in turn")
    ruth.press("Seat round 4")
    assert "Table 7 is closed from now on." in ruth.page.inner_text(".lead")
    assert "from table 7" not in ruth.page.inner_text("main").lower()
    books.move(rota, leaving=[leaver])
    check_moves(ruth, books)


def play_round_4(ruth, books):
    """The hall closes early: some tables have not finished, one of them has no hands."""
    for table, words in enumerate((HANDS[1], TIE, "8hn9 7ce7", "9dw9", HANDS[5]), start=1):
        hand_in(books, 4, table, words)
    stop_and_check(ruth)
    ruth.press("All tables stop here")
    sentence = "All tables stop here. The 15 hands already in count."
    assert ruth.message.startswith(sentence)
    assert ruth.page.locator(".asks > li").count() == 1  # a tie in the last round decides nothing
    ruth.press(re.compile("^Not played ?: table 6"))
    books.points[4, 6] = None


def finish(ruth, books):
    """Compare totals, places and prizes with the books."""
    ruth.press(re.compile("^Close round 4 and finish"))
    check(ruth, books, closed=ROUNDS)
    totals = books.totals(ROUNDS)
    places = books.places_of(totals)
    complete = [who for who in places if books.rounds_of(who) == ROUNDS]
    low = min(totals[who] for who in complete)
    winners = {
        "High": [who for who, place in places.items() if place == 1],
        "Low": [who for who in complete if totals[who] == low],
    }
    ruth.open("finish/")
    ruth.press("Confirm 2 prizes")
    ruth.open("finish/")
    prizes = ruth.page.locator("main table").first
    for prize, [who] in winners.items():
        expect(prizes.get_by_role("row", name=f"{prize} {who}")).to_have_count(1)


def open_in_another_club(ruth, laptop, tmp_path, open_context):
    """Open the party file in another club; then replace everything there with the backup."""
    page_texts = texts_of(ruth, ruth.party_url)
    file = download(ruth, ruth.party_url, re.compile("^Party file"), tmp_path)
    backup = download(ruth, reverse("backups"), "Download tonight", tmp_path)
    hall = Organiser(open_context().new_page())
    hall.party_url = laptop.address
    hall.page.goto(laptop.link)
    hall.press("Sign in")
    hall.press("Not now")
    hall.open(reverse("party_open"))
    hall.page.locator("[type=file]").set_input_files(file)
    hall.press("See what is inside")
    hall.press("Open it")
    hall_texts = texts_of(hall, hall.page.url)
    assert "opened from a file" in hall_texts["log"]
    assert hall_texts | {"log": page_texts["log"]} == page_texts
    hall.open(reverse("backups"))
    hall.page.locator("[type=file]").set_input_files(backup)
    hall.press("See what is inside")
    hall.press("Replace everything with this backup")
    hall.press("Autumn party")
    assert texts_of(hall, hall.page.url) == page_texts


def download(ruth, address, words, folder):
    ruth.page.goto(address)
    with ruth.page.expect_download() as download_info:
        button = ruth.page.get_by_role("button", name=words)
        button.or_(ruth.page.get_by_role("link", name=words)).first.click()
    path = folder / download_info.value.suggested_filename
    download_info.value.save_as(path)
    return path


def texts_of(organiser, party):
    """Return the words of a party's pages, without the time of its last backup."""
    texts = {}
    for path in PAGES:
        answer = organiser.page.context.request.get(f"{party}{path}/")
        assert answer.ok, path
        main = re.search("<main.*</main>", answer.text(), re.DOTALL)[0]
        words = unescape(re.sub(r"<script.*?</script>|<[^>]*>", " ", main, flags=re.DOTALL))
        texts[path] = " ".join(re.sub("(No|Last) backup.*", "", words).split())
    return texts


def stop_and_check(ruth):
    ruth.open("live/")
    ruth.press("Ring the bell")
    ruth.press("Stop and check the round")


def press_pair(ruth, table, name):
    """Press the button of this person's pair, which answers the question about a table."""
    section = ruth.page.locator(f"#table-{table}")
    with ruth.page.expect_navigation():
        section.get_by_role("button", name=name).click()


def read_rota(ruth):
    return [row["Name"] for row in read_file(ruth, "lists/rota.csv")]


def read_file(ruth, path):
    answer = ruth.page.context.request.get(f"{ruth.party_url}{path}")
    return list(csv.DictReader(io.StringIO(answer.body().decode("utf-8-sig"))))


def check(ruth, books, *, closed=0):
    """Compare seats and standings with the books, and check the party."""
    for number in range(1, len(books.rooms) + 1):
        rows = read_file(ruth, f"rounds/{number}/seats.csv")
        seats = {row["Name"]: (row["Table"], row["Seat"]) for row in rows}
        expected = {
            who: (str(table), SEAT_NAMES[chair])
            for table, chairs in enumerate(books.rooms[number - 1], start=1)
            for chair, who in chairs.items()
        }
        assert seats == expected | dict.fromkeys(books.benches[number - 1], ("", "sits out")), (
            number
        )
    if closed:
        check_standings(ruth, books, closed)
    ruth.open("check/")
    assert ruth.heading == "Everything adds up"
    ruth.open("live/")


def check_standings(ruth, books, closed):
    ruth.open("standings/")
    totals = books.totals(closed)
    places = books.places_of(totals)
    rows = ruth.rows("Everybody")
    assert len(rows) == len(totals)
    # From round 2 on, a column before the names says how many places somebody rose or fell.
    column = 1 if closed == 1 else 2
    for row in rows:
        name = next(name for name in totals if row[column].startswith(name))
        assert number_in(row[column + 1]) == totals.pop(name), name
        assert row[0].rstrip("=") == str(places.get(name, "–")), name


def number_in(text):
    return int(text.split()[0].replace("−", "-").replace(",", ""))


def hand_in(books, number, table, words):
    """Enter the slip of a table without the browser, as if a second desk had typed it."""
    books.write(number, table, words)
    enter(Party.objects.get(), words, table)


def type_slip(ruth, books, number, table, words, *, first=1):
    """Type the slip of a table, from its hand `first` on."""
    books.write(number, table, words)
    ruth.open(f"rounds/{number}/entry/?table={table}")
    ruth.type_hands(" ".join(words.split()[first - 1 :]))


def test_two_people_who_wish_to_start_as_partners_are_drawn_as_partners(ruth):
    ruth.start_party("Autumn party", "St Paul Midway")
    ruth.paste(PEOPLE[:12])
    ruth.tick_all_but()
    ruth.press(sort_name(PEOPLE[0]))
    ruth.unfold("Seating wishes")
    ruth.page.get_by_text("Two people start as partners in round 1").click()
    ruth.fill("And who?", PEOPLE[7])
    ruth.press("Add the wish")
    ruth.draw()
    [table] = [names for _, *names in ruth.seats() if PEOPLE[0] in names]
    assert abs(table.index(PEOPLE[0]) - table.index(PEOPLE[7])) == 2
