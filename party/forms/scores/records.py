import re
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict

from party.engine import Record, Rules, decode_text, misdeal_faults, read_ptn, write_ptn
from party.forms.plain_form import NumberField, PlainForm, UploadField, ValueForm
from party.values.scores.records import LONGEST_RECORD

STRAY_WORDS = "There is something among the calls or cards that is neither. Take it out."
LARGEST_FILE = 500_000
MOST_RECORDS = 100
MOST_FAULTS = 25
NOTHING = "Paste a record, or choose a file that has one."
NO_TEXT = "This is not a text file. Records are text, and their names often end in .ptn."
TOO_LARGE = "This file is larger than the records of any table. Nothing was read."
TOO_MANY = f"These are more than {MOST_RECORDS} records, and a table has fewer hands."
TOO_LONG = "This is more text than the records of any table. Nothing was read."
TAGS = {"deal": "Deal", "kitty": "Undealt", "piles": "Piles", "dead": "DeadHand"}


def wrong_lines(text: str, records: Sequence[Record], rules: Rules) -> list[str]:
    """Return the first unreadable lines; if there are none, the lines with impossible deals."""
    faults = [fault for record in records for fault in record.faults]
    wrong = [f"Line {fault.params['line']}: {fault.text}" for fault in faults]
    wrong = wrong or wrong_deals(text, records, rules)
    if len(wrong) > MOST_FAULTS:
        wrong[MOST_FAULTS:] = [f"{len(wrong) - MOST_FAULTS} more lines are wrong."]
    return wrong


def wrong_records(records: Sequence[Record], texts: Sequence[str]) -> list[str]:
    if not records:
        return [NOTHING]
    if any(len(text) > LONGEST_RECORD for text in texts):
        return [f"One record has more than {LONGEST_RECORD:,} letters."]
    # Text with stray words, such as half a tag among the calls, may be read differently later.
    pairs = zip(texts, records, strict=True)
    is_stable = all(read_ptn(text) == [record] for text, record in pairs)
    return [] if is_stable else [STRAY_WORDS]


def wrong_deals(text: str, records: Sequence[Record], rules: Rules) -> list[str]:
    lines = {kind: lines_with(tag, text) for kind, tag in TAGS.items()}
    wrong = []
    for record in records:
        parts = zip(TAGS, (record.hands, record.kitty, record.piles, record.dead), strict=True)
        line_numbers = {kind: next(lines[kind], 0) for kind, part in parts if part}
        wrong += [
            f"Line {line_numbers[fault.place.partition(' ')[0]]}: {fault.text}"
            for fault in misdeal_faults(record, rules)
        ]
    return wrong


def lines_with(tag: str, text: str) -> Iterator[int]:
    """Yield the numbers of the lines that begin with this tag and a value."""
    pattern = re.compile(rf'\s*\[\s*{tag}\s+"[^"]')
    lines = text.replace("\r\n", "\n").split("\n")
    return (number for number, line in enumerate(lines, start=1) if pattern.match(line))


class RecordsForm(PlainForm):
    """The text of the file is shown in the field, because faults name its lines."""

    # No max_length, because a browser cuts off pasted text without saying so.
    text = forms.CharField(
        label="The record (PTN)",
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 14, "spellcheck": "false", "autocapitalize": "none", "class": "typed"}
        ),
    )
    file = UploadField(
        label="Or a file with it",
        required=False,
    )
    submission = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules

    def clean_file(self) -> str:
        file = self.cleaned_data.get("file")
        if file is None:
            return ""
        if file.size > LARGEST_FILE:
            raise ValidationError(TOO_LARGE)
        text = decode_text(file.read())
        if "\0" in text:
            raise ValidationError(NO_TEXT)
        return text

    def clean(self) -> None:
        data = self.cleaned_data
        self.texts: list[str] = []
        if not {"text", "file"} & self.errors.keys():
            self._read_records("\n\n".join(filter(None, (data["text"], data["file"]))))

    def _read_records(self, text: str) -> None:
        self._show_text(text)
        if len(text) > LARGEST_FILE:
            self.add_error("text", TOO_LONG)
            return
        records = read_ptn(text)
        if len(records) > MOST_RECORDS:
            self.add_error("text", TOO_MANY)
            return
        self.texts = [write_ptn(record) for record in records]
        wrong = wrong_lines(text, records, self.rules) or wrong_records(records, self.texts)
        if wrong:
            self.add_error("text", ValidationError(wrong))

    def _show_text(self, text: str) -> None:
        data = MultiValueDict(dict(self.data.lists()))  # type: ignore[attr-defined]
        data["text"] = text
        self.data = data


class AttachRecordForm(RecordsForm):
    first = NumberField(
        label="Which hand is it?",
        min_value=1,
        help_text="Of several records the first is this hand's; the others follow it.",
        error_messages={
            "required": "Type the number of the hand.",
            "invalid": "Type the number of the hand, for example 2.",
        },
    )
    field_order = ("first", "text", "file")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].help_text = "Several records may stand below each other."

    @property
    def value(self) -> tuple[int, UUID]:
        return self.cleaned_data["first"], self.cleaned_data["submission"]


class ReplaceRecordForm(RecordsForm):
    """`seen` is the record on the page."""

    seen = forms.IntegerField(widget=forms.HiddenInput)

    def clean(self) -> None:
        super().clean()
        if len(self.texts) > 1:
            self.add_error("text", f"These are {len(self.texts)} records; a hand has one.")

    @property
    def value(self) -> tuple[int, UUID]:
        return self.cleaned_data["seen"], self.cleaned_data["submission"]


class RemoveRecordForm(ValueForm[int]):
    seen = forms.IntegerField(widget=forms.HiddenInput)


class EnterRecordForm(ValueForm[tuple[int, UUID]]):
    seen = forms.IntegerField(widget=forms.HiddenInput)
    submission = forms.UUIDField(widget=forms.HiddenInput)
