"""Until the host reveals the winners, no page that a stranger can open shows them."""

import re
from uuid import uuid4

import pytest
from django.db.models import F
from django.urls import reverse

from party.models import Party
from party.queries.phones.table import table_token
from party.queries.standings.standings import standings
from party.services.evening import rounds
from party.services.hall import screen
from party.services.hall.guests import set_guest_access
from party.services.log.undo import undo_line
from party.values.evening.live import OpenRound
from tests.evening import (
    BY_PROGRAM,
    close,
    enter,
    play,
    play_rounds,
    seat_next,
    set_format,
    set_party,
    set_people,
    start,
    start_next_round,
)
from tests.guard import setting_up
from tests.guests import named_party
from tests.phone import send, state
from tests.prize_giving import finish_and_reveal, finish_party, reveal

pytestmark = pytest.mark.django_db

LAST_HANDS = {1: "8hn9 9de9 10se10 7ns8", 2: "10ne10 8ne9 7cn7 7sw7"}
PNG = "image/png"
MODES = ("auto", "standings", "clock", "say", "seats", "moves", "unheard")


def party_after_two_rounds(rounds_planned):
    """Return a party of nine whose second round has just been closed."""
    party = named_party(
        *(9, "midway"),
        names="full",
        standings="all",
        phones=True,
        phone_ranking=True,
    )
    play_rounds(party, 1)
    with setting_up():  # the draw has planned a usual number of rounds
        Party.objects.filter(pk=party.pk).update(rounds_planned=rounds_planned)
    start_next_round(party)
    for table, hands in LAST_HANDS.items():
        enter(party, hands, table)
    close(party)
    return Party.objects.get(pk=party.pk)


@pytest.fixture
def party():
    return party_after_two_rounds(2)


def answers_to_strangers(client, party, **query):
    pages = [client.get(reverse("guest", args=[party.code]), {"who": "alm"} | query)]
    pages += [
        client.get(reverse(name, args=[party.code]), query)
        for name in ("guest", "guest_standings", "guest_json")
    ]
    numbers = range(1, party.entrants.count() + 1)
    pages += [client.get(reverse("guest_seat", args=[party.code, n]), query) for n in numbers]
    pages += [page for page in pictures(client, party) if page.headers["Content-Type"] != PNG]
    hall = reverse("hall", args=[party.code])
    pages += [client.get(hall, {"mode": mode} | query) for mode in MODES]
    pages += [client.get(hall, {"mode": "standings", "page": page}) for page in range(1, 4)]
    for table in (1, 2):
        url = reverse("phone_table", args=[party.code, table, table_token(party, table)])
        pages += [client.get(url, query), state(client, party, table, **query)]
        pages.append(send(client, party, "hand", table=table, round_number=2, hand=9, text="7sn7"))
        pages.append(send(client, party, "undo", table=table, round_number=2, seen=[1]))
        pages.append(client.post(url, {"id": uuid4(), "act": "agree", "round": 2, "seen": "1,"}))
    return pages


def pictures(client, party):
    numbers = range(1, party.entrants.count() + 1)
    return [client.get(reverse("guest_card", args=[party.code, n])) for n in numbers]


