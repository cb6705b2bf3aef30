import pytest
from django.db import IntegrityError

from party import slip_reader
from party.models import LogLine, SlipPicture, Table
from party.process_state import PROCESS
from party.queries.scores.slip_pictures import photographed_slips
from party.services.clubs import delete_parties
from party.services.scores import slip_pictures as module
from party.services.scores.slip_pictures import store_photograph
from party.slip_reader.results import PhotographReading
from party.slip_reader.slip_code import SlipCode, party_key
from party.values.refusals import Code, Refused
from tests.evening import BY_PROGRAM, HANDS, enter, party_with, started_party
from tests.guard import setting_up
from tests.slip_pictures import CUTOUT, slip_picture, slip_reading

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return started_party()


@pytest.fixture
def send(party, monkeypatch):
    """Return a function that sends a file; the reader finds the given slips in the file."""

    def send(*slips, file=b"one", loose_mark_count=0, other_codes=()):
        found = PhotographReading(slips, loose_mark_count, frozenset(other_codes))
        monkeypatch.setattr(module, "read_slips", lambda *_: found)
        return store_photograph(party.pk, file, layouts=(), **BY_PROGRAM)

    return send


def words_of_log():
    return [line.words for line in LogLine.objects.order_by("pk") if "lip" in line.verb]


def test_each_slip_of_a_picture_is_stored_with_its_table(party, send):
    receipt = send(slip_reading(party, table=2), slip_reading(party))

    words = "2 slips photographed: round 1, tables 1 and 2"
    assert (receipt.words, receipt.notes) == (words, ())
    assert [each.table.number for each in SlipPicture.objects.all()] == [2, 1]
    assert {bytes(each.cutout) for each in SlipPicture.objects.all()} == {CUTOUT}
    assert words_of_log() == [words]


def test_the_same_file_is_stored_once_and_not_read_again(party, send, monkeypatch):
    first = send(slip_reading(party))
    monkeypatch.setattr(module, "read_slips", None)
    again = store_photograph(party.pk, b"one", layouts=(), **BY_PROGRAM)

    assert again == first
    assert SlipPicture.objects.count() == len(words_of_log()) == 1


def test_the_same_file_sent_twice_at_once_is_stored_once(party, monkeypatch):
    def read_while_another_stores(*_):
        monkeypatch.setattr(module, "read_slips", lambda *_: found)
        store_photograph(party.pk, b"one", layouts=(), **BY_PROGRAM)
        return found

    found = PhotographReading((slip_reading(party),), 0)
    monkeypatch.setattr(module, "read_slips", read_while_another_stores)
    # The reading lock becomes a lock that one thread may hold twice.
    monkeypatch.setattr(PROCESS, "reading_lock", PROCESS.write_lock)
    store_photograph(party.pk, b"one", layouts=(), **BY_PROGRAM)
    assert SlipPicture.objects.count() == 1


def test_a_second_picture_of_a_table_is_kept_and_reported(party, send):
    send(slip_reading(party))
    receipt = send(slip_reading(party), file=b"two")
    assert receipt.notes == (module.SEEN_BEFORE.format(place="round 1, table 1"),)
    assert [slip.is_outdated for slip in photographed_slips(party)] == [False, True]


def test_blank_slips_and_slips_of_missing_tables_wait_for_a_table(party, send):
    receipt = send(
        slip_reading(party, round_number=0, table=0), slip_reading(party, round_number=2, table=9)
    )
    assert receipt.words == "2 slips photographed: no table yet"
    assert receipt.notes == (module.BLANK, module.NOT_THERE.format(place="round 2, table 9"))
    assert not SlipPicture.objects.exclude(table=None).exists()


def test_slips_that_are_not_stored_are_reported(party, send):
    other = party_with(seed="another")
    key = party_key(party.seed)
    old = [SlipCode(key, 3, 1, 2), SlipCode(key, 3), SlipCode(party_key("another"), 3, 1, 1)]
    receipt = send(slip_reading(party), slip_reading(other), loose_mark_count=12, other_codes=old)
    assert receipt.notes == (
        module.OTHER_PARTY,
        module.OTHER_LAYOUT.format(place="A blank slip"),
        module.OTHER_LAYOUT.format(place="Round 1, table 2"),
        module.LOOSE,
    )
    assert SlipPicture.objects.count() == 1


