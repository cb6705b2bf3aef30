"""Records are pasted or uploaded: any form is read, and refusals name the lines."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from party.engine import PRESETS
from party.forms.scores.records import (
    LARGEST_FILE,
    NO_TEXT,
    NOTHING,
    STRAY_WORDS,
    TOO_LARGE,
    TOO_LONG,
    AttachRecordForm,
    ReplaceRecordForm,
)
from tests.hands import REVOKE, WHOLE


def checked_form(text="", file=None, form_class=AttachRecordForm, **fields):
    data = QueryDict(mutable=True)
    data.update({"text": text, "submission": str(uuid4()), "first": "1", "seen": "1"} | fields)
    files = {"file": SimpleUploadedFile("hands.ptn", file)} if file is not None else {}
    uploads = MultiValueDict({name: [each] for name, each in files.items()})
    form = form_class(data, uploads, rules=PRESETS["midway"])
    form.is_valid()
    return form


def test_a_pasted_record_is_read_as_one_text():
    form = checked_form(WHOLE)
    assert form.errors == {}
    assert form.texts == [WHOLE]
    assert form.cleaned_data["first"] == 1


def test_the_line_ends_of_windows_and_remarks_are_removed():
    assert checked_form("% from the club\r\n" + WHOLE.replace("\n", "\r\n")).texts == [WHOLE]


def test_several_records_below_each_other_are_read_separately():
    assert checked_form(f"{WHOLE}\n{REVOKE}\n{WHOLE}").texts == [WHOLE, REVOKE, WHOLE]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_in_any_encoding_is_read(encoding):
    record_text = WHOLE.replace("Club night", "Fünfhundert")
    form = checked_form(file=record_text.encode(encoding))
    assert form.errors == {}
    assert form.texts == [record_text]


def test_the_field_shows_the_text_of_the_uploaded_file():
    form = checked_form(file=WHOLE.encode(), first="")
    assert form.errors["first"] == ["Type the number of the hand."]
    assert form["text"].value() == WHOLE


def test_typed_records_come_before_the_records_of_a_file():
    assert checked_form(WHOLE, file=REVOKE.encode()).texts == [WHOLE, REVOKE]


def test_unreadable_lines_are_named():
    form = checked_form(
        WHOLE.replace("HK D7 HJ D5", "HK D7 XX D5").replace('"8H"]\n', '"8H"]\nmumble\n')
    )
    assert [error.partition(":")[0] for error in form.errors["text"]] == ["Line 7", "Line 17"]
    assert "“XX” is not a card" in form.errors["text"][1]
    assert "XX" in form["text"].value()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("N:K.AK6", "N:KQ.AK6", ["Line 26: North: 11 cards"]),
        ("H4HQ", "H5HQ", ["Line 27: The 5 of Hearts is there a second time."]),
        ("H4HQ", "S3HQ", ["Line 27: The 3 of Spades is not in the pack"]),
    ],
    ids=["11 cards", "two identical cards", "another pack"],
)
def test_impossible_deals_are_refused_with_their_line(old, new, expected):
    form = checked_form(f"{WHOLE}\n\n{WHOLE.replace(old, new)}")
    for error, words in zip(form.errors["text"], expected, strict=False):
        assert error.startswith(words)
    assert form["text"].value().count("Deal ") == 2


def test_a_card_against_the_rules_is_accepted():
    assert checked_form(REVOKE).errors == {}


def test_many_unreadable_lines_are_counted():
    errors = checked_form("mumble\n" * 60).errors["text"]
    assert len(errors) == 26
    assert errors[0].startswith("Line 1: ")
    assert errors[-1] == "35 more lines are wrong."


@pytest.mark.parametrize("text", ["", "  \r\n\t", "% nothing but a remark\n"])
def test_an_empty_text_is_refused(text):
    assert checked_form(text).errors["text"] == [NOTHING]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "There is nothing in this file."),
        (b"\x89PNG\r\n\x1a\n" + bytes(200), NO_TEXT),
        (b"x" * (LARGEST_FILE + 1), TOO_LARGE),
    ],
    ids=["empty", "a picture", "large"],
)
def test_if_a_wrong_file_is_refused_the_typed_text_is_kept(data, words):
    form = checked_form(WHOLE, file=data)
    assert form.errors["file"] == [words]
    assert form["text"].value() == WHOLE


def test_a_text_longer_than_a_file_may_be_is_refused_before_it_is_read():
    assert checked_form("x" * (LARGEST_FILE + 1)).errors["text"] == [TOO_LONG]


def test_a_record_that_is_too_long_is_refused():
    errors = checked_form(f'[Event "{"x" * 21_000}"]\n{WHOLE}').errors["text"]
    assert errors == ["One record has more than 20,000 letters."]


def test_null_characters_in_the_text_are_refused():
    assert checked_form(WHOLE + "\0").errors["text"] == [
        "The record (PTN): this cannot be read. Type it again."
    ]


def test_an_incomplete_tag_among_the_calls_is_refused():
    calls = '[Auction "N"]\nPass Pass "HA"] ass [Auction\n'
    assert checked_form(calls).errors["text"] == [STRAY_WORDS]


def test_unknown_tags_are_kept():
    assert '[Weather "rain"]' in checked_form(f'[Weather "rain"]\n{WHOLE}').texts[0]


@pytest.mark.parametrize("first", ["two", "1.5", "-1"])
def test_an_invalid_hand_number_is_refused(first):
    assert len(checked_form(WHOLE, first=first).errors["first"]) == 1


def test_a_hand_is_replaced_by_one_record_only():
    assert checked_form(REVOKE, form_class=ReplaceRecordForm).texts == [REVOKE]
    errors = checked_form(f"{WHOLE}\n{REVOKE}", form_class=ReplaceRecordForm).errors["text"]
    assert errors == ["These are 2 records; a hand has one."]
