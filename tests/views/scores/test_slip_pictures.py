from io import BytesIO
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse
from PIL import Image

from party.models import Round, SlipPicture
from party.process_state import PROCESS
from party.services.scores import slip_pictures as verbs
from party.slip_reader.results import PhotographReading
from party.views.scores import slip_pictures as module
from tests.evening import started_party
from tests.guard import setting_up
from tests.slip_pictures import slip_picture, slip_reading
from tests.slip_reader.photographs import LOOKS, photograph

pytestmark = [pytest.mark.django_db, pytest.mark.measured]


@pytest.fixture
def party(client):
    party = started_party(seed="7")
    client.force_login(party.club.memberships.get().user)
    return party


@pytest.fixture
def reads(party):
    """Let every photograph be read as a slip of table 1."""
    with patch.object(verbs, "read_slips") as read_slips:
        read_slips.return_value = PhotographReading((slip_reading(party),), loose_mark_count=3)
        yield


def address(party, name="slip_pictures", *args):
    return reverse(name, args=[party.pk, *args])


def file(content=b"a photograph", name="slips.jpg"):
    return SimpleUploadedFile(name, content, "image/jpeg")


def send(client, party, *files, **headers):
    return client.post(address(party), {"pictures": files}, headers=headers, follow=not headers)


def send_by_script(client, party, *files):
    return send(client, party, *files, **{"X-Photographs": "1"}).json()


def test_a_form_sends_several_pictures(client, party, reads):
    page = send(client, party, file(b"one"), file(b"two")).content.decode()
    assert page.count("1 slip photographed: round 1, table 1.") == 2
    assert verbs.LOOSE in page
    assert verbs.SEEN_BEFORE.format(place="round 1, table 1") in page
    assert SlipPicture.objects.count() == 2


def test_a_form_names_the_picture_that_is_refused(client, party):
    page = send(client, party, file(b"a letter", "letter.txt")).content.decode()
    assert "letter.txt: This file is not a photograph." in page
    assert module.CHOOSE_FIRST in send(client, party).content.decode()


def test_the_script_gets_the_answer_about_a_picture_as_json(client, party, reads):
    notes = [verbs.LOOSE]
    words = "1 slip photographed: round 1, table 1"
    stored = {"outcome": "stored", "words": words, "notes": notes}
    assert send_by_script(client, party, file()) == stored
    assert send_by_script(client, party, file()) == stored | {
        "notes": []
    }  # The same file is sent again.
    with patch.object(PROCESS.reading_queue, "acquire", return_value=False):
        assert send_by_script(client, party, file(b"other"))["outcome"] == "busy"


def test_the_script_gets_a_refusal_as_json(client, party):
    refused = {"outcome": "refused", "words": module.CHOOSE_FIRST, "notes": []}
    assert send_by_script(client, party) == refused
    assert "not a photograph" in send_by_script(client, party, file())["words"]


def test_files_that_are_too_large_or_too_many_are_not_read(client, party, reads, monkeypatch):
    monkeypatch.setattr(module, "LARGEST_PHOTOGRAPH", 100_000)
    monkeypatch.setattr(module, "MOST_AT_ONCE", 2)
    large = file(bytes(200_000), "large.jpg")
    page = send(client, party, large, file(), file(b"x", "third.jpg")).content.decode()
    for name in ("large.jpg", "third.jpg"):
        assert f"{name}: not read. One picture has at most" in page
    assert SlipPicture.objects.count() == 1
    large.seek(0)
    assert "large.jpg: not read" in send_by_script(client, party, large)["words"]


def test_sending_pictures_needs_the_csrf_token(party):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(party.club.memberships.get().user)
    assert send(strict, party, file()).status_code == 403


