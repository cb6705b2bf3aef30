import re
from datetime import UTC, datetime

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from party.models import Club, Membership, Party, Player, User
from party.queries.backups.party_contents import EDITED
from party.values.backups import NO_CHECKSUM
from party.views import backups
from tests.backup_files import party_of_version_1
from tests.evening import create_user, party_after_rounds
from tests.guard import setting_up
from tests.reading import text_of

pytestmark = pytest.mark.django_db
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.fixture
def party(client):
    party = party_after_rounds(1, 8, name="Ærø & “Herbst” party")
    client.force_login(User.objects.get())
    return party


@pytest.fixture
def file_bytes(client, party):
    return client.get(reverse("party_file", args=[party.pk])).content


def upload(client, content, **fields):
    club = Membership.objects.filter(role="organiser").order_by("pk").first().club_id
    sent = {"file": SimpleUploadedFile("a.party.json", content), "club": club, **fields}
    return client.post(reverse("party_open"), sent, follow=True)


def open_file(client, page, **fields):
    sent = {"seen": page.context["form"].initial["seen"], **fields}
    return client.post(reverse("party_look"), sent, follow=True)


def test_a_party_file_has_the_name_of_its_party(client, party):
    response = client.get(reverse("party_file", args=[party.pk]))
    assert response.content.startswith(b'{\n"format": "headtable-party"')
    assert "2026-11-14.party.json" in response["Content-Disposition"]
    assert "no-store" in response["Cache-Control"]
    assert reverse("party_file", args=[party.pk]) in text_of(
        client.get(reverse("party_hub", args=[party.pk]))
    )


def test_an_upload_shows_its_contents_and_stores_nothing(client, party, file_bytes):
    page = upload(client, file_bytes)
    assert page.redirect_chain == [(reverse("party_look"), 302)]
    text = text_of(page)
    assert "8 names are on the club’s list" in text
    assert "has a party of this name and time already" in text
    assert "from Ruth&#x27;s club" in text
    assert NO_CHECKSUM not in text
    assert Party.objects.get() == party


def test_an_upload_is_imported_once(client, party, file_bytes):
    page = upload(client, file_bytes)
    response = open_file(client, page, same_people="on")
    other = Party.objects.exclude(pk=party.pk).get()
    assert response.redirect_chain == [(reverse("party_hub", args=[other.pk]), 302)]
    assert "is open in" in text_of(response)
    assert Player.objects.count() == 8
    assert "Choose the file once more" in text_of(open_file(client, page))
    assert Party.objects.count() == 2


def test_two_clicks_at_once_import_once(client, file_bytes, monkeypatch):
    page, import_party = upload(client, file_bytes), backups.import_party

    def second_click_first(*args, **fields):
        monkeypatch.setattr(backups, "import_party", import_party)
        open_file(client, page)
        return import_party(*args, **fields)

    monkeypatch.setattr(backups, "import_party", second_click_first)
    assert "has just been opened from this file" in text_of(open_file(client, page))
    assert Party.objects.count() == 2


def test_everybody_becomes_a_new_player_unless_the_box_is_ticked(client, file_bytes):
    open_file(client, upload(client, file_bytes))
    assert Player.objects.count() == 16


def test_the_party_is_imported_into_the_chosen_club(client, file_bytes):
    with setting_up():
        club = Club.objects.create(name="Another club")
        Membership.objects.create(user=User.objects.get(), club=club, role="organiser")
    page = upload(client, file_bytes, club=club.pk)
    assert "8 people are new" in text_of(page)
    open_file(client, page)
    assert club.parties.count() == 1


def test_a_page_imports_nothing_after_another_file_is_chosen(client, file_bytes):
    page = upload(client, file_bytes)
    upload(client, file_bytes)
    assert "Another file has been chosen since" in text_of(open_file(client, page))
    assert Party.objects.count() == 1


def test_an_import_reports_wrong_points(client, file_bytes):
    page = upload(client, re.sub(rb'"ns":-?\d+', b'"ns":9990', file_bytes, count=1))
    assert "points" in text_of(open_file(client, page, although_edited="on"))


def test_an_edited_file_is_imported_only_if_a_box_is_ticked(client, file_bytes):
    page = upload(client, file_bytes.replace(b"Alma", b"Anna"))
    assert EDITED in text_of(page)
    response = open_file(client, page)
    assert "Tick this to open a file that was changed." in text_of(response)
    assert Party.objects.count() == 1
    assert "is open in" in text_of(open_file(client, page, although_edited="on"))


def test_a_file_of_an_older_version_is_imported_with_a_warning(client, file_bytes):
    page = upload(client, party_of_version_1(file_bytes))
    assert NO_CHECKSUM in text_of(page)
    assert "is open in" in text_of(open_file(client, page))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "There is nothing in this file."),
        (b"Alma", "This is not a Head Table party file."),
        (b'{"format": "headtable-party", "version": 9}', "written by a newer Head Table"),
        (b'{"format": "headtable-party", "version": 1,', "The end of this file is missing"),
    ],
)
def test_a_foreign_file_is_refused_beside_its_field(client, party, content, words):
    page = upload(client, content)
    assert words in page.context["form"].errors["file"][0]
    assert Party.objects.get() == party


def test_a_missing_file_and_a_foreign_club_are_refused(client, file_bytes):
    page = client.post(reverse("party_open"), {})
    assert "Choose a file first." in page.context["form"].errors["file"]
    page = upload(client, file_bytes, club=create_user("Mallory").memberships.get().club_id)
    assert "club" in page.context["form"].errors


def test_a_file_that_the_database_refuses_is_reported(client, party, file_bytes):
    cut = file_bytes.replace(b'"name":"Alma","number":1', b'"name":"Alma","number":2', 1)
    cut = cut.replace(b'"number":1,"name":"Alma"', b'"number":2,"name":"Alma"', 1)
    assert cut != file_bytes
    page = open_file(client, upload(client, cut), although_edited="on")
    assert "changed or damaged" in text_of(page)
    assert page.redirect_chain == [(reverse("party_look"), 302)]  # the file is still kept
    assert Party.objects.get() == party


def test_a_pending_file_is_deleted_by_the_next_upload_and_by_the_import(client, file_bytes):
    before = Session.objects.count()
    upload(client, file_bytes)
    page = upload(client, file_bytes)
    assert Session.objects.count() == before + 1
    open_file(client, page)
    assert Session.objects.count() == before


def test_an_upload_deletes_expired_files(client, file_bytes):
    upload(client, file_bytes)
    client.session.flush()
    client.force_login(User.objects.get())
    with setting_up():
        Session.objects.exclude(session_key=client.session.session_key).update(
            expire_date=LONG_AGO
        )
    before = Session.objects.filter(expire_date=LONG_AGO).count()
    upload(client, file_bytes)
    assert (before, Session.objects.filter(expire_date=LONG_AGO).count()) == (1, 0)


def test_a_former_organiser_cannot_import(client, file_bytes):
    page = upload(client, file_bytes)
    with setting_up():
        Membership.objects.update(club=Club.objects.create(name="Another club"))
    assert "Choose the file once more" in text_of(open_file(client, page))
