import re
from pathlib import Path
from threading import Thread

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from party.models import Entrant
from party.queries.evening.rounds import latest_round, live
from party.queries.hall.guests import OpenParty, guest_evening, read_guest_evening
from party.services.hall import screen
from party.services.hall.guests import set_guest_access
from party.services.people.arrivals import go_home
from party.services.people.players import rename_entrant
from party.values.numbers import total
from party.values.phones.addresses import GONE
from party.views.papers.next_moves import next_move_sheet
from tests.evening import (
    AT,
    BY_PROGRAM,
    add_people,
    close,
    draw,
    enter,
    party_with,
    play_round,
    play_rounds,
    run_verb,
    seat_next,
    set_format,
    set_people,
    start,
    start_next_round,
)
from tests.guests import named_party
from tests.prize_giving import finish_and_reveal
from tests.reading import queries_of

pytestmark = pytest.mark.django_db

STATIC = Path("party/static/party")
SHEETS = {"tokens.css", "tally.css", "phone.css"}
FILES = {*SHEETS, "guest.js", "requests.js", "elements.js", "icon.svg"}


def get(client, party, name="guest", *options, **query):
    return client.get(reverse(name, args=[party.code, *options]), query)


def text_of(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def person_at(party, table, seat):
    return next(each for each in live(party).tables if each.number == table).seats[seat]


@pytest.mark.parametrize("name", ["guest", "guest_standings", "guest_json"])
def test_pages_of_a_wrong_code_or_a_closed_party_are_not_found(client, name):
    party = named_party()
    start(party)
    off = party_with(4, code="switchedoff1")
    stranger = client.get(reverse(name, args=["abcdefgh"]))
    switched_off = client.get(reverse(name, args=[off.code]))
    assert stranger.status_code == switched_off.status_code == 404
    assert stranger.content == switched_off.content
    assert GONE in (stranger.json()["error"] if name == "guest_json" else text_of(stranger))
    assert get(client, party, name).status_code == 200


def test_the_page_of_an_unknown_guest_number_is_not_found(client):
    answer = get(client, named_party(), "guest_seat", 99)
    assert answer.status_code == 404
    assert "This guest is no longer on tonight’s list. Find your name" in text_of(answer)


def test_the_code_may_be_typed_in_capitals(client):
    party = named_party(code="abcd2345")
    answer = client.get("/p/ABCD2345/?who=alm", follow=True)
    assert answer.redirect_chain == [("/p/abcd2345/?who=alm", 302)]
    assert "Alma R. (1)" in text_of(answer)
    assert client.get("/p/ABCD2345.json").json()["party"]["name"] == party.name


@pytest.mark.parametrize("name", ["guest", "guest_standings"])
def test_pages_create_no_session_and_are_not_stored(client, name):
    with CaptureQueriesContext(connection) as queries:
        answer = get(client, named_party(), name)
    assert "no-store" in answer.headers["Cache-Control"]
    assert not answer.cookies
    assert not [each for each in queries if "django_session" in each["sql"]]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("nguyen", "Łukasz N."),
        ("王", "王"),
        ("3", "Łukasz N."),
        ("al", ""),
        ("99", ""),
        ("  ", ""),
    ],
)
def test_a_search_that_finds_one_guest_opens_the_page_of_that_guest(client, typed, found):
    page = client.get(reverse("guest", args=[named_party().code]), {"who": typed}, follow=True)
    assert str(page.context["my_page"].person if found else "") == found
    assert ("is not on tonight’s list" in text_of(page)) == (not found)


def test_guests_found_are_listed_by_last_name(client):
    party = named_party(names="full")
    rename_entrant(party.pk, party.entrants.get(number=2).pk, "Alma Ahl", **BY_PROGRAM)
    page = get(client, party, who="alm")
    assert re.findall(r"<b>([^<]+)</b></a>", page.content.decode()) == [
        "Alma Ahl",
        "Alma Rasmussen",
    ]


def test_a_search_with_many_hits_shows_twelve(client):
    page = get(client, named_party(30), who="gue")
    assert len(page.context["hits"]) == 12
    assert "And 9 more: type more letters." in text_of(page)


def test_before_the_draw_a_guest_learns_when_the_seats_come(client):
    party = named_party()
    set_people(party, 2, state=Entrant.State.EXPECTED)
    assert "Seats at about 6:50 p.m. Cards at 7:00 p.m." in text_of(get(client, party))
    mine = text_of(get(client, party, "guest_seat", 1))
    assert "The seats are not drawn yet Seats at about 6:50 p.m." in mine
    expected = text_of(get(client, party, "guest_seat", 2))
    assert "You are on the list. Tell the desk that you are here." in expected


