import re
from time import monotonic

import pytest
from django.urls import reverse

from party.models import Party
from party.queries.prizes.winners import all_prizes
from party.services.evening import rounds
from party.services.prizes import awards, prizes
from party.values.prizes.prizes import PrizeKind
from tests.awards import draw_prize
from tests.browser.organiser import Organiser
from tests.evening import BY_PROGRAM, HANDS, create_user, enter, party_with, play_rounds, start
from tests.guard import setting_up

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Maximiliane Alexandrina von Hohenlohe-Waldenburg-Langenburg"


@pytest.fixture
def ruth(sign_in, page):
    user = create_user()
    sign_in(user)
    return Organiser(page)


@pytest.fixture
def party(ruth, live_server):
    party = party_with(9, rounds_planned=2)
    with setting_up():
        party.entrants.filter(number__in=(2, 6)).update(prize_group="women")
        party.entrants.filter(number=2).update(name=LONG)
    play_rounds(party, 2)
    ruth.party_url = live_server.url + reverse("party_hub", args=[party.pk])
    return party


def test_prizes_are_settled_confirmed_and_printed(ruth, party, read_checked_page, tmp_path):
    ruth.open("prizes/")
    assert "No prizes are chosen yet." in read_checked_page()
    ruth.press("High and low")
    ruth.open("finish/")
    ruth.press("Finish the party")
    assert ruth.heading.endswith("won")
    read_checked_page()
    ruth.open("prizes/")
    while ruth.page.get_by_role("link", name="Settle the tie").count():
        ruth.page.get_by_role("link", name="Settle the tie").click()
        read_checked_page()
        ruth.page.get_by_label("They share").check()
        ruth.press("Settle it")
    ruth.press("Confirm the prizes")
    assert "The prizes are confirmed." in ruth.message
    read_checked_page()
    paper = ruth.save_pdf("Prize sheet", tmp_path / "prizes.pdf")
    assert paper.startswith(b"%PDF")


def test_every_button_of_the_prize_giving_changes_the_screen(ruth, party):
    rounds.finish(party.pk, **BY_PROGRAM)
    ruth.page.goto(reverse("prize_giving", args=[party.pk]))
    seen = ruth.page.locator(".mini")
    screens = [seen.inner_text()]
    while ruth.page.locator("#next").count():
        ruth.press(re.compile("^Show"))
        screens.append(seen.inner_text())
    assert screens[0] == "Thank you for playing"
    assert len(set(screens)) == len(screens) > 2
    assert Party.objects.get().revealed_at
    ruth.press(re.compile("^Undo"))
    assert seen.inner_text() == screens[-2]
    assert not Party.objects.get().revealed_at
    ruth.press("Back one")
    assert seen.inner_text() == screens[-3]
    ruth.press("Hide the names")
    assert seen.inner_text() == screens[0]
    with ruth.page.expect_navigation():
        ruth.page.locator("li .link").nth(1).click()
    assert seen.inner_text() == screens[2]
    ruth.press("Show “Thank you for coming”")
    assert seen.inner_text() == screens[-1]


def test_the_prize_of_a_winner_who_went_home_is_settled(ruth, party, read_checked_page):
    prizes.add_prize(party.pk, PrizeKind.HIGH, **BY_PROGRAM)
    rounds.finish(party.pk, **BY_PROGRAM)
    [winner] = all_prizes(Party.objects.get(pk=party.pk)).lines[0].winners
    name = str(winner.person)
    with setting_up():
        party.entrants.filter(pk=winner.person.id).update(state="left")
    ruth.open("prizes/")
    read_checked_page()
    ruth.page.get_by_role("link", name=f"Answer for {name}").click()
    ruth.press(f"Keep it for {name}")
    assert ruth.message.startswith(f"High: {name} (")
    read_checked_page()
    ruth.press(re.compile("^Undo"))
    ruth.press("Give it to the next in line")
    assert name not in ruth.message
    assert "Who won the cut?" in read_checked_page()
    ruth.press("High")
    assert f"{name} has gone home and was passed over." in read_checked_page()
    ruth.press(f"Keep it for {name}")
    ruth.unfold("When a winner has gone home")
    ruth.press("The next in line")
    ruth.unfold("When a winner has gone home")
    read_checked_page()
    ruth.press("Ask me each time")
    assert name in ruth.page.inner_text("main")


