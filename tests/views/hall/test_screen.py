import re
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from party.models import Club, Party
from party.services.evening import rounds
from party.services.hall import clock, screen
from party.values.accounts import PROGRAM
from party.values.hall.lists import list_sheets
from party.values.hall.shared_screens import NUMBERS_NEEDED, SharedScreens
from tests.evening import (
    close,
    create_user,
    draw,
    enter,
    helper_of,
    party_with,
    play,
    play_rounds,
    seat_next,
    set_party,
    start,
    start_next_round,
)
from tests.guard import setting_up
from tests.prize_giving import finish_and_reveal, reveal

pytestmark = pytest.mark.django_db


def run_verb(verb, party, *arguments, **options):
    return verb(party.pk, *arguments, actor=PROGRAM, at=timezone.now(), **options)


def get_screen(client, party, **query):
    return client.get(reverse("hall", args=[party.code]), query)


def words_of(page):
    body = page.content.decode().partition("<main")[2].partition("<nav")[0].partition(">")[2]
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


def hall_party(count=8, preset="midway", **fields):
    return party_with(count, preset, guests=True, guest_standings="top", **fields)


@pytest.fixture
def party():
    return hall_party(place="Legion hall", clock_minutes=20)


def test_the_screen_of_an_unknown_code_says_what_to_do(client):
    page = client.get(reverse("hall", args=["nobody"]))
    assert page.status_code == 404
    assert "Sign in on this laptop, or let guests look" in page.content.decode()


def test_a_party_closed_to_guests_looks_like_an_unknown_party(client):
    unknown = client.get(reverse("hall", args=["nobody"]))
    closed = get_screen(client, party_with(8))
    assert (closed.status_code, closed.content) == (404, unknown.content)


def test_members_of_the_club_always_see_the_screen(client):
    party = party_with(8)
    for user, status in (
        (party.club.memberships.get().user, 200),
        (helper_of(party), 200),
        (create_user("Mallory"), 404),
    ):
        client.force_login(user)
        page = get_screen(client, party)
        assert page.status_code == status
        if status == 200:
            assert get_screen(client, party, v=version_of(page)).status_code == 204


def test_a_guest_gets_no_session_and_the_page_is_not_stored(client, party):
    page = get_screen(client, party)
    assert page.status_code == 200
    assert page["Cache-Control"] == "no-store"
    assert page.cookies == {}
    assert "session" not in page.content.decode()


def test_the_screen_follows_the_whole_evening(client, party):
    set_party(party, rounds_planned=2, break_after=1)
    seen = []

    def store_words():
        seen.append(words_of(get_screen(client, party)).partition(" Autumn party ·")[0])

    for step in (
        lambda: None,
        lambda: draw(party),
        lambda: run_verb(screen.announce_seats, party),
        lambda: run_verb(rounds.start_round, party),
        lambda: run_verb(rounds.ring_bell, party),
        lambda: run_verb(rounds.check_round, party),
        lambda: (play(party), close(party)),
        lambda: seat_next(party),
        lambda: run_verb(screen.announce_seats, party),
        lambda: run_verb(rounds.start_round, party),
        lambda: (play(party), close(party)),
        lambda: run_verb(rounds.finish, party),
        lambda: reveal(party),
    ):
        step()
        store_words()
    hands = "Table 1 0 of 4 Table 2 0 of 4 Four hands, then wait for the bell."
    finish = "Finish this hand then cards down, and stay in your chair"
    slips = "Hand in your slip, and stay in your chair."
    first = [
        "Autumn party Legion hall Welcome Cards at 7:00 p.m.",
        "Autumn party Legion hall Welcome The seats are drawn: they are shown in a moment.",
        "Find your seat Round 1 A–H Alma",
        f"Round 1 of 2 Playing Round 1 20:00 left {hands} Then a break.",
        f"Round 1 of 2 The bell {finish} Then a break.",
        f"Round 1 of 2 Checking Cards down {slips} Then a break.",
        "Round 1 is over A break Then everybody moves to round 2.",
        "Round 1 is over A break Then everybody moves to round 2.",
        "Round 1 is over Move now → Lower pair: next table From table 2 go to table 1.",
        f"Round 2 of 2 Playing Round 2 20:00 left {hands} This is the last round.",
        "Round 2 is over That was the last round The winners are coming up.",
        "Autumn party Thank you for playing The winners are coming up.",
        "The winners after round 2 1=",
    ]
    assert [
        seen_text[: len(first_words)] for seen_text, first_words in zip(seen, first, strict=True)
    ] == first


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("seats", "Find your seat Round 2"),
        ("standings", "Standings after round 1"),
    ],
)
def test_the_mode_in_the_web_address_replaces_the_chosen_mode(client, party, mode, words):
    play_rounds(party, 1)
    start_next_round(party)
    run_verb(screen.set_hall_screen, party, "seats" if mode != "seats" else "standings", "")
    assert words in words_of(get_screen(client, party, mode=mode))
    assert words not in words_of(get_screen(client, party, mode="unheard"))