def test_guests_see_their_seats_only_after_the_announcement(client):
    party = named_party()
    draw(party)
    assert get(client, party, "guest_seat", 1).context["my_page"].table is None
    assert get(client, party, "guest_json").json()["seats"] == []
    run_verb(screen.announce_seats, party)
    mine = get(client, party, "guest_seat", 1).context["my_page"]
    assert person_at(party, mine.table, mine.seat).number == 1
    assert "Round 1: you sit at" in text_of(get(client, party, "guest_seat", 1))


def test_the_page_of_a_guest_names_the_partner_and_the_table(client):
    party = named_party()
    start(party)
    east, west = (person_at(party, 2, seat) for seat in "EW")
    page = get(client, party, "guest_seat", east.number)
    names = {person.number: str(person) for person in page.context["evening"].people.values()}
    assert f"Table 2 East with {names[west.number]}" in text_of(page)
    assert page.context["my_page"].partner.number == west.number
    assert {*page.context["my_page"].others} == {"N", "S", "W"}


@pytest.mark.parametrize("preset", ["midway", "youngstown", "iowa"])
def test_the_page_and_the_printed_slip_name_the_same_next_seats(client, preset):
    party = named_party(9, preset, names="full")
    start(party)
    slips = {slip.name: slip for slip in next_move_sheet(party, latest_round(party)).slips}
    seen = get(client, party).context["evening"]
    moves_by_name = {str(seen.people[number]): each for number, each in seen.next_moves.items()}
    assert moves_by_name == slips
    shown = text_of(get(client, party, "guest_seat", 1))
    for outcome in moves_by_name[str(seen.people[1])].outcomes:
        assert outcome.text in shown.replace("&#x27;", "'")


def test_the_page_gives_the_reason_for_the_next_seat(client):
    party = named_party()
    play_rounds(party, 1)
    between = text_of(get(client, party, "guest_seat", 1))
    assert "Round 1 is over: the next seats come soon" in between
    seat_next(party)
    assert "Round 1 is over" in text_of(get(client, party, "guest_seat", 1))
    run_verb(screen.announce_seats, party)
    somebody = person_at(party, 1, "S")
    shown = text_of(get(client, party, "guest_seat", somebody.number))
    assert re.search(r"You (won|lost) at table \d: .* Your partner is ", shown)
    start(party)
    assert "at table 1: " not in text_of(get(client, party, "guest_seat", somebody.number))


def test_a_person_who_sits_out_learns_how_the_round_counts(client):
    party = named_party(9)
    start(party)
    (out,) = live(party).bench
    mine = get(client, party, "guest_seat", out.number)
    counts = "Sitting out counts the average of the room in that round."
    assert f"You sit out round 1. {counts}" in text_of(mine)
    play_round(party)
    assert "sat out" in text_of(get(client, party, "guest_seat", out.number))


def test_the_page_names_the_fixed_points_for_sitting_out(client):
    party = party_with(9, "youngstown", guests=True)
    set_format(party, sit_out_credit="fixed", sit_out_points=150)
    start(party)
    (out,) = live(party).bench
    mine = text_of(get(client, party, "guest_seat", out.number))
    assert "Sitting out counts 150 points." in mine


def test_a_leaver_and_a_latecomer_read_what_to_do(client):
    party = named_party()
    start(party)
    go_home(party.pk, party.entrants.get(number=1).pk, **BY_PROGRAM)
    add_people(party, 1, state=Entrant.State.EXPECTED)
    read_guest_evening.cache_clear()
    leaving = text_of(get(client, party, "guest_seat", 1))
    assert "The desk has noted that you go home after this round." in leaving
    late = text_of(get(client, party, "guest_seat", 9))
    assert "You have no seat in round 1. Ask at the desk." in late
    play_round(party)
    gone = text_of(get(client, party, "guest_seat", 1))
    assert "You have gone home. Thank you for coming." in gone


def test_untracked_seats_are_not_shown(client):
    party = named_party(capture="untracked")
    start(party)
    mine = text_of(get(client, party, "guest_seat", 1))
    assert "Round 1 is being played" in mine
    assert get(client, party, "guest_json").json()["seats"] == []


PAGES = [("guest", ()), ("guest_standings", ()), ("guest_seat", (1,)), ("guest_json", ())]


@pytest.mark.parametrize("names", ["short", "full"])
def test_family_names_are_shown_only_if_the_organiser_allows_it(client, names):
    party = named_party(9, names=names, standings="all")
    play_rounds(party, 2)
    seat_next(party)
    run_verb(screen.announce_seats, party)
    shown = "".join(get(client, party, *page[:1], *page[1]).content.decode() for page in PAGES)
    shown += get(client, party, who="alm").content.decode()
    shown = shown.encode().decode("unicode_escape", "ignore") + shown
    for family in ("Rasmussen", "Reed", "Ahl"):
        assert (family in shown) == (names == "full")


