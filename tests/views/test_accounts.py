import re
from contextlib import ExitStack

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from party.models import Club, Membership, SignInLink, User
from party.process_state import PROCESS
from party.services.accounts import sign_in_throttle
from party.services.accounts.users import make_link, set_password
from party.values.accounts import PROGRAM, UNNAMED
from tests.desk import text_of
from tests.evening import AT, create_user
from tests.guard import setting_up

pytestmark = pytest.mark.django_db
PASSWORD = "seven no trump"
ACCOUNTS = ("Ruth", "Hanna", "Gone", "Nobody")


@pytest.fixture
def ruth():
    ruth = create_user()
    set_password(ruth, PASSWORD, at=AT)
    return ruth


@pytest.fixture
def two_ruths(ruth):
    """Return two users called Ruth, of two clubs; each club has its own sign-in address."""
    with setting_up():
        Club.objects.update(name="Tuesday cards", address="tuesday")
        friday = Club.objects.create(name="Friday cards", address="friday")
        other = User.objects.create(name="Ruth")
        Membership.objects.create(user=other, club=friday, role="organiser")
    set_password(other, "eight hearts by south", at=AT)
    return ruth, other


def sign_in(client, name="Ruth", password=PASSWORD, headers=None, **options):
    sent = {"name": name, "password": password, **options}
    return client.post(reverse("login"), sent, headers=headers)


def test_a_sign_in_redirects_to_the_first_page(client, ruth):
    answer = sign_in(client, "ruth")
    assert answer.url == reverse("home")
    assert client.get(reverse("home")).wsgi_request.user == ruth


@pytest.mark.measured
def test_users_with_the_same_name_sign_in_at_their_own_clubs(client, two_ruths):
    ruth, other = two_ruths
    secret = "eight hearts by south"
    at_club = reverse("club_login", args=["friday"])
    assert "at Friday cards" in text_of(client.get(at_club))
    assert "id_club" not in text_of(client.get(at_club))
    refused = client.post(at_club, {"name": "Ruth", "password": PASSWORD, "club": "Tuesday cards"})
    assert "do not belong together." in text_of(refused)

    assert client.post(at_club, {"name": "ruth", "password": secret}).status_code == 302
    assert client.get(reverse("home")).wsgi_request.user == other
    client.post(reverse("logout"))
    # The form remembers this club; a user who types another club signs in there.
    assert 'value="friday"' in text_of(client.get(reverse("login")))
    assert sign_in(client, club="tuesday CARDS").status_code == 302
    assert client.get(reverse("home")).wsgi_request.user == ruth
    assert client.get(reverse("club_login", args=["sunday"])).status_code == 404


def test_the_browser_remembers_the_sign_in_address_of_a_club(client, two_ruths):
    with setting_up():
        Club.objects.filter(address="tuesday").update(name="St Mary’s")
    assert sign_in(client, club="st mary’s").status_code == 302
    assert client.cookies["club"].value == "tuesday"


def test_ambiguous_and_unknown_clubs_get_the_same_sentence(client, two_ruths):
    with setting_up():
        never = User.objects.create(name="Hanna")
        never.set_unusable_password()
        never.save()
    changing = r' value="[^"]*"|\w{64}|<summary>.*?</summary>'
    pages = {
        re.sub(changing, "", text_of(sign_in(client, name, PASSWORD, club=club)))
        for name in ("Ruth", "Hanna", "Nobody")
        for club in ("", "Friday cards", "Nowhere")
    }
    assert len(pages) == 1
    assert "say which club is yours" in pages.pop()


def test_the_sign_in_form_has_no_field_for_the_club_if_there_is_one_club(client, ruth):
    with setting_up():
        Club.objects.create(name="Sample club", is_sample=True)
    assert "id_club" not in text_of(client.get(reverse("login")))
    assert sign_in(client, club="Nowhere").status_code == 302


def test_after_a_sign_in_the_requested_page_opens(client, ruth):
    response = client.get(reverse("account"))
    assert response.url == f"{reverse('login')}?next={reverse('account')}"
    assert f'value="{reverse("account")}"' in text_of(client.get(response.url))
    assert sign_in(client, next=reverse("account")).url == reverse("account")


