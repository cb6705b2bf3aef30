"""The pages of backups, which show the contents of a file before it replaces anything."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from party.models import Membership, Party, User
from party.queries.backups.kept import copies_in
from party.services.backups.copies import copy_now, wait_for_copies, write_copy
from party.values.backups import NO_CHECKSUM
from tests.backup_files import edited
from tests.evening import helper_of, party_with, person, play_rounds, start
from tests.guard import setting_up
from tests.reading import text_of


@pytest.fixture
def party(laptop_folder, client):
    """Make an evening after round 1; its organiser looks."""
    party = party_with(4)
    play_rounds(party, 1)
    wait_for_copies()
    client.force_login(User.objects.get())
    return party


@pytest.fixture
def tonight(party, client):
    """Return the file of tonight as it was downloaded; the laptop has gone on since."""
    answer = client.post(reverse("backup_now"))
    play_rounds(party, 1)
    wait_for_copies()
    return answer.content


def upload(client, content):
    sent = {"file": SimpleUploadedFile("tonight.sqlite3", content)}
    return client.post(reverse("backups"), sent, follow=True)


def restore_it(client, page):
    seen = page.context["mark"]
    return client.post(page.wsgi_request.path, {"seen": seen}, follow=True)


def test_tonight_is_one_file(client, party):
    answer = client.post(reverse("backup_now"))
    assert answer.content.startswith(b"SQLite format 3")
    assert "attachment; filename=" in answer["Content-Disposition"]
    assert "Head Table 20" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]


def test_what_is_in_a_file_is_shown_and_nothing_changes(client, tonight):
    page = upload(client, tonight)
    assert page.redirect_chain == [(reverse("backup", args=["opened.sqlite3"]), 302)]
    shown = text_of(page)
    assert "Autumn party" in shown
    assert "made by this version" in shown
    assert NO_CHECKSUM not in shown
    assert [each.rounds for each, _ in page.context["parties"]] == [1]
    assert Party.objects.get().rounds.count() == 2


def test_it_is_opened_and_who_did_it_stays_signed_in(client, tonight):
    answer = restore_it(client, upload(client, tonight))
    assert Party.objects.get().rounds.count() == 1
    assert "The backup is open: 1 party. You go on as Ruth." in text_of(answer)
    assert client.get(reverse("home")).status_code == 200


def test_who_will_not_run_every_club_is_told_before(client, tonight, laptop_folder):
    assert "You go on as Ruth.</li>" in text_of(upload(client, tonight))
    nora, file = person("Nora"), laptop_folder / "two.sqlite3"
    write_copy(file)
    with setting_up():
        nora.memberships.get().club.delete()
    page = upload(client, file.read_bytes())
    assert "with their passwords of that time: to organise, Ruth and Nora." in text_of(page)
    assert "You go on as Ruth, who does not run every club in it: " in text_of(page)
    restore_it(client, page)
    assert client.get(reverse("backups")).status_code == 403


def test_a_kept_copy_is_opened(client, tonight, laptop_folder):
    page = client.get(reverse("backups"))
    first = copies_in(laptop_folder / "backups")[-1]
    assert reverse("backup", args=[first.name]) in text_of(page)
    assert "round 1 closed" in text_of(page)
    restore_it(client, client.get(reverse("backup", args=[first.name])))
    assert Party.objects.get().rounds.count() == 1


def test_another_file_than_the_one_shown_is_not_opened(client, tonight):
    page = upload(client, tonight)
    answer = client.post(page.wsgi_request.path, {"seen": "another"})
    assert "Another file has been chosen since" in text_of(answer)
    assert Party.objects.get().rounds.count() == 2


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a letter", "This file is no backup of Head Table"),
        (b"SQLite format 3\0" + b"x" * 5000, "This backup is damaged"),
        (b"", "There is nothing in this file."),
    ],
)
def test_a_file_that_is_none_is_refused_beside_the_field(content, words, client, party):
    page = upload(client, content)
    assert words in text_of(page)
    assert page.context["form"].errors["file"]


def test_no_file_is_said(client, party):
    page = client.post(reverse("backups"))
    assert page.context["form"].errors["file"] == ["Choose a backup first."]


def test_a_kept_copy_that_is_damaged_is_said(client, party, laptop_folder):
    [copy] = copies_in(laptop_folder / "backups")
    (laptop_folder / "backups" / copy.name).write_bytes(b"nothing")
    page = client.get(reverse("backup", args=[copy.name]), follow=True)
    assert "This file is no backup of Head Table" in text_of(page)


@pytest.mark.measured
@pytest.mark.parametrize(
    "name", ["opened.sqlite3", "headtable.sqlite3", "..", "headtable-20200101T000000Z-x.sqlite3"]
)
def test_there_is_no_other_file(name, client, party):
    assert client.get(f"/backups/{name}/").status_code == 404


def test_what_does_not_add_up_is_said_after_opening(client, tonight, laptop_folder):
    file = laptop_folder / "changed.sqlite3"
    file.write_bytes(tonight)
    with edited(file) as opened:
        opened.execute("UPDATE party_entry SET ns = ns + 10 WHERE hand = 1")
    page = upload(client, file.read_bytes())
    assert NO_CHECKSUM in text_of(page)
    answer = restore_it(client, page)
    assert "not the engine&#x27;s points" in text_of(answer)


def test_whoever_opens_a_file_without_organisers_signs_in_anew(client, party, laptop_folder):
    with setting_up():
        User.objects.filter(pk=1).update(is_active=False)
    write_copy(laptop_folder / "nobody.sqlite3")
    with setting_up():
        User.objects.filter(pk=1).update(is_active=True)
    answer = restore_it(client, upload(client, (laptop_folder / "nobody.sqlite3").read_bytes()))
    assert answer.wsgi_request.path == reverse("login")


def test_no_room_for_tonight_is_said(client, party, monkeypatch):
    def fail(path):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("party.services.backups.copies._flush", fail)
    page = client.post(reverse("backup_now"), follow=True)
    assert "There is no room left in" in text_of(page)


def test_helpers_and_organisers_of_one_club_of_several_have_no_such_pages(client, party):
    addresses = [reverse("backups"), reverse("backup", args=["opened.sqlite3"])]
    hanna, nora = helper_of(party), person("Nora")
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
def test_there_are_no_such_pages_where_the_database_is_shared(client, ruth):
    assert client.get(reverse("backups")).status_code == 404
    assert client.post(reverse("backup_now")).status_code == 404
    assert reverse("backups") not in text_of(client.get(reverse("home")))


# The foot of the live page


def live(client, party):
    return text_of(client.get(reverse("live", args=[party.pk])))


def test_the_live_page_says_when_the_last_copy_was_made(client, laptop_folder):
    party = party_with(4)
    client.force_login(User.objects.get())
    start(party)
    assert "No backup yet" in live(client, party)
    copy_now("asked for")
    assert "Last backup: " in live(client, party)


def test_the_live_page_says_what_is_wrong_with_the_second_place(client, party, settings):
    settings.SECOND_PLACE = "/no/such/stick"
    copy_now("asked for")
    words = "No backup in the second place.</b> The folder /no/such/stick is not there."
    assert words in live(client, party)


def test_helpers_are_not_told(client, party):
    client.force_login(helper_of(party))
    assert "Last backup" not in live(client, party)


# Check a party


@pytest.mark.django_db
def test_a_party_that_adds_up(client):
    party = party_with(4)
    play_rounds(party, 1)
    client.force_login(party.club.memberships.get().user)
    page = client.get(reverse("check_party", args=[party.pk]))
    assert "Everything adds up" in text_of(page)
    assert reverse("check_party", args=[party.pk]) in text_of(
        client.get(reverse("party_hub", args=[party.pk]))
    )


@pytest.mark.django_db
def test_a_party_that_does_not(client):
    party = party_with(4)
    play_rounds(party, 1)
    with setting_up():
        party.rounds.get().tables.get().entries.filter(hand=1).update(ns=990)
    client.force_login(party.club.memberships.get().user)
    page = text_of(client.get(reverse("check_party", args=[party.pk])))
    assert "1 thing to look at" in page
    assert "990 and" in page


@pytest.mark.measured
@pytest.mark.django_db
def test_rows_that_contradict_each_other_are_said_in_a_sentence(client):
    party = party_with(4)
    play_rounds(party, 1)
    with setting_up():
        party.rounds.update(draw={"movement": None})
    client.force_login(party.club.memberships.get().user)
    page = text_of(client.get(reverse("check_party", args=[party.pk])))
    assert "Its rows contradict each other" in page