def test_without_standings_guests_see_only_their_own_rounds(client):
    party = named_party(9, standings="none")
    play_rounds(party, 2)
    page = get(client, party, "guest_seat", 1)
    mine = page.context["my_page"]
    assert (mine.card.place, mine.card.total) == ("", None)
    assert [box.text for box in mine.card.boxes][2:] == [""]
    assert "The host will announce the standings." in text_of(
        get(client, party, "guest_standings")
    )
    assert get(client, party, "guest_json").json()["standings"] is None
    party = finish_and_reveal(party)
    mine = get(client, party, "guest_seat", 1)
    assert mine.context["my_page"].card.result_text == ""
    assert "Best hand" in text_of(mine)
    answer = text_of(get(client, party, "guest_standings"))
    assert "The host does not show the standings here." in answer
    assert "winner" not in text_of(get(client, party))


def test_top_standings_are_the_first_ten_and_all_who_share_the_tenth_place(client):
    party = named_party(16, standings="top")
    play_rounds(party, 1)  # eight have +590, eight +200
    page = get(client, party, "guest_standings")
    assert [line.place for line in page.context["lines"]] == ["1="] * 8 + ["9="] * 8
    play_a_round_with_different_points(party)
    page = get(client, party, "guest_standings")
    ranks = [line.rank for line in page.context["lines"]]
    assert max(ranks) <= 10
    assert page.context["evening"].standings.is_cut
    assert "The first ten of 16." in text_of(page)
    outside = ({*range(1, 17)} - {line.person.number for line in page.context["lines"]}).pop()
    mine = get(client, party, "guest_seat", outside).context["my_page"]
    assert mine.card.place == ""
    assert mine.card.total is not None


def play_a_round_with_different_points(party):
    """Play a second round in which the tables have different points."""
    start_next_round(party)
    hands = ["8hn9 8hn9 8hn9 8hn9", "7sn7 7sn7 7sn7 7sn7", "9dw9 9dw9 9dw9 9dw9"]
    for number, text in enumerate([*hands, "7se6 7se6 7se6 7se6"], start=1):
        enter(party, text, number)
    close(party)


def test_everybody_has_a_rank_and_a_tally_card(client):
    party = named_party(16, standings="all")
    play_rounds(party, 1)
    play_a_round_with_different_points(party)
    page = get(client, party, "guest_standings")
    lines = page.context["lines"]
    assert len(lines) == 16
    assert all(line.is_shared for line in lines if "=" in line.place)
    best = lines[0]
    answer = get(client, party, "guest_seat", best.person.number)
    mine = text_of(answer)
    assert "1st of 16, after round 2" in mine
    assert 'aria-label="Round 2: table ' in answer.content.decode()
    assert 'aria-label="Round 3: to come"' in answer.content.decode()
    assert f"{best.total:,} points" in mine
    assert "After 2 of 3 rounds" in text_of(page)


def test_provisional_credits_are_marked(client):
    party = named_party(9, standings="all")
    set_format(party, sit_out_credit="own_average")
    play_rounds(party, 2)
    assert "some points may still change" in text_of(get(client, party, "guest_standings"))
    party = finish_and_reveal(party)
    assert "may still change" not in text_of(get(client, party, "guest_standings"))


def test_house_players_have_no_rank(client):
    party = named_party(8, standings="all")
    set_people(party, 8, ranked=False)
    play_rounds(party, 1)
    lines = get(client, party, "guest_standings").context["lines"]
    assert len(lines) == 7
    assert 8 not in {line.person.number for line in lines}


def test_rounds_won_are_shown_if_they_count(client):
    party = named_party(8, "iowa", standings="all")
    set_format(party, round_credit="both")
    play_rounds(party, 1)
    assert "Rounds won" in text_of(get(client, party, "guest_standings"))


def test_guests_still_see_the_results_after_the_finish(client):
    party = named_party(8, standings="all", rounds_planned=2)
    play_rounds(party, 2)
    assert "The last round is over" in text_of(get(client, party))
    party = finish_and_reveal(party)
    seen = get(client, party).context["evening"]
    winner = seen.standings.winners[0]
    for page in ("guest", "guest_standings"):
        shown = text_of(get(client, party, page))
        assert str(winner.person) in shown
        assert f"{total(winner.total)} points" in shown
    mine = get(client, party, "guest_seat", winner.person.number)
    assert f"{total(winner.total)} points, " in text_of(mine)
    assert re.search(r"Best hand .* bid 9 Diamonds and took 9: 380 points in round", text_of(mine))
    partners = {box.partner for box in mine.context["my_page"].card.boxes}
    assert all(partner in text_of(mine).partition("Partners ")[2] for partner in partners)
    picture = get(client, party, "guest_card", winner.person.number)
    assert picture.content.startswith(b"\x89PNG")
    assert len(mine.context["my_page"].card.boxes) == 2
    assert "Your evening" in text_of(mine)
    assert "page all evening" not in text_of(mine)
    assert get(client, party, "guest_json").json()["state"] == "finished"
    set_guest_access(party.pk, is_open=False, names="short", standings="all", **BY_PROGRAM)
    assert get(client, party).status_code == 404


