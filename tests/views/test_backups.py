import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from party import __version__
from party.models import Membership, Party, User
from party.queries.backups.kept_copies import copies_in
from party.services.backups.copies import copy_now, wait_for_copies, write_copy
from party.services.backups.updates import store_version
from party.values.backups import NO_CHECKSUM
from tests.backup_files import edited
from tests.evening import (
    create_user,
    helper_of,
    party_after_rounds,
    party_with,
    play_rounds,
    start,
)
from tests.guard import setting_up
from tests.lists import organised_party
from tests.pages import page_text
from tests.reading import text_of
from tests.slip_pictures import slip_picture


@pytest.fixture
def party(laptop_folder, client):
    party = party_after_rounds(1, 4)
    wait_for_copies()
    client.force_login(User.objects.get())
    return party


@pytest.fixture
def backup_bytes(party, client):
    """Return a backup downloaded after round 1; since then the party has played round 2."""
    response = client.post(reverse("backup_now"))
    play_rounds(party, 1)
    wait_for_copies()
    return response.content


def upload(client, content):
    sent = {"file": SimpleUploadedFile("tonight.sqlite3", content)}
    return client.post(reverse("backups"), sent, follow=True)


def post_restore(client, page):
    seen = page.context["mark"]
    return client.post(page.wsgi_request.path, {"seen": seen}, follow=True)


def test_a_backup_is_downloaded_as_one_file(client, party):
    response = client.post(reverse("backup_now"))
    assert response.content.startswith(b"SQLite format 3")
    assert "attachment; filename=" in response["Content-Disposition"]
    assert "Head Table 20" in response["Content-Disposition"]
    assert "no-store" in response["Cache-Control"]


def test_a_download_can_leave_out_the_pictures_of_slips(client, party):
    assert b"without_pictures" not in client.get(reverse("backups")).content
    cutout = bytes(slip_picture(party).cutout)
    assert b"without_pictures" in client.get(reverse("backups")).content
    assert cutout in client.post(reverse("backup_now")).content
    small = client.post(reverse("backup_now"), {"without_pictures": "on"})
    assert cutout not in small.content


def test_an_upload_shows_its_contents_and_changes_nothing(client, backup_bytes):
    page = upload(client, backup_bytes)
    assert page.redirect_chain == [(reverse("backup", args=["opened.sqlite3"]), 302)]
    text = text_of(page)
    assert "Autumn party" in text
    assert "made by this version" in text
    assert NO_CHECKSUM not in text
    assert [each.rounds for each, _ in page.context["parties"]] == [1]
    assert Party.objects.get().rounds.count() == 2


def test_a_restore_keeps_its_user_signed_in(client, backup_bytes):
    response = post_restore(client, upload(client, backup_bytes))
    assert Party.objects.get().rounds.count() == 1
    assert "The backup is open: 1 party. You are now signed in as Ruth." in text_of(response)
    assert client.get(reverse("home")).status_code == 200


def test_the_page_reports_wrong_points_after_a_restore(client, backup_bytes, laptop_folder):
    file = laptop_folder / "changed.sqlite3"
    file.write_bytes(backup_bytes)
    with edited(file) as opened:
        opened.execute("UPDATE party_entry SET ns = ns + 10 WHERE hand = 1")
    response = post_restore(client, upload(client, file.read_bytes()))
    assert "not the engine&#x27;s points" in text_of(response)


def test_a_restore_warns_an_organiser_who_would_lose_access(client, backup_bytes, laptop_folder):
    assert "You will be signed in as Ruth.</li>" in text_of(upload(client, backup_bytes))
    nora, file = create_user("Nora"), laptop_folder / "two.sqlite3"
    write_copy(file)
    with setting_up():
        nora.memberships.get().club.delete()
    page = upload(client, file.read_bytes())
    assert "with the password they had then; the organisers are Ruth and Nora." in text_of(page)
    assert "You will be signed in as Ruth, who does not run every club in it: " in text_of(page)
    post_restore(client, page)
    assert client.get(reverse("backups")).status_code == 403


def test_a_backup_on_the_laptop_is_restored(client, backup_bytes, laptop_folder):
    page = client.get(reverse("backups"))
    first = copies_in(laptop_folder / "backups")[-1]
    assert reverse("backup", args=[first.name]) in text_of(page)
    assert "round 1 closed" in text_of(page)
    post_restore(client, client.get(reverse("backup", args=[first.name])))
    assert Party.objects.get().rounds.count() == 1


