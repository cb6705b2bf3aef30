import html
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from party.models import Club, Invitation, Membership, User
from party.services.accounts.users import make_link, set_password
from tests.evening import create_user, helper_of, party_with
from tests.guard import setting_up

pytestmark = pytest.mark.django_db
SECRET = "four green old hats"
NEW = {"way": "new", "name": "Nora", "password": SECRET}
EVIL = '"><script>alert(1)</script>'


@pytest.fixture
def party(ruth):
    return party_with(4)


def text_of(shown):
    return html.unescape(" ".join(shown.content.decode().split()))


def club_page(client, party, **sent):
    address = reverse("club_people", args=[party.club_id])
    return client.post(address, sent) if sent else client.get(address)


def invite(client, party, work="organiser", name="Nora"):
    response = club_page(client, party, name=name, work=work)
    return re.search(r"/join/[\w-]+/", response.context["link"]["to"]).group()


def press(client, name, *args):
    return client.post(reverse(name, args=args), follow=True)


def work_of(name):
    return Membership.objects.filter(user__name=name).values_list("role", "club", "party")


def test_the_link_is_shown_once_and_the_invitation_is_listed_until_it_is_used(client, party):
    path = invite(client, party)
    page = text_of(club_page(client, party))
    assert path not in page
    assert "Nora</b><small>to run Ruth's club, by Ruth, until" in page

    guest = Client()
    text = text_of(guest.get(path))
    assert "Ruth invites you to run the club." in text
    assert 'value="Nora"' in text
    assert guest.post(path, NEW).url == reverse("home")

    assert list(work_of("Nora")) == [("organiser", party.club_id, None)]
    assert guest.get(reverse("party_hub", args=[party.pk])).status_code == 200
    page = text_of(club_page(client, party))
    assert "Nora</b><small>organiser, everything" in page
    assert "Invited, not here yet" not in page


def test_the_form_suggests_the_party_from_whose_page_the_organiser_came(client, party):
    helpers = text_of(client.get(reverse("helpers", args=[party.pk])))
    address = f"{reverse('club_people', args=[party.club_id])}?party={party.pk}"
    assert address in helpers
    assert f'value="{party.pk}" selected' in text_of(client.get(address))
    path = invite(client, party, work=party.pk, name="Hanna")
    guest = Client()
    assert "Ruth invites you to help at Autumn party." in text_of(guest.get(path))
    guest.post(path, NEW | {"name": "Hanna"})
    assert list(work_of("Hanna")) == [("helper", party.club_id, party.pk)]
    assert "helps at Autumn party only" in text_of(club_page(client, party))


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"name": "", "work": "helper"}, "Type the name of the person you invite."),
        ({"name": "N" * 81, "work": "helper"}, "A name has at most 80 letters."),
        ({"name": "n@example.org", "work": "helper"}, "A name has no “@”."),
        ({"name": "Nora", "work": "king"}, "What may they do: choose one of those shown."),
        ({"name": "Nora", "work": "9999"}, "What may they do: choose one of those shown."),
    ],
)
def test_a_refused_invitation_makes_no_link(client, party, sent, words):
    assert words in text_of(club_page(client, party, **sent))
    assert not Invitation.objects.exists()


def test_a_user_with_an_account_accepts_signed_in_or_signed_out(client, party):
    mallory = create_user("Mallory")
    set_password(mallory, SECRET, at=timezone.now())
    first, second = invite(client, party, "helper"), invite(client, party)
    other_client = Client()
    wrong = other_client.post(
        first, {"way": "known", "name": "Mallory", "password": "guess", "club": ""}
    )
    assert "This name and password do not belong together." in text_of(wrong)
    sent = {"way": "known", "name": "Mallory", "password": SECRET, "club": "Mallory's club"}
    assert other_client.post(first, sent).url == reverse("home")
    assert "Accept as Mallory" in text_of(other_client.get(second))
    home = other_client.post(second, {"way": "me"}, follow=True)
    assert "You work for Ruth's club now." in text_of(home)
    assert "Your parties" in text_of(other_client.get(second))
    assert ("organiser", party.club_id, None) in work_of("Mallory")
    assert other_client.get(reverse("party_hub", args=[party.pk])).status_code == 200


def test_ended_and_unknown_invitations_get_the_same_sentence(client, party):
    used, withdrawn = invite(client, party), invite(client, party)
    Client().post(used, NEW)
    waiting = Invitation.objects.get(ended_at=None)
    response = press(client, "take_back_invitation", party.club_id, waiting.pk)
    assert "its link opens nothing" in text_of(response)
    pages = set()
    for path in (used, withdrawn, reverse("join", args=["nonsense"])):
        for sent in (None, NEW, {"way": "me"}):
            page = Client().post(path, sent) if sent else Client().get(path)
            pages.add(re.sub(r"\w{64}", "", page.content.decode().replace(path, "")))
    assert len(pages) == 1
    assert "was used or taken back, or is too old" in pages.pop()


def test_a_refused_form_does_not_use_up_the_invitation(client, party):
    path, guest = invite(client, party), Client()
    page = text_of(guest.post(path, NEW | {"password": "Organiser1"}))
    assert "common word" in page
    assert 'value="Nora"' in page
    assert "Organiser1" not in page
    assert guest.post(path, {"way": "new"}).status_code == 200
    assert "Sign in first." in text_of(guest.post(path, {"way": "me"}))
    assert "You work here already." in text_of(client.post(path, {"way": "me"}))
    assert guest.post(path, NEW).status_code == 302


