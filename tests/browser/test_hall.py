"""The hall screen in a real browser."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from party.models import Entrant, Party
from party.services.accounts import sign_in_throttle
from party.services.evening import rounds
from party.services.hall import clock, screen
from party.values.accounts import PROGRAM
from tests.browser.page_checks import COUNT_TONES, page_faults
from tests.evening import close, draw, party_with, play, seat_next
from tests.guard import setting_up
from tests.prize_giving import reveal

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = [(1280, 720), (1920, 1080), (1280, 600), (1024, 768), (360, 740)]
POLL, TURN = 4_000, 12_000  # milliseconds between two polls, and between two sheets
# This finds parts that are cut off, on the shown sheet and around it.
CUT = """() => {
  const faults = [];
  const parts = [document.documentElement, document.querySelector('.sheet:not([hidden])')];
  for (const part of parts)
    if (part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1)
      faults.push(part.className + ' scrolls');
  const shown = document.querySelectorAll('h1, header p, footer p, .sheet:not([hidden]) *');
  for (const part of shown) {
    const box = part.getBoundingClientRect();
    if (!part.closest('.hush') && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1))
      faults.push('outside: ' + part.outerHTML.slice(0, 80));
  }
  return faults;
}"""
# This event resizes the sheets at once, without waiting for the next frame.
RESIZED = "dispatchEvent(new Event('resize'))"
LAST = ("Abernathy", "O’Brien-Smith", "Đặng", "Christopherson-Vandermeer", "Núñez", "Paz")


def run_verb(verb, party, *arguments, **options):
    return verb(party.pk, *arguments, actor=PROGRAM, at=timezone.now(), **options)


def hall_party(people_count=24, preset="midway", **fields):
    usual = {"guest_standings": "all", "clock_minutes": 20, "break_after": 1}
    party = party_with(people_count, preset, guests=True, rounds_planned=6, **{**usual, **fields})
    with setting_up():
        people = list(party.entrants.order_by("number"))
        for person in people:
            last = LAST[person.number % len(LAST)]
            person.sort_name, person.name = f"{last}, {person.name}", f"{person.name} {last}"
        Entrant.objects.bulk_update(people, ["name", "sort_name"])
    return party


def address(party, **query):
    pairs = "&".join(f"{name}={value}" for name, value in query.items())
    return f"{reverse('hall', args=[party.code])}?{pairs}"


def cut_parts(page, party, **query):
    """Return the parts that are cut off on any sheet, at any size of the screen."""
    faults = []
    page.goto(address(party, **query))
    count = page.locator(".sheet").count()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(RESIZED)
        for number in range(count):
            if number:  # this button shows the next sheet
                page.locator("#after").click()
            faults += [f"{width}: {fault}" for fault in page.evaluate(CUT)]
    return faults


def moments(party):
    """Play an evening; at each moment yield the query for the address of the hall screen."""
    yield {}
    draw(party)
    run_verb(screen.announce_seats, party)
    yield {}
    run_verb(rounds.start_round, party)
    play(party)
    yield {}
    with setting_up():
        Party.objects.filter(pk=party.pk).update(clock_minutes=None)
    yield {}
    run_verb(rounds.ring_bell, party)
    yield {}
    run_verb(rounds.check_round, party)
    yield {}
    close(party)
    yield {}
    seat_next(party)
    run_verb(screen.announce_seats, party)
    yield {}
    yield {"mode": "standings"}
    run_verb(
        screen.set_hall_screen, party, "say", "Coffee and cake are ready in the kitchen. " * 4
    )
    yield {}
    run_verb(rounds.finish, party)
    yield {}
    for key in ("place 1", "all"):
        reveal(party, key)
        yield {"mode": "auto"}


@pytest.mark.parametrize(("count", "preset"), [(24, "midway"), (160, "iowa")])
def test_every_mode_fits_the_screen_and_is_accessible(page, assert_accessible, count, preset):
    party = hall_party(count, preset)
    for query in moments(party):
        assert cut_parts(page, party, **query) == []
        if count == 160:  # these screens also have the buttons that turn sheets
            assert_accessible()
            page.goto(address(party, look="dark", **query))
            assert_accessible("color-contrast")


@pytest.fixture
def party():
    party = hall_party()
    draw(party)
    return party


@pytest.fixture
def hall(page, party):
    page.clock.install()
    page.goto(address(party))
    return page


def ask_for_news(page):
    with page.expect_response(lambda answer: "v=" in answer.url) as answer:
        page.clock.fast_forward(POLL)
    return answer.value


def test_the_screen_follows_the_evening(hall, party):
    expect(hall.locator("main")).to_contain_text("Welcome")
    assert ask_for_news(hall).status == 204
    run_verb(screen.announce_seats, party)
    assert ask_for_news(hall).status == 200
    expect(hall.locator("h1")).to_have_text("Find your seat")
    expect(hall.locator("#news")).to_contain_text("Find your seat")
    expect(hall).to_have_title("Find your seat · Autumn party")


def test_the_screen_stays_the_same_while_the_laptop_does_not_answer(hall, expected_errors):
    expected_errors.append("ERR_FAILED")
    hall.route("**/hall/**", lambda route: route.abort())
    hall.clock.fast_forward(POLL)
    expect(hall.locator("#as-of")).to_be_visible()
    expect(hall.locator("main")).to_contain_text("Welcome")
    hall.unroute("**/hall/**")
    ask_for_news(hall)
    expect(hall.locator("#as-of")).to_be_hidden()


def test_the_screen_says_that_guests_may_not_look(hall, party, expected_errors, monkeypatch):
    expected_errors += ["status of 404", "status of 429"]
    with setting_up():
        Party.objects.filter(pk=party.pk).update(guests=False, shared_revision=99)
    assert ask_for_news(hall).status == 404
    expect(hall.locator("main")).to_contain_text("let guests look: Set-up, Guests")
    monkeypatch.setattr(sign_in_throttle, "MOST_GUESSES", 1)
    assert ask_for_news(hall).status == 429
    expect(hall.locator("main")).to_contain_text("Wait 15 minutes")
    with setting_up():
        Party.objects.filter(pk=party.pk).update(guests=True)
    ask_for_news(hall)
    expect(hall.locator("main")).to_contain_text("Welcome")


def test_pages_turn_until_somebody_pauses_them(page):
    party = hall_party(160)
    draw(party)
    run_verb(screen.announce_seats, party)
    page.clock.install()
    page.goto(address(party))
    which = page.locator("#which")
    count = page.locator(".sheet").count()
    expect(which).to_have_text(f"1 of {count}")
    page.clock.run_for(TURN + 600)
    expect(which).to_have_text(f"2 of {count}")
    page.locator("#pause").click()
    page.clock.run_for(3 * TURN)
    expect(which).to_have_text(f"2 of {count}")
    page.locator("#before").click()
    page.locator("#before").click()
    expect(which).to_have_text(f"{count} of {count}")
    page.locator("#pause").click()
    page.clock.run_for(TURN + 600)
    expect(which).to_have_text(f"1 of {count}")


def test_two_numbered_screens_share_the_list_of_seats(page, open_context, sign_in):
    party = hall_party()
    draw(party)
    run_verb(screen.announce_seats, party)
    screens = [open_context().new_page() for _ in range(2)]
    for screen_page in screens:
        screen_page.goto(address(party))
    sign_in(party.club.memberships.get().user)
    page.goto(reverse("live", args=[party.pk]))
    page.locator("#hall-screen > summary").click()
    page.get_by_label("Two screens share the list").check()
    change = page.get_by_role("button", name="Change the hall screen")
    change.click()
    expect(page.locator(".note")).to_contain_text("Each screen shows its number too")
    for screen_page, name in zip(screens, ("A–L", "M–Z"), strict=True):
        strip = screen_page.locator(".hall-message")
        expect(strip).to_contain_text("This is screen")
        assert screen_page.evaluate(CUT) == []
        number = re.search(r"[0-9]+", strip.inner_text())[0]
        page.get_by_label(f"Number of the screen with {name}").fill(number)
    change.click()
    expect(page.locator(".note")).to_contain_text("the hall screen shows the seats")
    for screen_page in screens:
        expect(screen_page.locator("footer")).to_contain_text("on this screen")
    shown = [
        screen_page.locator(".sheet span:visible").all_inner_texts() for screen_page in screens
    ]
    assert min(map(len, shown)) > 8
    assert len({*shown[0], *shown[1]}) == 24


# Returns the height of capitals in hundredths of the height of the screen, the names, and whether
# each name is on one line.
LIST = """() => {
  const names = [...document.querySelectorAll('.sheet:not([hidden]) .columns span')];
  const size = getComputedStyle(names[0]).fontSize;
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = `${size} 'Source Sans Pro'`;
  const place = (name) => [Math.round(name.getBoundingClientRect().left), name.offsetTop];
  const sorted = [...names].sort((one, other) => {
    const [a, b] = [place(one), place(other)];
    return a[0] - b[0] || a[1] - b[1];
  });
  return {
    capitals: 100 * pen.measureText('H').actualBoundingBoxAscent / innerHeight,
    inOrder: sorted.every((name, index) => name === names[index]),
    whole: names.every((name) => name.offsetHeight < 1.5 * parseFloat(size)),
  };
}"""


@pytest.mark.parametrize(
    ("count", "sheets", "capitals"), [(24, 1, (5, 3)), (80, 1, (3.3, 1.8)), (160, 2, (3, 1.7))]
)
def test_seats_are_in_large_letters(page, count, sheets, capitals):
    party = party_with(count, guests=True)
    draw(party)
    run_verb(screen.announce_seats, party)
    for width, height in ((1280, 720), (1920, 1080), (1080, 1920)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address(party))
        page.evaluate("document.fonts.ready")
        assert page.locator(".sheet").count() == sheets
        for _ in range(sheets):
            assert page.evaluate(CUT) == []
            measured = page.evaluate(LIST)
            least = capitals[0 if width > height else 1]
            print(f"\n{count} people, {width}: capitals {measured['capitals']:.1f} %")  # noqa: T201 -- a figure to read
            assert [measured["capitals"] >= least, measured["inOrder"], measured["whole"]] == [
                True
            ] * 3
            expect(
                page.get_by_text("Your seat on your phone").filter(visible=True)
            ).to_be_visible()
            if sheets > 1:
                page.locator("#after").click()


def test_live_page_with_clock_and_screen_has_no_fault(page, sign_in, assert_accessible, party):
    run_verb(rounds.start_round, party)
    sign_in(party.club.memberships.get().user)
    page.goto(reverse("live", args=[party.pk]))
    page.locator("#hall-screen summary").click()
    assert page_faults(page) == []
    assert_accessible()
    page.get_by_label("A message").check()
    page.get_by_label("Message", exact=True).fill("Coffee is ready")
    page.get_by_role("button", name="Change the hall screen").click()
    expect(page.locator("#hall-screen")).to_contain_text("your message along the foot")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".ring")).to_contain_text("stopped")


def test_clock_runs_and_pauses_on_the_hall_screen_and_the_live_page(page, sign_in, party):
    run_verb(rounds.start_round, party)
    sign_in(party.club.memberships.get().user)
    for path in (address(party), reverse("live", args=[party.pk])):
        page.clock.install()
        page.goto(path)
        timer = page.get_by_role("timer")
        before = timer.text_content()
        page.clock.run_for(65_000)
        expect(timer).not_to_have_text(before)
        assert timer.text_content().startswith("18:")
        page.clock.run_for(1_200_000)
        expect(timer).to_have_text("0:00")
        expect(page.get_by_text("time is up", exact=True)).to_be_visible()
    run_verb(clock.pause_clock, party)
    page.goto(address(party))
    stands = page.get_by_role("timer").text_content()
    page.clock.run_for(10_000)
    expect(page.get_by_role("timer")).to_have_text(stands)


@pytest.mark.parametrize("asked_for", [True, False])
def test_the_bell_sounds_only_if_it_is_switched_on(page, party, asked_for):
    page.add_init_script(COUNT_TONES)
    run_verb(rounds.start_round, party)
    page.clock.install()
    page.goto(address(party))
    if asked_for:
        page.get_by_role("button", name="Bell with sound").click()
    tried = page.evaluate("window.tones")
    assert (tried > 0) is asked_for
    run_verb(rounds.ring_bell, party)
    ask_for_news(page)
    expect(page.locator("main")).to_contain_text("Finish this hand")
    heard = page.evaluate("window.tones")
    assert (heard > tried) is asked_for
    run_verb(rounds.check_round, party)
    ask_for_news(page)
    expect(page.locator("main")).to_contain_text("Cards down")
    assert page.evaluate("window.tones") == heard


def test_without_scripts_the_page_refreshes_itself_and_its_buttons_work(plain_page):
    party = hall_party(160)
    draw(party)
    run_verb(screen.announce_seats, party)
    plain_page.goto(address(party))
    count = plain_page.locator(".sheet").count()
    assert plain_page.locator(".sheet:visible").count() == 1
    refresh = plain_page.locator("meta[http-equiv=refresh]").get_attribute("content")
    assert refresh == "8; url=?page=2"
    plain_page.locator("#after").click()
    expect(plain_page.locator("#which")).to_have_text(f"2 of {count}")
    assert plain_page.evaluate(CUT) == []
    plain_page.get_by_role("link", name="Dark").click()
    expect(plain_page.locator("html")).to_have_attribute("data-theme", "dark")