def test_a_photograph_is_read_and_its_place_and_device_are_not_stored(client, party):
    photo = photograph(3, "rings", "midway", LOOKS[0], count=1)
    with setting_up():
        Round.objects.update(number=photo.cards[0].round)
        party.rounds.get().tables.filter(number=2).update(number=9)
        party.rounds.get().tables.filter(number=1).update(number=photo.cards[0].table)
    exif = Image.Exif()
    exif[0x010F] = "Phonemaker"
    exif.get_ifd(0x8825)[29] = "2026:11:28"
    sent = BytesIO()
    Image.open(BytesIO(photo.file)).save(sent, "JPEG", quality=95, exif=exif)
    assert b"Phonemaker" in sent.getvalue()
    assert b"2026:11:28" in sent.getvalue()

    answer = send_by_script(client, party, file(sent.getvalue(), "IMG_Home_Street.jpg"))

    card = photo.cards[0]
    place = f"round {card.round}, table {card.table}"
    assert answer == {"outcome": "stored", "words": f"1 slip photographed: {place}", "notes": []}
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM party_slippicture")
        stored = b"".join(
            bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()
            for value in cursor.fetchone()
        )
    for trace in (b"Phonemaker", b"2026:11:28", b"Exif", b"Home_Street"):
        assert trace not in stored


def test_the_page_lists_waiting_earlier_and_put_aside_slips(client, party):
    first, blank, newer, aside = (
        slip_picture(party, photograph="a" * 64, place=1),
        slip_picture(party, slip_reading(party, round_number=0, table=0), place=2),
        slip_picture(party, place=3),
        slip_picture(party, place=4),
    )
    client.post(address(party, "slip_aside", aside.pk))
    page = client.get(address(party))
    assert [slip.id for slip in page.context["waiting"]] == [newer.pk, blank.pk, first.pk]
    assert [slip.id for slip in page.context["aside"]] == [aside.pk]
    assert b"there is a newer picture" in page.content
    with setting_up():
        Round.objects.update(state=Round.State.CLOSED)
    page = client.get(address(party))
    assert [slip.id for slip in page.context["waiting"]] == [blank.pk]
    assert [slip.id for slip in page.context["earlier"]] == [newer.pk, first.pk]


def test_a_slip_is_put_aside_brought_back_and_given_a_table(client, party):
    picture = slip_picture(party, slip_reading(party, round_number=0, table=0))
    page = client.post(address(party, "slip_aside", picture.pk), follow=True).content.decode()
    assert "Put aside: the photographed slip, no table yet." in page
    assert f'action="{address(party, "slip_back", picture.pk)}"' in page
    client.post(address(party, "slip_back", picture.pk))
    url = address(party, "slip_table", picture.pk)
    page = client.post(url, {"round": 1, "table": "2"}, follow=True).content.decode()
    assert "The photographed slip: round 1, table 2." in page
    assert SlipPicture.objects.filter(status=SlipPicture.Status.WAITING).get().table.number == 2
    page = client.post(url, {"round": 1, "table": "two"}, follow=True).content.decode()
    assert "Type the number of a table." in page
    page = client.post(url, {"round": 1, "table": "7"}, follow=True).content.decode()
    assert "There is no table 7 in round 1." in page


def test_the_page_says_why_no_photographs_are_read(client, party, monkeypatch):
    monkeypatch.setattr(module, "can_read_photographs", lambda: False)
    assert b"cannot read photographs" in client.get(address(party)).content
    monkeypatch.undo()
    with setting_up():
        party.finished_at = party.starts_at
        party.save()
    page = client.get(address(party)).content.decode()
    assert "is finished: no more slips are read" in page
    assert 'type="file"' not in page


def test_cutouts_of_slips_are_private_and_browsers_do_not_guess_their_type(client, party):
    picture = slip_picture(party)
    answer = client.get(address(party, "slip_cutout", picture.pk))
    assert answer.headers["Content-Type"] == "image/jpeg"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_browsers_load_a_cutout_again_if_its_photograph_has_changed(client, party):
    picture = slip_picture(party)
    cutout = address(party, "slip_cutout", picture.pk)
    headers = {"if-none-match": client.get(cutout).headers["ETag"]}
    assert client.get(cutout, headers=headers).status_code == 304
    with setting_up():
        SlipPicture.objects.update(photograph="b" * 64)
    assert client.get(cutout, headers=headers).status_code == 200
