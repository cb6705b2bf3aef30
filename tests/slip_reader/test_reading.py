from io import BytesIO

import pytest
from PIL import ExifTags, Image

from party import slip_reader
from party.pdf.scores.slips import slip_layout
from party.slip_reader import PhotosNotInstalled, read_slips
from party.slip_reader import pictures as opening
from party.slip_reader.results import PictureRefused, ReadingState
from party.slip_reader.slip_code import SlipCode, party_key
from tests.slip_reader.photographs import (
    LOOKS,
    blank_cards,
    photograph,
    sheet_of,
    tally,
)

LETTER = LOOKS[0]


@pytest.fixture(scope="module")
def photo():
    return photograph(1, "two to four", "midway", LETTER, count=2)


@pytest.fixture(scope="module")
def reading(photo):
    return read_slips(photo.file, [slip_layout(sheet_of("midway"), look) for look in LOOKS])


def as_file(picture, kind="JPEG", **options):
    file = BytesIO()
    picture.save(file, kind, **options)
    return file.getvalue()


def words_of(reading):
    return {
        slip.code.table: [(group.answer, group.choices) for group in slip.groups]
        for slip in reading.slips
    }


def test_slips_of_a_picture_are_read_with_their_round_and_table(photo, reading):
    counts = tally(photo, reading.slips)
    assert counts["found"] == 2
    assert counts["wrong"] == counts["asked"] == 0
    assert reading.loose_mark_count == 0
    assert {(slip.code.party, slip.code.round) for slip in reading.slips} == {(party_key("7"), 3)}
    assert {slip.code.table for slip in reading.slips} == {card.table for card in photo.cards}


def test_the_picture_of_a_slip_is_small_and_upright_without_metadata(reading):
    for slip in reading.slips:
        assert len(slip.cutout) <= 60_000
        picture = Image.open(BytesIO(slip.cutout))
        assert picture.size == slip.size
        assert picture.height > picture.width
        assert not picture.getexif()
        for each in (*slip.groups, *slip.boxes):
            left, top, right, bottom = each.area
            assert 0 <= left < right <= picture.width + 30
            assert 0 <= top < bottom <= picture.height


def test_a_picture_is_turned_upright_as_its_metadata_says(photo, reading):
    picture = Image.open(BytesIO(photo.file)).transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6  # a viewer turns this picture clockwise by 90 degrees
    exif[ExifTags.Base.Make] = "A phone"
    turned = read_slips(as_file(picture, quality=95, exif=exif), [photo.layout])
    assert words_of(turned) == words_of(reading)
    assert all(b"A phone" not in slip.cutout for slip in turned.slips)


@pytest.mark.parametrize("kind", ["HEIF", "PNG", "WEBP"])
def test_pictures_of_other_kinds_are_read(kind):
    [card, *_] = blank_cards("midway", LETTER)
    [slip] = read_slips(as_file(card.picture.reduce(2), kind), [card.layout]).slips
    assert slip.code.table == card.table


def test_a_slip_of_another_game_is_not_read(photo):
    reading = read_slips(photo.file, [slip_layout(sheet_of("australian"))])
    assert reading.slips == ()
    assert reading.loose_mark_count >= 8


def test_in_a_picture_without_slips_no_slip_is_found():
    reading = read_slips(as_file(Image.new("RGB", (800, 600), "grey")), [])
    assert reading.slips == ()
    assert reading.loose_mark_count == 0


def test_a_slip_with_nothing_written_is_read_as_empty(photo):
    [card, *_] = blank_cards("midway", LETTER)
    [slip] = read_slips(as_file(card.picture), [card.layout]).slips
    assert {group.answer for group in slip.groups} == {ReadingState.EMPTY}
    assert not any(box.is_written_in for box in slip.boxes)
    assert slip.code == SlipCode(party_key("7"), card.layout.key, 3, card.table)


def test_a_question_about_a_correction_offers_the_new_choice():
    photo = photograph(4, "corrections", "midway", LETTER, count=2)
    truths = {card.table: card.truth for card in photo.cards}
    asked = [
        (group, truths[slip.code.table][group.hand, group.question])
        for slip in read_slips(photo.file, [photo.layout]).slips
        for group in slip.groups
        if group.must_be_asked
    ]
    assert asked
    assert all(truth in group.choices for group, truth in asked)


BOMB = as_file(Image.new("1", (10_000, 10_000)), "PNG")
FILES = {
    "text": (b"Alma, Bert", opening.NOT_A_PICTURE),
    "nothing": (b"", opening.NOT_A_PICTURE),
    "SVG": (b'<svg xmlns="http://www.w3.org/2000/svg"/>', opening.NOT_A_PICTURE),
    "GIF": (as_file(Image.new("P", (20, 20)), "GIF"), opening.NOT_A_PICTURE),
    "PDF": (as_file(Image.new("L", (20, 20)), "PDF"), opening.NOT_A_PICTURE),
    "100 megapixels": (BOMB, opening.TOO_LARGE),
    "see-through": (as_file(Image.new("LA", (3_000, 3_000)), "PNG"), opening.TOO_LARGE),
    "bytes without end": (b"\xff\xd8" + bytes(opening.MOST_BYTES), opening.TOO_LARGE),
    "cut JPEG": (as_file(Image.effect_noise((400, 400), 60))[:9000], opening.BROKEN),
    "cut PNG": (as_file(Image.effect_noise((400, 400), 60), "PNG")[:9000], opening.BROKEN),
}


@pytest.mark.parametrize(("file", "words"), FILES.values(), ids=FILES)
def test_hostile_files_are_refused_with_a_sentence(file, words):
    with pytest.raises(PictureRefused, match=r"picture|photograph") as refusal:
        read_slips(file, [])
    assert str(refusal.value) == words


def test_heic_that_cannot_be_opened_is_refused_with_advice(monkeypatch):
    monkeypatch.setattr(opening, "HAS_HEIC", False)
    with pytest.raises(PictureRefused, match="Most Compatible"):
        read_slips(b"\x00\x00\x00\x18ftypheic" + bytes(20), [])


def test_photographs_are_refused_if_the_libraries_are_missing(monkeypatch):
    monkeypatch.setattr(slip_reader, "find_spec", lambda name: None)
    assert not slip_reader.can_read_photographs()
    with pytest.raises(PhotosNotInstalled, match="Type the slips"):
        read_slips(b"", [])


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    [
        "rings",
        "ticks",
        "open rings",
        "bent",
        "steep",
        "poor JPEG",
        "blurred",
        "photocopy",
        "coffee",
    ],
)
def test_no_line_of_a_photograph_is_read_wrongly(kind):
    counts = tally(photograph(3, kind, count=1))
    assert counts["found"] == 1
    assert counts["wrong"] == 0
    assert counts["right"] >= 0.9 * (counts["right"] + counts["asked"])