def test_seats_are_not_shown_before_the_announcement(client, party):
    draw(party)
    assert "Alma" not in words_of(get_screen(client, party, mode="seats"))
    seated_party = hall_party(9)
    play_rounds(seated_party, 1)
    seat_next(seated_party)
    for mode in ("seats", "moves", "auto"):
        assert "Alma" not in words_of(get_screen(client, seated_party, mode=mode))
        assert "next table" not in words_of(get_screen(client, seated_party, mode=mode))
    run_verb(screen.announce_seats, seated_party)
    words = words_of(get_screen(client, seated_party))
    assert "A few sit out or move differently" in words
    assert all(person.name in words for person in seated_party.entrants.all())


@pytest.mark.parametrize("mode", ["auto", "seats"])
def test_the_bell_rings_in_every_mode(client, party, mode):
    start(party)
    assert 'data-bell="0"' in get_screen(client, party, mode=mode).content.decode()
    run_verb(rounds.ring_bell, party)
    page = get_screen(client, party, mode=mode).content.decode()
    assert 'data-bell="1"' in page
    assert ("screen-bell" in page) is (mode == "auto")


def test_the_foot_of_the_screen_shows_the_typed_message(client, party):
    start(party)
    run_verb(screen.set_hall_screen, party, "say", "Coffee & <b>cake</b>")
    message = '<p class="hall-message">Coffee &amp; &lt;b&gt;cake&lt;/b&gt;</p>'
    assert message in get_screen(client, party).content.decode()
    assert "Playing" in words_of(get_screen(client, party))
    assert message in get_screen(client, party, mode="clock").content.decode()


def test_a_clock_without_minutes_shows_how_many_tables_are_in(client):
    party = hall_party()
    start(party)
    play(party, "8hn9 7ce7")
    words = words_of(get_screen(client, party))
    assert "0 of 2 tables are in" in words
    assert "Table 1 2 of 4" in words


def test_the_screen_shows_how_many_hands_each_table_has_played(client):
    party = hall_party(12, "iowa")
    start(party)
    enter(party, "8hn9 7ce7", 1)
    enter(party, "8hn9 7ce7 7sn6", 2)
    enter(party, "8hn9 7ce7 7sn6 8hn9 7ce7 .", 3)
    words = words_of(get_screen(client, party))
    assert "Table 1 2 of 4 Table 2 3 in Table 3 ✓ all in" in words
    assert "Table 1 rings after hand 4." in words


@pytest.mark.parametrize(
    ("allowed", "over", "names"),
    [("top", True, 10), ("all", False, 10), ("all", True, 12)],
)
def test_standings_follow_the_setting_for_guests(client, allowed, over, names):
    party = hall_party(12)
    set_party(party, guest_standings=allowed)
    play_rounds(party, 1)
    if over:
        finish_and_reveal(party)
    page = get_screen(client, party, mode="standings")
    sheets = page.content.decode().count('<section class="sheet')
    assert sheets == (3 if names == 12 else 2)
    words = words_of(page)
    assert (
        sum(words.count(name) for name in party.entrants.values_list("name", flat=True)) >= names
    )


def test_standings_show_changed_ranks(client, party):
    play_rounds(party, 2)
    words = words_of(get_screen(client, party, mode="standings"))
    assert "places since round 1" in words
    assert " up " in words
    assert " down " in words


def test_an_untracked_round_shows_the_rule_of_the_moves(client):
    party = hall_party(capture="untracked")
    start(party)
    assert "Playing Round 1" in words_of(get_screen(client, party))
    run_verb(rounds.close_round, party, 1)
    seat_next(party)
    run_verb(screen.announce_seats, party)
    page = words_of(get_screen(client, party))
    assert "Lower pair: next table" in page
    assert "Alma" not in page
    assert "Go on to the next table" in words_of(get_screen(client, party, mode="seats"))