def test_a_sign_in_never_redirects_to_another_site(client, ruth):
    assert sign_in(client, next="https://example.org/").url == reverse("home")


def test_a_wrong_password_keeps_the_typed_name(client, ruth):
    page = sign_in(client, password="eight hearts")
    assert "This name and password do not belong together." in text_of(page)
    assert 'value="Ruth"' in text_of(page)
    assert "eight hearts" not in text_of(page)
    assert "<title>Error: Sign in" in text_of(page)


def test_a_known_browser_can_sign_in_from_a_blocked_ip_address(client, ruth, monkeypatch):
    sign_in(client)
    client.post(reverse("logout"))
    cookie = client.cookies["browser"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    stranger = Client()
    monkeypatch.setattr(sign_in_throttle, "MOST_FROM_ADDRESS", 3)
    for number in range(2):
        sign_in(stranger, f"Name {number}", "a guess")
        sign_in(stranger, "Ruth", "a guess")
    assert "too many tries" in text_of(sign_in(stranger))
    assert sign_in(client).status_code == 302
    # Neither a made-up cookie nor the cookie of another user helps.
    stranger.cookies["browser"] = cookie.value.replace(cookie.value[:4], "abcd")
    assert "too many tries" in text_of(sign_in(stranger))
    client.post(reverse("logout"))
    for _ in range(11):
        page = sign_in(client, password="a guess")
    assert "too many tries" in text_of(page)


def test_a_shared_browser_remembers_its_last_users(client, ruth):
    for number in range(9):
        client.post(link_for(create_user(f"Helper {number}")))
        client.post(reverse("logout"))
    _, *user_ids = signing.loads(client.cookies["browser"].value, salt="browser")
    assert user_ids == [
        str(pk) for pk in User.objects.order_by("-pk").values_list("pk", flat=True)[:8]
    ]


def test_behind_a_proxy_wrong_passwords_block_only_their_ip_address(client, ruth, settings):
    settings.HTTPS = True
    for number in range(12):
        made_up = {"X-Forwarded-For": f"10.9.9.{number}, 203.0.113.7"}
        page = sign_in(client, password="guess", headers=made_up)
    assert "too many tries" in text_of(page)
    assert sign_in(client, headers={"X-Forwarded-For": "198.51.100.4"}).status_code == 302


def test_without_a_proxy_a_forwarded_ip_address_is_ignored(client, ruth):
    for number in range(10):
        sign_in(client, password="guess", headers={"X-Forwarded-For": f"203.0.113.{number}"})
    assert "too many tries" in text_of(sign_in(client))


@pytest.mark.measured
def test_a_sign_in_is_refused_while_many_passwords_are_hashed(client, ruth):
    with ExitStack() as hashing:
        for _ in range(3):
            hashing.enter_context(PROCESS.hashing_queue)
        page = sign_in(client)
    assert "Many people sign in at this moment." in text_of(page)
    assert 'value="Ruth"' in text_of(page)
    assert sign_in(client).status_code == 302


def test_existing_and_unknown_names_get_the_same_answer(client, two_ruths, monkeypatch):
    """Each answer has the same text and hashes one password, so it takes the same time."""
    hashed = []
    encode = MD5PasswordHasher.encode
    never, gone = create_user("Hanna"), create_user("Gone")
    with setting_up():
        never.set_unusable_password()
        never.save()
        gone.password, gone.is_active = two_ruths[0].password, False
        gone.save()
    monkeypatch.setattr(
        MD5PasswordHasher,
        "encode",
        lambda *arguments: hashed.append(arguments) or encode(*arguments),
    )

    pages = [text_of(sign_in(client, name, "a guess")) for name in ACCOUNTS]

    assert len(hashed) == len(ACCOUNTS)
    assert len({re.sub(r'value="[^"]*"|\w{64}', "", page) for page in pages}) == 1


def test_signing_out_needs_a_post(client, ruth):
    sign_in(client)
    assert client.get(reverse("logout")).status_code == 405
    assert client.post(reverse("logout")).url == reverse("login")
    assert client.get(reverse("home")).status_code == 302


def link_for(user):
    return reverse("sign_in_link", args=[make_link(user, actor=PROGRAM, at=timezone.now())])


def test_a_sign_in_link_is_not_used_up_when_its_page_is_opened(client, ruth):
    link = link_for(ruth)
    page = client.get(link)
    assert "Sign in</button>" in text_of(page)
    assert SignInLink.objects.get().used_at is None

    answer = client.post(link)

    assert answer.url == reverse("set_password")
    assert client.get(reverse("home")).wsgi_request.user == ruth
    client.post(reverse("logout"))
    assert "has been used, or is too old" in text_of(client.post(link))
    assert client.get(reverse("home")).status_code == 302


def test_a_session_continues_after_a_new_password(client, ruth):
    client.force_login(ruth)
    answer = client.post(reverse("set_password"), {"password": "nine diamonds"})
    assert answer.url == reverse("home")
    assert client.get(reverse("home")).status_code == 200
    client.post(reverse("logout"))
    assert sign_in(client, password="nine diamonds").status_code == 302


def test_the_first_organiser_chooses_a_password_and_then_a_name(client):
    organiser = create_user(UNNAMED)
    client.force_login(organiser)
    page = client.post(reverse("set_password"), {"password": "nine diamonds"}, follow=True)
    assert page.redirect_chain == [(reverse("account"), 302)]
    assert "<h1>What is your name?</h1>" in text_of(page)
    assert page.context["form"]["name"].value() == ""
    page = client.post(reverse("account"), {"name": "", "email": ""})
    assert page.context["form"].errors == {"name": ["Type your name."]}
    sent = {"name": "Ruth Holm", "email": "ruth@example.org"}
    answer = client.post(reverse("account"), sent)
    organiser.refresh_from_db()
    assert answer.url == reverse("home")
    assert {"name": organiser.name, "email": organiser.email} == sent
    assert "<h1>Your account</h1>" in text_of(client.get(reverse("account")))


def test_a_weak_password_is_refused_beside_the_field(client, ruth):
    client.force_login(ruth)
    page = client.post(reverse("set_password"), {"password": "short"})
    assert "at least 10 characters" in text_of(page)
    assert page.context["form"].errors["password"]


def test_a_refused_change_of_the_account_keeps_the_typed_text(client, ruth):
    create_user("Mallory", club=ruth.memberships.get().club)
    client.force_login(ruth)
    page = client.post(reverse("account"), {"name": "Mallory", "email": "ruth@example.org"})
    assert "Somebody named Mallory works here already." in text_of(page)
    assert 'value="ruth@example.org"' in text_of(page)


def test_the_chosen_colours_are_stored_without_javascript(client, ruth):
    page = reverse("systems")
    answer = client.post(reverse("change_looks"), {"theme": "dark", "next": page})

    assert answer.url == page
    assert client.cookies["theme"].value == "dark"
    client.post(reverse("change_looks"), {"suits": "4"})
    assert 'data-theme="dark" class="suits4"' in text_of(client.get(reverse("login")))
    client.post(reverse("change_looks"), {"theme": ""})
    assert "data-theme" not in text_of(client.get(reverse("login")))


def test_unknown_colours_and_links_to_other_sites_are_refused(client):
    sent = {"theme": "<b>", "next": "https://elsewhere.example/"}
    answer = client.post(reverse("change_looks"), sent)

    assert not client.cookies["theme"].value
    assert "elsewhere" not in answer.url
    assert client.post(reverse("change_looks"), {"next": "17"}).url == reverse("home")
    assert client.get(reverse("change_looks")).status_code == 405


def test_the_font_of_the_papers_is_served(client):
    answer = client.get("/static/fonts/SourceSansPro-Black.otf")

    assert answer.status_code == 200
    assert "immutable" in answer.headers["Cache-Control"]
    assert b"".join(answer.streaming_content)[:4] == b"OTTO"


def test_a_user_signs_out_all_other_devices_and_stays_signed_in(client, ruth):
    lost = Client()
    for device in (client, lost):
        device.force_login(ruth)
    assert "Sign out on all other devices</button>" in text_of(client.get(reverse("account")))

    response = client.post(reverse("sign_out_elsewhere"), follow=True)

    assert "All other devices are signed out." in text_of(response)
    assert lost.get(reverse("account")).status_code == 302
    assert client.get(reverse("account")).status_code == 200