def test_guests_can_open_the_pages_of_an_archived_party(client):
    party = named_party(archived_at=AT)
    assert get(client, party).status_code == 200


def test_a_poll_without_changes_takes_one_query_and_returns_the_time(client):
    party = named_party()
    start(party)
    version = get(client, party, "guest_seat", 1).context["evening"].version
    with CaptureQueriesContext(connection) as queries:
        answer = get(client, party, "guest_seat", 1, v=version)
    assert (answer.status_code, answer.content, len(queries)) == (204, b"", 1)
    assert re.fullmatch(r"\d+:\d\d [ap]\.m\.", answer.headers["X-As-Of"])
    enter(party, "8hn9")  # a hand at one table is no news for guests
    assert get(client, party, "guest_seat", 1, v=version).status_code == 204
    enter(party, "7ce7 7sn6 9dw9")
    enter(party, "8hn9 7ce7 7sn6 9dw9", 2)
    close(party)
    assert get(client, party, "guest_seat", 1, v=version).status_code == 200


def test_polls_of_several_phones_share_one_reading_of_the_database(client):
    party = named_party()
    start(party)
    get(client, party, "guest_seat", 1)
    with CaptureQueriesContext(connection) as queries:
        get(client, party, "guest_seat", 2)
        get(client, party, "guest_json")
    assert len(queries) == 2


def test_a_larger_party_needs_no_more_queries(client):
    counts = set()
    for players in (8, 20):
        party = named_party(players, standings="all")
        play_rounds(party, 2)
        start_next_round(party)
        read_guest_evening.cache_clear()
        counts.add(queries_of(get, client, party, "guest_seat", 1))
    assert len(counts) == 1
    assert counts.pop() <= 20


def test_a_page_and_its_files_have_less_than_60_kilobytes(client):
    party = named_party(160, standings="all")
    play_rounds(party, 1)
    shared = sum((STATIC / name).stat().st_size for name in FILES)
    for page in ("guest", "guest_standings"):
        answer = get(client, party, page)
        files = re.findall(r'(?:href|src)="(/static/[^"]+)"', answer.content.decode())
        assert {Path(name).name for name in files} <= FILES
        assert shared + len(answer.content) < 60_000


def test_json_has_the_seats_the_moves_and_the_standings(client):
    party = named_party(9, standings="top")
    play_rounds(party, 1)
    seat_next(party)
    run_verb(screen.announce_seats, party)
    answer = get(client, party, "guest_json")
    published = answer.json()
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert published["version"] == 1
    assert (published["state"], published["round"], published["rounds"]) == ("seated", 2, 3)
    north = person_at(party, 1, "N")
    (row,) = [each for each in published["seats"] if each["number"] == north.number]
    assert (row["table"], row["seat"]) == (1, "N")
    out = [each for each in published["seats"] if each["table"] is None]
    assert len(out) == 1
    (move,) = [each for each in published["moves"] if each["number"] == north.number]
    assert move["to"] == {"table": 1, "seat": "N"}
    assert move["words"]
    assert published["standings"]["rounds"] == 1
    assert {*published["standings"]["lines"][0]} == {
        *("place", "shared", "number", "name", "points", "won")
    }


def test_unchanged_json_is_not_sent_again(client):
    party = named_party()
    first = get(client, party, "guest_json")
    url = reverse("guest_json", args=[party.code])
    again = client.get(url, headers={"if-none-match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["Access-Control-Allow-Origin"] == "*"
    start(party)
    news = client.get(url, headers={"if-none-match": first.headers["ETag"]})
    assert (news.status_code, news.json()["state"]) == (200, "playing")


@pytest.mark.parametrize("page", PAGES[:3])
def test_other_sites_cannot_read_the_pages(client, page):
    answer = get(client, named_party(), page[0], *page[1])
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_a_slow_read_of_one_party_does_not_delay_another(monkeypatch):
    waited = []

    def read(number, *_):
        if number == 1:
            other = Thread(
                target=guest_evening, args=[OpenParty(2, "other", 0, "UTC")], daemon=True
            )
            other.start()
            other.join(10)
            waited.append(other.is_alive())

    monkeypatch.setattr("party.queries.hall.guests.read_guest_evening", read)
    guest_evening(OpenParty(1, "slow", 0, "UTC"))
    assert waited == [False]
