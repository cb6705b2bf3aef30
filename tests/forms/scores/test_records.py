"""Records pasted or uploaded: read in any form, refused with line numbers, never lost."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from party.engine import PRESETS, read_ptn
from party.forms.scores.records import (
    LARGEST_FILE,
    NO_TEXT,
    NOTHING,
    STRAY_WORDS,
    TOO_LARGE,
    TOO_LONG,
    AttachForm,
    ReplaceForm,
)
from tests.hands import REVOKE, WHOLE


def sent(text="", file=None, kind=AttachForm, **fields):
    data = QueryDict(mutable=True)
    data.update({"text": text, "submission": str(uuid4()), "first": "1", "seen": "1"} | fields)
    files = {"file": SimpleUploadedFile("hands.ptn", file)} if file is not None else {}
    given = MultiValueDict({name: [each] for name, each in files.items()})
    form = kind(data, given, rules=PRESETS["midway"])
    form.is_valid()
    return form


def test_pasted_record_is_one_text():
    form = sent(WHOLE)
    assert form.errors == {}
    assert form.texts == [WHOLE]
    assert form.cleaned_data["first"] == 1


def test_line_ends_and_remarks_make_no_difference():
    assert sent("% from the club\r\n" + WHOLE.replace("\n", "\r\n")).texts == [WHOLE]


def test_several_records_below_each_other():
    assert sent(f"{WHOLE}\n{REVOKE}\n{WHOLE}").texts == [WHOLE, REVOKE, WHOLE]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_file_in_any_encoding(encoding):
    named = WHOLE.replace("Club night", "Fünfhundert")
    form = sent(file=named.encode(encoding))
    assert form.errors == {}
    assert form.texts == [named]


def test_text_of_a_file_stands_in_the_field():
    form = sent(file=WHOLE.encode(), first="")
    assert form.errors["first"] == ["Type the number of the hand."]
    assert form["text"].value() == WHOLE


def test_typed_and_filed_records_come_one_after_the_other():
    assert sent(WHOLE, file=REVOKE.encode()).texts == [WHOLE, REVOKE]


def test_lines_that_cannot_be_read_are_named():
    form = sent(WHOLE.replace("HK D7 HJ D5", "HK D7 XX D5").replace('"8H"]\n', '"8H"]\nmumble\n'))
    assert [error.partition(":")[0] for error in form.errors["text"]] == ["Line 7", "Line 17"]
    assert "“XX” is not a card" in form.errors["text"][1]
    assert "XX" in form["text"].value()


@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [
        ("N:K.AK6", "N:KQ.AK6", ["Line 26: North: 11 cards"]),
        ("H4HQ", "H5HQ", ["Line 27: The 5 of Hearts is there a second time."]),
        ("H4HQ", "S3HQ", ["Line 27: The 3 of Spades is not in the pack"]),
    ],
    ids=["11 cards", "two identical cards", "another pack"],
)
def test_cards_that_cannot_have_been_dealt_are_refused_with_their_line(was, now, expected):
    form = sent(f"{WHOLE}\n\n{WHOLE.replace(was, now)}")
    for error, words in zip(form.errors["text"], expected, strict=False):
        assert error.startswith(words)
    assert form["text"].value().count("Deal ") == 2


def test_card_against_the_rules_is_no_reason_to_refuse_a_record():
    assert sent(REVOKE).errors == {}


def test_many_lines_that_cannot_be_read_are_counted():
    errors = sent("mumble\n" * 60).errors["text"]
    assert len(errors) == 26
    assert errors[0].startswith("Line 1: ")
    assert errors[-1] == "35 more lines are wrong."


@pytest.mark.parametrize("text", ["", "  \r\n\t", "% nothing but a remark\n"])
def test_nothing_is_refused(text):
    assert sent(text).errors["text"] == [NOTHING]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "There is nothing in this file."),
        (b"\x89PNG\r\n\x1a\n" + bytes(200), NO_TEXT),
        (b"x" * (LARGEST_FILE + 1), TOO_LARGE),
    ],
    ids=["empty", "a picture", "large"],
)
def test_file_that_is_wrong_is_refused_and_the_text_kept(data, words):
    form = sent(WHOLE, file=data)
    assert form.errors["file"] == [words]
    assert form["text"].value() == WHOLE


def test_ten_megabytes_of_records_are_refused_unread():
    assert sent(file=WHOLE.encode() * 14_000).errors["file"] == [TOO_LARGE]


def test_more_text_than_a_file_may_have_is_refused_unread():
    assert sent("x" * (LARGEST_FILE + 1)).errors["text"] == [TOO_LONG]


def test_record_that_is_too_long_to_keep_is_refused():
    errors = sent(f'[Event "{"x" * 21_000}"]\n{WHOLE}').errors["text"]
    assert errors == ["One record has more than 20,000 letters."]


def test_null_characters_in_the_text_are_refused():
    assert sent(WHOLE + "\0").errors["text"] == [
        "The record (PTN): this cannot be read. Type it again."
    ]


def test_half_a_tag_among_the_calls_is_refused():
    calls = '[Auction "N"]\nPass Pass "HA"] ass [Auction\n'
    assert sent(calls).errors["text"] == [STRAY_WORDS]


def test_tags_nobody_knows_are_kept():
    assert '[Weather "rain"]' in sent(f'[Weather "rain"]\n{WHOLE}').texts[0]


@pytest.mark.parametrize("first", ["two", "1.5", "-1"])
def test_number_of_the_hand_that_is_none(first):
    assert len(sent(WHOLE, first=first).errors["first"]) == 1


def test_hand_is_given_one_record_in_place_of_another():
    assert sent(REVOKE, kind=ReplaceForm).texts == [REVOKE]
    errors = sent(f"{WHOLE}\n{REVOKE}", kind=ReplaceForm).errors["text"]
    assert errors == ["These are 2 records; a hand has one."]


def test_stored_text_reads_as_it_was_written():
    assert read_ptn(sent(WHOLE).texts[0]) == read_ptn(WHOLE)