@pytest.mark.parametrize(
    ("seed", "text"), [("another", module.OTHER_PARTY), (None, module.NO_SLIP)]
)
def test_a_picture_without_a_slip_of_the_party_is_refused(party, send, seed, text):
    slips = [slip_reading(party_with(seed=seed))] if seed else []
    with pytest.raises(Refused) as refusal:
        send(*slips, loose_mark_count=0 if slips else 4)
    assert refusal.value.texts == [text]
    assert words_of_log() == []


def test_files_that_are_no_picture_or_too_large_are_refused(party, monkeypatch):
    with pytest.raises(Refused, match="not a photograph"):
        store_photograph(party.pk, b"a letter", layouts=(), **BY_PROGRAM)
    monkeypatch.setattr(module, "LARGEST_PHOTOGRAPH", 10)
    with pytest.raises(Refused, match="larger than"):
        store_photograph(party.pk, b"a long letter", layouts=(), **BY_PROGRAM)


def test_a_photograph_is_refused_if_the_extra_package_is_not_installed(party, monkeypatch):
    monkeypatch.setattr(slip_reader, "can_read_photographs", lambda: False)
    with pytest.raises(Refused, match="cannot read photographs"):
        store_photograph(party.pk, b"one", layouts=(), **BY_PROGRAM)


def test_pictures_are_refused_if_the_queue_or_the_party_is_full(party, send, monkeypatch):
    for _ in range(3):
        PROCESS.reading_queue.acquire()
    try:
        with pytest.raises(Refused) as refusal:
            send(slip_reading(party))
    finally:
        PROCESS.reading_queue.release(3)
    assert refusal.value.faults[0].code == Code.BUSY
    monkeypatch.setattr(module, "MOST_PICTURES", 1)
    with pytest.raises(Refused, match="pictures of slips already"):
        send(slip_reading(party), slip_reading(party, table=2))


def test_a_picture_can_be_put_aside_and_put_back(party):
    picture = slip_picture(party)
    for _ in range(2):
        assert (
            module.put_picture(party.pk, picture.pk, SlipPicture.Status.PUT_ASIDE, **BY_PROGRAM)
            == "round 1, table 1"
        )
    assert photographed_slips(party)[0].is_aside
    module.put_picture(party.pk, picture.pk, SlipPicture.Status.WAITING, **BY_PROGRAM)
    assert SlipPicture.objects.filter(status=SlipPicture.Status.WAITING).get() == picture
    assert words_of_log() == [
        "Photographed slip put aside: round 1, table 1",
        "Photographed slip put back: round 1, table 1",
    ]


def test_a_picture_gets_a_table_and_loses_the_table_again(party):
    picture = slip_picture(party, slip_reading(party, round_number=0, table=0))
    for _ in range(2):
        assert module.move_picture(party.pk, picture.pk, 1, 2, **BY_PROGRAM) == "round 1, table 2"
    assert module.move_picture(party.pk, picture.pk, 1, None, **BY_PROGRAM) == "no table yet"
    with pytest.raises(Refused, match="no table 9 in round 1"):
        module.move_picture(party.pk, picture.pk, 1, 9, **BY_PROGRAM)
    assert words_of_log() == [
        "Photographed slip, no table yet: now round 1, table 2",
        "Photographed slip, round 1, table 2: now no table yet",
    ]


def test_a_picture_of_another_party_cannot_be_put_aside(party):
    picture = slip_picture(party)
    other = party_with(seed="another")
    with pytest.raises(Refused, match="no longer there"):
        module.put_picture(other.pk, picture.pk, SlipPicture.Status.PUT_ASIDE, **BY_PROGRAM)


def test_pictures_outlast_their_table_and_are_deleted_with_the_party(party):
    picture = slip_picture(party)
    with setting_up():
        Table.objects.filter(pk=picture.table_id).delete()
        picture.refresh_from_db()
        assert picture.table is None
        delete_parties([party])
    assert not SlipPicture.objects.exists()


def test_the_database_refuses_a_cutout_of_more_than_60_kilobytes(party):
    reading = slip_reading(party)
    large = type(reading)(**vars(reading) | {"cutout": bytes(60_001)})
    with pytest.raises(IntegrityError, match="slippicture_cutout_is_small"):
        slip_picture(party, large)


def test_a_photographed_slip_is_wanted_until_its_table_has_finished(party):
    slip_picture(party)
    assert [each.is_wanted for each in photographed_slips(party)] == [True]
    enter(party, HANDS)
    assert [each.is_wanted for each in photographed_slips(party)] == [False]