def test_removed_people_are_signed_out(client, party):
    hanna = helper_of(party)
    nora = create_user("Nora", club=party.club)
    for user in (hanna, nora):
        other_client = Client()
        other_client.force_login(user)
        assert other_client.get(reverse("home")).status_code == 200
        response = press(client, "remove_person", party.club_id, user.pk)
        assert f"{user} is signed out everywhere" in text_of(response)
        assert other_client.get(reverse("home")).status_code == 302
    ruth = User.objects.get(name="Ruth")
    assert "needs at least one" in text_of(press(client, "remove_person", party.club_id, ruth.pk))
    assert press(client, "remove_person", party.club_id, nora.pk).status_code == 404


def test_the_page_names_helpers_who_are_signed_out_with_a_removed_organiser(client, party):
    nora, hanna, other_client = create_user("Nora", club=party.club), helper_of(party), Client()
    make_link(hanna, club=party.club, actor=nora.actor, at=timezone.now())
    other_client.force_login(hanna)
    text = text_of(press(client, "remove_person", party.club_id, nora.pk))
    assert "Nora had let in others by links, who are signed out as well: Hanna." in text
    assert other_client.get(reverse("home")).status_code == 302


def test_a_sign_in_address_is_asked_for_when_there_are_several_clubs(client, party, settings):
    change = reverse("change_club", args=[party.club_id])
    assert "address" not in client.get(change).context["form"].fields
    client.post(change, {"name": "Tuesday cards"})
    with setting_up():
        Club.objects.create(name="Friday cards", address="friday")
    for address, words in (
        ("friday", "Another club has this name or address."),
        ("a/b", "Only small"),
    ):
        assert words in text_of(client.post(change, {"name": "T", "address": address}))
    client.post(change, {"name": "Tuesday cards", "address": "Tuesday"})
    assert Club.objects.get(pk=party.club_id).address == "tuesday"
    assert "http://testserver/login/tuesday/" in text_of(club_page(client, party))
    settings.ALLOWED_HOSTS = ["192.0.2.7", "localhost"]
    address = reverse("club_people", args=[party.club_id])
    page = client.get(address, headers={"host": "localhost:8000"})
    assert "http://192.0.2.7:8000/login/tuesday/" in text_of(page)


def test_names_with_markup_or_formulas_are_shown_as_text(client, party):
    client.post(reverse("change_club", args=[party.club_id]), {"name": EVIL})
    path, guest = invite(client, party, name=EVIL[:80]), Client()
    pages = [club_page(client, party), guest.get(path)]
    guest.post(path, NEW | {"name": EVIL})
    party_log = reverse("log", args=[party.pk])
    pages += [club_page(client, party), client.get(party_log), guest.get(reverse("home"))]
    for page in pages:
        assert "<script>alert" not in page.content.decode()
        assert page.status_code == 200
    assert User.objects.filter(name=EVIL).exists()
    formula = "=HYPERLINK(1)"
    guest = Client()
    guest.post(invite(client, party, work=party.pk), NEW | {"name": formula})
    for kind in ("list_file", "log_file"):
        keys = [party.pk, "helpers", "csv"] if kind == "list_file" else [party.pk, "csv"]
        rows = client.get(reverse(kind, args=keys)).content.decode()
        assert formula in rows
        assert not re.search(r'(?m)(^|,|")=HYPER', rows)


def test_the_page_shows_the_history_of_invitations(client, party):
    Client().post(invite(client, party), NEW)
    page = text_of(club_page(client, party))
    assert "Nora is invited to run Ruth's club<small>" in page
    assert "Nora accepted the invitation of Ruth to run Ruth's club<small>" in page
    assert page.index("Nora accepted") < page.index("Nora is invited")
    assert ", by Ruth</small>" in page


def test_at_most_nine_queries_show_who_works_here(client, party, django_assert_max_num_queries):
    for name in ("Hanna", "Ivy"):
        helper_of(party, name)
        invite(client, party, name=name)
    with django_assert_max_num_queries(9):
        club_page(client, party)


def test_an_organiser_makes_a_sign_in_link_for_another_organiser(client, party):
    nora, other_client = create_user("Nora", club=party.club), Client()
    assert "New link<span" in text_of(club_page(client, party))
    text = text_of(press(client, "person_link", party.club_id, nora.pk))
    assert "A link for Nora" in text
    assert "It signs in once, within a day" in text
    [token] = re.findall('/in/([^/"]+)/"', text)
    assert other_client.post(reverse("sign_in_link", args=[token])).url == reverse("set_password")
    # There is no link here for somebody who also works for another club.
    with setting_up():
        friday = Club.objects.create(name="Friday cards")
        Membership.objects.create(user=nora, club=friday, role="helper")
    assert "New link<span" not in text_of(club_page(client, party))
    assert "works elsewhere too" in text_of(press(client, "person_link", party.club_id, nora.pk))
    assert (
        press(client, "person_link", party.club_id, create_user("Mallory").pk).status_code == 404
    )