def words_of(pages):
    text = " ".join(page.content.decode() for page in pages).replace("−", "-")
    text = re.sub(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", "", text)
    text = re.sub(r'"hand": "[^"]*"|csrf[^,>]*|data-minutes="\d+"', "", text)
    return re.sub(r'(?:data-v|v)="?[^",>]*', "", text)


def secrets_of(party):
    """Return all totals, and the points of the last round, in each form that pages could show."""
    lines = standings(party).lines
    numbers = {line.total for line in lines} | {line.rounds[-1].points for line in lines}
    numbers -= {each.points for line in lines for each in line.rounds[:-1]} | {0}
    return {each for number in numbers for each in (str(number), f"{number:,}")}


def secrets_in(party, pages):
    text = words_of(pages)
    return {each for each in secrets_of(party) if re.search(rf"(?<![\w,.:]){each}(?![\w,])", text)}


def test_no_page_shows_the_last_round_or_a_total_before_the_reveal(client, party):
    assert len(secrets_of(party)) > 6
    for moment in (party, finish_party(party)):
        pages = answers_to_strangers(client, moment)
        assert secrets_in(moment, pages) == set()
        assert not re.search(r"\b1st\b|>1=</|[Ww]inner (?:is|are)\b", words_of(pages))
    reveal(party)
    assert secrets_in(party, answers_to_strangers(client, party))  # now pages show them


@pytest.mark.parametrize("still_open", [None, *OpenRound])
def test_a_party_that_ends_early_shows_no_totals_before_the_reveal(client, still_open):
    party = party_after_two_rounds(4)
    if still_open:
        start_next_round(party)
        enter(party, "9hn9 8de8 7ne7")
    rounds.finish(party.pk, still_open=still_open, **BY_PROGRAM)
    assert secrets_in(party, answers_to_strangers(client, party)) == set()
    published = client.get(reverse("guest_json", args=[party.code])).json()
    assert (published["revealed"], published["standings"]) == (False, None)
    reveal(party)
    published = client.get(reverse("guest_json", args=[party.code])).json()
    assert published["revealed"]
    assert published["standings"]
    assert secrets_in(party, answers_to_strangers(client, party))


def test_without_planned_rounds_points_are_shown_with_the_next_seats(client):
    party = party_after_two_rounds(None)
    standings_url = reverse("guest_standings", args=[party.code])
    hall_url = f"{reverse('hall', args=[party.code])}?mode=standings"

    def are_secrets_shown():
        pages = answers_to_strangers(client, party)
        return bool(secrets_in(party, [page for page in pages if not is_of_table(page)]))

    assert not are_secrets_shown()
    assert "come with the next seats" in words_of([client.get(standings_url)])
    assert "come with the next seats" in words_of([client.get(hall_url)])
    set_party(party, guest_standings="none", revision=F("revision") + 1)
    assert "come with the next seats" not in words_of([client.get(standings_url)])
    set_party(party, guest_standings="all", revision=F("revision") + 1)
    seat_next(party)
    assert not are_secrets_shown()
    screen.announce_seats(party.pk, **BY_PROGRAM)
    assert are_secrets_shown()
    start(party)
    assert are_secrets_shown()
    rounds.finish(party.pk, **BY_PROGRAM)
    assert not are_secrets_shown()


def is_of_table(page):
    """Return whether this is a page for a table's phone, which shows the table's own points."""
    return page.resolver_match.url_name.startswith("phone_")


def test_a_planned_break_shows_that_the_round_was_not_the_last_round(client):
    party = party_after_two_rounds(None)
    assert client.get(reverse("guest_json", args=[party.code])).json()["standings"] is None
    set_party(party, break_after=2, shared_revision=999)
    shown = client.get(reverse("guest_json", args=[party.code])).json()
    assert shown["standings"]
    assert shown["words"] == "Round 2 is over: a break, then the next seats"


def test_there_is_no_picture_of_a_tally_card_before_the_reveal(client, party):
    for moment in (party, finish_party(party)):
        answers = pictures(client, moment)
        assert {answer.status_code for answer in answers} == {302}
        shown = client.get(answers[0].url).content.decode()
        assert "picture" not in shown
        assert "Best hand" not in shown
    reveal(party, "place 3")
    assert {answer.status_code for answer in pictures(client, party)} == {302}
    reveal(party)
    assert {answer.headers["Content-Type"] for answer in pictures(client, party)} == {PNG}
    rounds.reopen_party(party.pk, **BY_PROGRAM)
    assert {answer.status_code for answer in pictures(client, party)} == {302}


def test_a_step_of_the_prize_giving_shows_nothing_outside_the_hall(client, party):
    finish_party(party)
    for key in ("place 3", "place 1"):
        reveal(party, key)
        elsewhere = [
            page
            for page in answers_to_strangers(client, party)
            if "/hall/" not in page.request["PATH_INFO"]
        ]
        assert secrets_in(party, elsewhere) == set()
        hall = client.get(reverse("hall", args=[party.code]))
        assert "honours" in hall.content.decode()


def test_the_etag_and_polls_report_every_change_of_what_strangers_may_see(client):
    party = named_party(8, standings="all", rounds_planned=1, phones=True)
    start(party)
    play(party)
    url = reverse("guest_json", args=[party.code])
    standings_url = reverse("guest_standings", args=[party.code])

    def look():
        answer = client.get(url)
        return answer.headers["ETag"], answer.json()["revision"], state(client, party).json()["v"]

    def is_news(seen):
        """Return whether the JSON, the standings and the phone differ from what was `seen`."""
        tag, version, phone_version = seen
        return (
            client.get(url, headers={"If-None-Match": tag}).status_code == 200,
            client.get(standings_url, {"v": version}).status_code == 200,
            state(client, party, v=phone_version).status_code == 200,
        )

    changes = [
        lambda: close(party),
        lambda: finish_party(party),
        lambda: lines.append(reveal(party)),
        lambda: undo_line(party.pk, lines[-1], **BY_PROGRAM),
        lambda: lines.append(reveal(party)),
        lambda: rounds.reopen_party(party.pk, **BY_PROGRAM),
        lambda: set_guest_access(
            party.pk, is_open=True, names="full", standings="all", reveal="at once", **BY_PROGRAM
        ),
    ]
    lines = []
    for change in changes:
        seen = look()
        assert is_news(seen) == (False, False, False)
        change()
        assert is_news(seen) == (True, True, True)


def test_a_step_of_the_prize_giving_updates_only_the_hall_screen(client, party):
    finish_party(party)
    hall = reverse("hall", args=[party.code])
    version = re.search(r'data-v="([^"]+)"', client.get(hall).content.decode())[1]
    tag = client.get(reverse("guest_json", args=[party.code])).headers["ETag"]
    reveal(party, "place 3")
    assert client.get(hall, {"v": version}).status_code == 200
    again = client.get(reverse("guest_json", args=[party.code]), headers={"If-None-Match": tag})
    assert again.status_code == 304


def card_of(client, party, number):
    url = reverse("guest_seat", args=[party.code, number])
    return client.get(url).context["my_page"].card


def test_the_card_of_a_guest_has_an_empty_box_for_the_last_round(client, party):
    card = card_of(client, party, 1)
    assert (card.total, card.place) == (None, "")
    assert [box.state for box in card.boxes][-1] == "to come"
    assert [after for _, after in card.rows] == ["", ""]
    reveal(finish_party(party))
    card = card_of(client, party, 1)
    assert card.total is not None
    assert card.boxes[-1].state != "to come"


def test_the_own_average_of_somebody_who_sat_out_does_not_show_the_last_round(client, party):
    now = set_format(party, sit_out_credit="own_average")
    (line,) = [each for each in standings(now).lines if each.rounds[0].kind == "sat out"]
    first = card_of(client, party, line.person.number).boxes[0]
    assert first.points != line.rounds[0].points


def test_with_winners_at_once_totals_are_shown_when_the_round_is_closed(client, party):
    set_guest_access(
        party.pk, is_open=True, names="full", standings="all", reveal="at once", **BY_PROGRAM
    )
    assert secrets_in(party, answers_to_strangers(client, party))
    finish_party(party)
    assert client.get(reverse("guest_json", args=[party.code])).json()["revealed"]


def test_reopening_hides_the_winners_and_so_does_the_next_finish(client, party):
    finish_and_reveal(party)
    rounds.reopen_party(party.pk, **BY_PROGRAM)
    assert secrets_in(party, answers_to_strangers(client, party)) == set()
    finish_party(party)
    assert secrets_in(party, answers_to_strangers(client, party)) == set()


def test_a_correction_after_the_reveal_is_shown_to_guests_and_in_the_hall(client, party):
    url, hall = (reverse(name, args=[party.code]) for name in ("guest_standings", "hall"))
    corrected = "Corrected since the winners were first shown."
    finish_and_reveal(party)
    assert corrected not in words_of([client.get(url), client.get(hall)])
    rounds.reopen_party(party.pk, **BY_PROGRAM)
    set_people(party, 1, ranked=False)
    finish_party(party)
    assert corrected not in words_of([client.get(url), client.get(hall)])  # hidden again
    reveal(party, "place 1")
    assert corrected in words_of([client.get(hall)])
    reveal(party)
    for address in (url, hall):
        assert corrected in words_of([client.get(address)])