def version_of(page):
    return re.search(r'data-v="([\w.]+)"', page.content.decode())[1]


def test_a_poll_without_changes_gets_an_empty_answer_after_one_query(
    client, party, django_assert_num_queries
):
    draw(party)
    run_verb(screen.announce_seats, party)
    v = version_of(get_screen(client, party))
    with django_assert_num_queries(1):
        page = get_screen(client, party, v=v)
    assert (page.status_code, page.content, page["Cache-Control"]) == (204, b"", "no-store")
    run_verb(rounds.start_round, party)
    assert get_screen(client, party, v=v).status_code == 200


def test_hands_change_only_the_clock_page(client, party):
    start(party)
    on_clock, on_seats = get_screen(client, party), get_screen(client, party, mode="seats")
    enter(party, "8hn9")
    assert get_screen(client, party, v=version_of(on_clock)).status_code == 200
    assert get_screen(client, party, mode="seats", v=version_of(on_seats)).status_code == 204


def test_a_chosen_mode_changes_only_the_screen(client, party):
    start(party)
    shared = Party.objects.get(pk=party.pk).shared_revision
    v = version_of(get_screen(client, party, mode="seats"))
    run_verb(screen.set_hall_screen, party, "say", "Pie at half time")
    assert get_screen(client, party, mode="seats", v=v).status_code == 200
    assert Party.objects.get(pk=party.pk).shared_revision == shared


@pytest.mark.parametrize("count", [8, 48])
def test_the_moves_take_at_most_14_queries(client, django_assert_max_num_queries, count):
    party = hall_party(count)
    play_rounds(party, 1)
    seat_next(party)
    run_verb(screen.announce_seats, party)
    with django_assert_max_num_queries(14):
        get_screen(client, party)


@pytest.mark.parametrize(("page", "number"), [("2", 2), ("9", 1), ("x", 1)])
def test_without_javascript_the_page_number_is_in_the_web_address(client, page, number):
    party = hall_party(100)
    draw(party)
    run_verb(screen.announce_seats, party)
    text = get_screen(client, party, page=page).content.decode()
    assert f">{number} of 2</span>" in text
    assert text.count(" hidden>\n") >= 1
    assert f'content="12; url=?page={number % 2 + 1}"' in text


@pytest.mark.parametrize(
    ("names", "listed", "ranked"),
    [("short", "R., Alma", "Alma R."), ("full", "Rasmussen, Alma", "Alma Rasmussen")],
)
def test_names_follow_the_setting_for_guests(client, party, names, listed, ranked):
    set_party(party, guest_names=names)
    with setting_up():
        alma = {"name": "Alma Rasmussen", "sort_name": "Rasmussen, Alma"}
        party.entrants.filter(name="Alma").update(**alma)
    play_rounds(party, 1)
    seat_next(party)
    run_verb(screen.announce_seats, party)
    assert listed in words_of(get_screen(client, party, mode="seats"))
    assert ranked in words_of(get_screen(client, party, mode="standings"))
    assert ("Rasmussen" in words_of(get_screen(client, party))) is (names == "full")
    assert "move differently" not in words_of(get_screen(client, party))


def test_seats_are_sorted_by_last_name_for_short_and_full_names(client, party):
    with setting_up():
        for first, last in (("Alma", "Zander"), ("Bert", "Young")):
            names = {"name": f"{first} {last}", "sort_name": f"{last}, {first}"}
            party.entrants.filter(name=first).update(**names)
    draw(party)
    run_verb(screen.announce_seats, party)
    for names, listed in (("short", ("Y., Bert", "Z., Alma")), ("full", ("Young,", "Zander,"))):
        set_party(party, guest_names=names)
        words = words_of(get_screen(client, party))
        assert words.index("Hilde") < words.index(listed[0]) < words.index(listed[1])


def test_the_code_may_be_typed_in_capitals(client, party):
    assert client.get(reverse("hall", args=[party.code.upper()])).status_code == 200


def share_between_screens(party, *numbers):
    run_verb(screen.set_hall_screen, party, "auto", "", SharedScreens(numbers))


def foot_of(client, party, key, v=""):
    page = get_screen(client, party, screen=key, v=v)
    foot = page.content.decode().partition("<footer>")[2].partition("</p>")[0]
    return foot.removeprefix("<p>").partition(".")[0], version_of(page)