def test_a_file_whose_contents_were_not_shown_is_not_restored(client, backup_bytes):
    page = upload(client, backup_bytes)
    response = client.post(page.wsgi_request.path, {"seen": "another"})
    assert "Another file has been chosen since" in text_of(response)
    assert Party.objects.get().rounds.count() == 2


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a letter", "This file is not a Head Table backup"),
        (b"SQLite format 3\0" + b"x" * 5000, "This backup is damaged"),
        (b"", "There is nothing in this file."),
    ],
)
def test_a_foreign_file_is_refused_beside_the_field(content, words, client, party):
    page = upload(client, content)
    assert words in text_of(page)
    assert page.context["form"].errors["file"]


@pytest.mark.measured
@pytest.mark.parametrize(
    "name", ["opened.sqlite3", "headtable.sqlite3", "headtable-20200101T000000Z-x.sqlite3"]
)
def test_files_that_are_no_backups_are_not_found(name, client, party):
    assert client.get(f"/backups/{name}/").status_code == 404


def test_a_restore_without_organisers_leads_to_the_sign_in_page(client, party, laptop_folder):
    with setting_up():
        User.objects.filter(pk=1).update(is_active=False)
    write_copy(laptop_folder / "nobody.sqlite3")
    with setting_up():
        User.objects.filter(pk=1).update(is_active=True)
    response = post_restore(
        client, upload(client, (laptop_folder / "nobody.sqlite3").read_bytes())
    )
    assert response.wsgi_request.path == reverse("login")


def test_a_full_disk_is_reported(client, party, monkeypatch):
    def fail(path):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("party.services.backups.copies._flush", fail)
    page = client.post(reverse("backup_now"), follow=True)
    assert "There is no room left in" in text_of(page)


def test_only_organisers_of_all_clubs_see_backups(client, party):
    addresses = [reverse("backups"), reverse("backup", args=["opened.sqlite3"])]
    hanna, nora = helper_of(party), create_user("Nora")
    for user in (hanna, nora, User.objects.get(name="Ruth")):
        client.force_login(user)
        assert [client.get(each).status_code for each in addresses] == [403, 403]
        assert client.post(reverse("backup_now")).status_code == 403
        assert reverse("backups") not in text_of(client.get(reverse("home")))
    with setting_up():
        Membership.objects.create(user=nora, club=party.club, role="organiser")
    client.force_login(nora)
    assert client.get(reverse("backups")).status_code == 200
    assert reverse("backups") in text_of(client.get(reverse("home")))


@pytest.mark.django_db
def test_a_database_other_than_sqlite_has_no_backup_pages(client, ruth):
    assert client.get(reverse("backups")).status_code == 404
    assert client.post(reverse("backup_now")).status_code == 404
    assert reverse("backups") not in text_of(client.get(reverse("home")))


def test_the_live_page_shows_the_time_of_the_last_copy(client, laptop_folder):
    party = party_with(4)
    client.force_login(User.objects.get())
    start(party)
    assert "No backup yet" in page_text(client, party, "live")
    copy_now("asked for")
    assert "Last backup: " in page_text(client, party, "live")
    client.force_login(helper_of(party))
    assert "Last backup" not in page_text(client, party, "live")


def test_the_live_page_says_that_the_second_backup_folder_is_missing(client, party, settings):
    settings.SECOND_PLACE = "/no/such/stick"
    copy_now("asked for")
    words = "No backup in the second place.</b> The folder /no/such/stick is not there."
    assert words in page_text(client, party, "live")


@pytest.mark.django_db
def test_the_check_of_a_correct_party_says_that_everything_adds_up(client):
    party = organised_party(client, players=4)
    play_rounds(party, 1)
    page = client.get(reverse("check_party", args=[party.pk]))
    assert "Everything adds up" in text_of(page)
    assert reverse("check_party", args=[party.pk]) in text_of(
        client.get(reverse("party_hub", args=[party.pk]))
    )


@pytest.mark.django_db
def test_the_check_lists_a_hand_with_wrong_points(client):
    party = organised_party(client, players=4)
    play_rounds(party, 1)
    with setting_up():
        party.rounds.get().tables.get().entries.filter(hand=1).update(ns=990)
    page = text_of(client.get(reverse("check_party", args=[party.pk])))
    assert "1 thing to look at" in page
    assert "990 and" in page


@pytest.mark.measured
@pytest.mark.django_db
def test_the_check_says_that_database_rows_contradict_each_other(client):
    party = organised_party(client, players=4)
    play_rounds(party, 1)
    with setting_up():
        party.rounds.update(draw={"movement": None})
    page = text_of(client.get(reverse("check_party", args=[party.pk])))
    assert "Its rows contradict each other" in page


def test_the_first_page_says_once_that_head_table_was_updated(party, client, laptop_folder):
    (laptop_folder / "version").write_text("0.1.9")
    store_version("headtable-before.sqlite3")
    text = text_of(client.get(reverse("home")))
    assert f"Head Table was updated from 0.1.9 to {__version__}." in text
    assert "headtable-before.sqlite3" in text
    assert "was updated" not in text_of(client.get(reverse("home")))