def test_three_presses_lead_from_the_last_hand_to_the_results(ruth, live_server, tmp_path):
    """The presses are: close the last round and finish; confirm; print."""
    party = party_with(8, rounds_planned=1)
    ruth.party_url = live_server.url + reverse("party_hub", args=[party.pk])
    for kind in (PrizeKind.HIGH, PrizeKind.LOW):
        prizes.add_prize(party.pk, kind, group="", **BY_PROGRAM)
    awards.give_prize(
        party.pk,
        party.prizes.first().pk,
        party.entrants.get(number=1).pk,
        why="so it is",
        **BY_PROGRAM,
    )
    awards.give_prize(
        party.pk,
        party.prizes.last().pk,
        party.entrants.get(number=2).pk,
        why="so it is",
        **BY_PROGRAM,
    )
    start(party)
    enter(party, HANDS, 1)
    enter(party, HANDS.rpartition(" ")[0], 2)
    ruth.open("rounds/1/entry/?table=2")
    ruth.type_hand("9dw9")
    started, presses = monotonic(), 0
    for words in (
        "Close round 1 and finish the party",
        "Confirm 2 prizes",
    ):
        ruth.press(words)
        presses += 1
    assert ruth.page.locator("#next").inner_text() == "Print the results"
    with ruth.page.context.expect_event(
        "response", lambda response: "end.pdf" in response.url
    ) as sheet:
        ruth.page.locator("#next").click(no_wait_after=True)
    assert sheet.value.headers["content-type"] == "application/pdf"
    print(f"{presses + 1} presses, {monotonic() - started:.1f} s")  # noqa: T201 -- a figure to read
    assert presses + 1 == 3


def test_the_page_of_each_prize_is_accessible_and_fits(ruth, party, read_checked_page):
    rows = [prizes.add_prize(party.pk, kind, money=1001, **BY_PROGRAM) for kind in PrizeKind]
    second = prizes.add_prize(party.pk, PrizeKind.HIGH, gift="a ham", **BY_PROGRAM)
    ruth.open("prizes/")
    read_checked_page()
    for row in (*rows, second):
        ruth.open(f"prizes/{row.pk}/")
        read_checked_page()
    for row in rows:
        if row.kind in {PrizeKind.DOOR, PrizeKind.FIFTY_FIFTY, PrizeKind.MYSTERY}:
            draw_prize(party, row)
    ruth.open("prizes/")
    assert "Drawn from everybody who is still here" in read_checked_page()


def test_the_page_says_if_a_correction_changes_confirmed_prizes(ruth, party, read_checked_page):
    row = prizes.add_prize(party.pk, PrizeKind.BEST_CALL, **BY_PROGRAM)
    awards.give_prize(
        party.pk, row.pk, party.entrants.get(number=1).pk, why="the others went home", **BY_PROGRAM
    )
    rounds.finish(party.pk, **BY_PROGRAM)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    with setting_up():
        Party.objects.get(pk=party.pk).prizes.get().awards.update(score="another score")
    ruth.open("prizes/")
    assert "Nobody’s prize has changed." in read_checked_page()


def test_tickets_are_sold_and_the_winner_is_drawn(ruth, party, read_checked_page):
    ruth.open("prizes/tickets/")
    read_checked_page()
    ruth.fill("What does a ticket cost?", "1.25")
    ruth.press("Start selling")
    assert "0 tickets at $1.25" in read_checked_page()
    ruth.fill("How many tickets?", "many")
    ruth.press("Sell the tickets")
    assert "Type a number." in read_checked_page()
    for tickets, holder in (("3", LONG[:12]), ("200", "")):
        ruth.fill("How many tickets?", tickets)
        ruth.fill("To whom?", holder)
        ruth.press("Sell the tickets")
    assert (
        "203 tickets at $1.25: $253.75 in the pot, $126.88 for the winner." in read_checked_page()
    )
    ruth.press("Draw a ticket")
    ruth.fill("Or which ticket came out of the drum?", "999")
    ruth.press("Use this ticket")
    assert "Ticket 999 is not sold" in read_checked_page()
    ruth.fill("Or which ticket came out of the drum?", "150")
    ruth.press("Use this ticket")
    assert "Ticket 150: who has it?" in read_checked_page()
    ruth.fill("Or somebody who does not play", "Mrs Cook")
    ruth.press("Give it")
    assert "Mrs Cook" in read_checked_page()
    ruth.open("money/")
    assert "the winner’s half" in read_checked_page()