def test_two_screens_share_the_list_of_seats(client, party):
    draw(party)
    run_verb(screen.announce_seats, party)
    _, version = foot_of(client, party, "482")
    assert get_screen(client, party, screen="482", v=version).status_code == 204
    share_between_screens(party, "482", "117")
    first, version = foot_of(client, party, "482", version)
    assert first == "A–D on this screen, E–H on the other"
    assert foot_of(client, party, "117")[0] == "E–H on this screen, A–D on the other"
    words = words_of(get_screen(client, party, screen="482"))
    assert "Dev" in words
    assert "Fay" not in words
    for other in ("999", "abcdef", ""):  # numbers of other screens
        assert "Fay" in words_of(get_screen(client, party, screen=other))
    share_between_screens(party, "117", "482")
    first, version = foot_of(client, party, "482", version)
    assert first == "E–H on this screen, A–D on the other"
    assert get_screen(client, party, screen="482", v=version).status_code == 204
    share_between_screens(party)
    assert foot_of(client, party, "482", version)[0] == "Come closer to read"


def test_screens_show_their_numbers_while_the_desk_asks_for_them(client, party):
    draw(party)
    run_verb(screen.announce_seats, party)
    _, version = foot_of(client, party, "482")
    run_verb(screen.set_hall_screen, party, "say", "Coffee is ready", NUMBERS_NEEDED)
    page = get_screen(client, party, screen="482", v=version)
    assert "This is screen 482." in words_of(page)
    assert "Fay" in words_of(page)
    for asked in ({"screen": ""}, {"screen": "<b>"}, {"screen": "482", "mode": "clock"}):
        page = get_screen(client, party, **asked)
        assert "This is screen" not in words_of(page)
        assert "Coffee" in words_of(page)
    share_between_screens(party, "482", "117")
    assert "This is screen" not in words_of(get_screen(client, party, screen="482"))


SQUARE, ADDRESS = 'class="guest-code"', "/p/"


@pytest.mark.parametrize("has_room", [True, False])
def test_the_welcome_and_the_seats_show_the_web_address_for_guests(client, monkeypatch, has_room):
    if not has_room:
        monkeypatch.setattr("party.queries.hall.screen.list_sheets_with_room", list_sheets)
    party = hall_party(8, hall_address="http://10.0.0.2:8000", phones=True)
    address = "10.0.0.2:8000/p/"
    welcome = get_screen(client, party).content.decode()
    assert SQUARE in welcome
    assert address in welcome
    draw(party)
    run_verb(screen.announce_seats, party)
    seats = get_screen(client, party).content.decode()
    assert (SQUARE in seats) is has_room
    assert f"{address}{party.code}" in seats
    start(party)
    assert ADDRESS not in get_screen(client, party).content.decode()


@pytest.mark.parametrize("fields", [{"guests": False}, {"address_left_out": "wall screen"}])
def test_the_web_address_for_guests_can_be_left_out(client, fields):
    party = hall_party(8)
    set_party(party, **fields)
    client.force_login(party.club.memberships.get().user)
    assert ADDRESS not in get_screen(client, party).content.decode()
    draw(party)
    run_verb(screen.announce_seats, party)
    assert ADDRESS not in get_screen(client, party).content.decode()


def test_the_screen_has_the_time_of_the_club(client, party):
    with setting_up():
        Club.objects.update(time_zone="Asia/Kathmandu")
    here = timezone.localtime(timezone=ZoneInfo("Asia/Kathmandu"))
    shown = re.search(r'data-minutes="(\d+)"', get_screen(client, party).content.decode())[1]
    assert (int(shown) - here.hour * 60 - here.minute) % (24 * 60) <= 1


def test_a_stopped_and_an_ended_clock_are_marked(client, party):
    start(party)
    set_party(party, clock_minutes=20)
    assert "time is up" in words_of(get_screen(client, party))  # the round began years ago
    run_verb(clock.add_minutes, party, 5)
    assert "5:00 left" in words_of(get_screen(client, party))
    run_verb(clock.pause_clock, party)
    page = get_screen(client, party)
    assert "The clock is stopped" in words_of(page)
    assert "data-runs" not in page.content.decode()


def test_the_standings_say_that_nobody_has_points_yet(client, party):
    words = words_of(get_screen(client, party, mode="standings"))
    assert "Nobody has any points yet." in words
