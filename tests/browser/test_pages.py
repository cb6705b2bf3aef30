"""Every page in every state of an evening is accessible, fits a phone, and works by keyboard."""

from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from party.models import Club, Entrant, Party, Printout, Table
from party.services.accounts.users import make_link
from party.services.backups.party_files import export_party
from party.services.evening import rounds
from party.services.people import arrivals, players
from party.services.scores import tables
from party.values.accounts import PROGRAM
from tests.browser.page_checks import page_faults
from tests.evening import (
    AT,
    BY_PROGRAM,
    add_people,
    create_user,
    draw,
    enter,
    party_with,
    play,
    play_rounds,
    seat_next,
    spot,
    start,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Maximiliane Alexandrina von Hohenlohe-Waldenburg-Langenburg"

PHONE = {"width": 360, "height": 740}
ANSWER = ".wrong, #errors, #question, .note, [name=asked]"


@pytest.fixture
def check_page(page, assert_accessible):
    """Return a function that opens a page, fills fields, presses buttons, and checks the page."""

    def check_page(path, *press, **fill):
        page.goto(path)
        for name, text in fill.items():
            page.locator(f"[name={name}]").first.fill(text)
        for words in press:
            page.get_by_role("button", name=words, exact=True).first.click()
            page.wait_for_load_state()
        if press:
            page.locator(ANSWER).first.wait_for(state="attached")
        assert_accessible()
        page.set_viewport_size(PHONE)  # on a phone the next step covers part of the lines
        assert_accessible("target-size")
        assert page_faults(page) == [], f"{path} {press}"
        return page.inner_text("main")

    return check_page


@pytest.fixture
def ruth(sign_in):
    user = create_user()
    sign_in(user)
    return user


@pytest.fixture
def party(ruth):
    """Return a party of nine people; one of them has a name of sixty letters."""
    party = party_with(9)
    with setting_up():
        party.entrants.filter(number=2).update(name=LONG, prize_group="women")
        party.entrants.filter(number=3).update(prize_group="men")
    return party


def url_of(party, name, *options):
    return reverse(name, args=[party.pk, *options])


def test_pages_before_the_sign_in_are_accessible(check_page, expected_errors):
    assert "Sign in" in check_page("/login/")
    assert "Type your password." in check_page("/login/", "Sign in")
    check_page(
        reverse("sign_in_link", args=[make_link(create_user(), actor=PROGRAM, at=timezone.now())])
    )
    check_page(reverse("sign_in_link", args=["worn-out"]))
    expected_errors.append("status of 404")


def test_pages_before_the_first_party_are_accessible(check_page, ruth, expected_errors):
    assert "Start your first party" in check_page("/")
    assert "Type a name for the party." in check_page("/parties/new/", "Create the party")
    for path in ("/account/", "/account/password/", "/help/"):
        check_page(path)
    expected_errors.append("status of 404")
    check_page("/parties/999/")


def test_pages_with_an_empty_list_are_accessible(check_page, ruth, expected_errors):
    party = party_with(0)
    for name in ("party_hub", "party_settings", "players", "players_roster", "draw", "live"):
        check_page(url_of(party, name))
    for name in ("prints", "standings", "log", "finish"):
        check_page(url_of(party, name))
    check_page(url_of(party, "players_add"), "Add players")
    expected_errors.append("status of 409")
    check_page(url_of(party, "print_pdf", "standings"))


def test_pages_of_a_club_and_its_invitations_are_accessible(check_page, party, page):
    club = party.club_id
    assert "Who is it for?" in check_page(reverse("club_people", args=[club]))
    check_page(reverse("club_people", args=[club]), "Make the link")
    page.locator("[name=name]").fill(LONG)
    page.get_by_role("button", name="Make the link").click()
    page.get_by_role("button", name="Copy", exact=True).click()
    path = urlsplit(page.locator("#link").input_value()).path
    check_page(reverse("club_people", args=[club]))
    check_page(reverse("change_club", args=[club]))
    assert "You are signed in as Ruth" in check_page(path)
    page.context.clear_cookies()
    assert "I have an account" in check_page(path)
    page.locator("[name=name]").first.fill("")
    page.get_by_role("button", name="Accept the invitation").click()
    assert "Type your name." in page.inner_text(".wrong")
    check_page(reverse("join", args=["worn-out"]))
    with setting_up():
        Club.objects.create(name="Friday cards", address="friday")
    assert "Which club?" in check_page("/login/")
    assert "at Friday cards" in check_page("/login/friday/")


def test_pages_with_names_and_ticks_are_accessible(check_page, party):
    entrant = party.entrants.first()
    check_page(url_of(party, "party_hub"))
    check_page(url_of(party, "players"))
    check_page(url_of(party, "player", entrant.pk))
    check_page(url_of(party, "helpers"))
    assert "Same person?" in check_page(url_of(party, "players_add"), "Add players", names="Alma")
    assert "2 sit" not in check_page(url_of(party, "draw"))


def test_a_party_is_saved_to_a_file_and_removed(check_page, page, party):
    play_rounds(party, 1)
    written = {"name": "a.party.json", "mimeType": "application/json"}
    page.goto(reverse("party_open"))
    page.set_input_files("[name=file]", {**written, "buffer": export_party(party.pk)})
    page.get_by_role("button", name="See what is inside").click()
    page.wait_for_url("**/look/")
    assert "9 people, 1 round at 2 tables, 8 hands." in check_page(reverse("party_look"))
    assert "Choose a file first." in check_page(reverse("party_open"), "See what is inside")
    check_page(url_of(party, "remove_party"))
    page.get_by_role("button", name="Remove this party …").click()
    page.locator("[name=name]").fill(party.name)
    page.get_by_role("button", name="Remove it for good").click()
    expect(page.get_by_text(f"{party.name} is removed.")).to_be_visible()


def test_pages_of_a_blind_draw_are_accessible(check_page, ruth):
    party = party_with(0, cards=Party.Cards.BLIND)
    check_page(url_of(party, "players"), "Make numbers")
    players.make_numbers(party.pk, 8, actor=ruth.actor, at=AT)
    check_page(url_of(party, "draw"))
    check_page(url_of(party, "draw"), "Show the tables")
    check_page(url_of(party, "player_names"), "Save names", names="99 Nobody")


def test_pages_after_the_draw_are_accessible(check_page, party):
    draw(party)
    check_page(url_of(party, "party_hub"))
    check_page(url_of(party, "party_settings"))
    check_page(url_of(party, "draw"))
    check_page(url_of(party, "live"))
    check_page(url_of(party, "prints"))
    check_page(url_of(party, "party_help"))
    check_page(url_of(party, "round", 1))
    check_page(url_of(party, "players"))


def test_page_of_printed_papers_is_accessible(check_page, party, client, expected_errors):
    draw(party)
    client.force_login(party.club.memberships.get().user)
    for kit in ("cards", "seats"):
        client.post(url_of(party, "print_kit", kit))
    with setting_up():
        Printout.objects.update(at=AT)
        party.entrants.filter(number__lt=9).update(name="Ann 𗀀 " + LONG, sort_name=LONG)
    shown = check_page(url_of(party, "prints"))
    assert "8 cards changed since" in shown
    assert "Look at these before you print" in shown
    expected_errors.append("status of 409")
    check_page(url_of(party, "print_pdf", "standings"))


def test_pages_of_a_round_without_results_are_accessible(check_page, party):
    start(party)
    check_page(url_of(party, "live"))
    check_page(url_of(party, "round", 1))
    check_page(url_of(party, "entry", 1))
    check_page(url_of(party, "entry", 1), "Save and next", text="11xx")
    check_page(url_of(party, "entry", 1), "Save and next", text="160 30")


def test_pages_in_the_middle_of_a_round_are_accessible(check_page, party):
    start(party)
    enter(party, "10nn2 8hn9 8he9 p")
    check_page(url_of(party, "live"))
    check_page(url_of(party, "round", 1))
    check_page(url_of(party, "entry", 1))
    check_page(url_of(party, "entry", 1) + "?form=circle")
    check_page(url_of(party, "correct", 1, 1, 1))
    check_page(url_of(party, "correct", 1, 1, 1), "Correct it", text="8xx")
    check_page(url_of(party, "log"))
    check_page(url_of(party, "finish"), "Finish the party")
    rounds.check_round(party.pk, **BY_PROGRAM)
    assert "Still missing" in check_page(url_of(party, "close_round", 1), "Close round 1")
    check_page(url_of(party, "close_round", 1), "All tables stop here")


def test_pages_for_round_totals_are_accessible(check_page, party):
    start(party)
    total = Table.Capture.TOTALS
    tables.set_table_capture(spot(party), total, **BY_PROGRAM)
    check_page(url_of(party, "entry", 1), "Save and next")
    tables.set_table_capture(spot(party), Table.Capture.HANDS, **BY_PROGRAM)
    play(party)
    check_page(url_of(party, "entry", 1), "Close round 1 and seat round 2")


def test_pages_of_a_tied_round_are_accessible(check_page, party):
    start(party)
    play(party, "8hn8 8he8 8ss8 8sw8")
    assert "everything is in" in check_page(url_of(party, "entry", 1))
    rounds.check_round(party.pk, **BY_PROGRAM)
    assert "Who was high on the cut?" in check_page(
        url_of(party, "close_round", 1), "Close round 1"
    )


def test_pages_between_rounds_are_accessible(check_page, party):
    add_people(party, 1, state=Entrant.State.EXPECTED)
    play_rounds(party, 1)
    check_page(url_of(party, "moves", 1))
    check_page(url_of(party, "live"))
    seated = party.entrants.filter(places__table__isnull=False).first()
    check_page(url_of(party, "player", seated.pk))
    check_page(url_of(party, "standings"))
    check_page(url_of(party, "standings") + "?show=low")
    check_page(url_of(party, "correct", 1, 1, 1), "Correct it", text="8hn7")
    seat_next(party)
    check_page(url_of(party, "moves", 1))
    people = party.entrants.filter(places__table__isnull=False).values_list("pk", flat=True)
    arrivals.go_home_together(party.pk, sorted(set(people))[:2], **BY_PROGRAM)
    check_page(url_of(party, "turnout", 2), "Seat round 2", house_1="")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
def test_the_button_for_the_next_step_is_in_sight(page, party, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.goto(url_of(party, "draw"))
    expect(page.locator(".btn-next")).to_be_in_viewport(ratio=1)
    draw(party)
    page.goto(url_of(party, "swap_seats", 1) + "?one=1&other=9")
    expect(page.locator(".btn-next")).to_be_in_viewport(ratio=1)


def test_all_columns_of_twelve_rounds_are_in_sight(page, ruth):
    party = party_with(9, rounds_planned=12)
    play_rounds(party, 12)
    page.goto(url_of(party, "standings"))
    content_width, box_width = page.locator(".scroll").evaluate(
        "box => [box.scrollWidth, box.clientWidth]"
    )
    assert content_width <= box_width


def test_tables_of_hands_are_not_cut_off_on_a_phone(page, party):
    start(party)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(url_of(party, "round", 1))
    tables = page.locator("main table")
    assert tables.count() == len(party.rounds.get().tables.all())
    ends = tables.evaluate_all("all => all.map(table => table.getBoundingClientRect().right)")
    assert max(ends) <= 360


def test_pages_after_the_finish_are_accessible(check_page, party):
    play_rounds(party, 3)
    check_page(url_of(party, "live"))
    check_page(url_of(party, "finish"))
    rounds.finish(party.pk, **BY_PROGRAM)
    check_page(url_of(party, "live"))
    check_page(url_of(party, "finish"))
    check_page(url_of(party, "standings"))
    check_page("/")


def test_dark_pages_with_four_colours_are_readable(
    page, party, context, live_server, assert_accessible
):
    """Only the colours differ from those of a light page."""
    for name, value in (("theme", "dark"), ("suits", "4")):
        context.add_cookies([{"name": name, "value": value, "url": live_server.url}])
    start(party)
    enter(party, "10nn2 8hn9")
    entry = url_of(party, "entry", 1)
    forms = f"{entry}?form=circle", f"{entry}?form=line"
    for path in (url_of(party, "live"), url_of(party, "round", 1), *forms):
        page.goto(path)
        assert_accessible("color-contrast")
    page.locator("[name=text]").fill("11xx")
    page.get_by_role("button", name="Save and next").click()
    expect(page.locator("#errors")).to_contain_text("11xx")
    assert_accessible("color-contrast")


def test_pages_in_the_dark_colours_of_the_computer_are_readable(page, party, assert_accessible):
    play_rounds(party, 3)
    rounds.finish(party.pk, **BY_PROGRAM)
    page.emulate_media(color_scheme="dark")
    for name in ("finish", "standings", "pictures", "prizes", "players", "checkin", "log"):
        page.goto(url_of(party, name))
        assert_accessible("color-contrast")
