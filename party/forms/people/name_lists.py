import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from party.forms.people.players import ArrivedField, GroupField, WordField
from party.forms.people.same_person import MOST_WORDS, player_text
from party.forms.plain_form import PlainForm, UploadField
from party.rosters import (
    COLUMN_CHOICES,
    LARGEST_FILE,
    LARGEST_TEXT,
    LATER,
    LONGEST_NAME,
    Choices,
    FeeAnswers,
    FileText,
    Reading,
    RosterError,
    as_table,
    casefolded_name,
    checked_against_cards,
    comparison_key,
    read_file,
    read_people,
    shortened,
    with_free_numbers,
    without_named,
)
from party.values.people.attendance import Newcomer
from party.values.people.fees import PAYMENT_METHODS
from party.values.people.money import money
from party.values.people.person import ClubPlayer

HALF_OF_NAMES = "Only half of each name was found. Is this the other half, or something else?"
NOT_UNDERSTOOD = "Not understood, so it is not used. If it matters, say what it is."
COLUMN, ABOUT, GUEST = "column-", "about-", "guest-"
# Fields of the preview. They are kept when the organiser changes the list.
ANSWERS = re.compile(
    rf"(?:{COLUMN}|{ABOUT}|{GUEST}|who-|word-).*|headings|seen_lines|same|another|drop|rest"
)
MOST_GUESTS = 100
MOST_QUESTIONS = 5  # about unknown columns; the page folds the questions about others
TOO_MANY_ALIKE = "Too many names in this list are alike. Send it in several lists."
NAMES_AND_FILE = "Names are typed as well. Add one list first, then choose the file again."
CELLS = "Or paste cells of a spreadsheet."


class NameListForm(PlainForm):
    """The page shows what was read before anybody is added, except for a single typed name.

    `cards` are the names of tonight's list by number, "" for a number without a name.
    """

    is_numbered = False
    text_if_empty = "Type or paste the names, one per line."
    text_if_file_is_empty = "There is no name in this file."

    names = forms.CharField(
        label="Names, one per line",
        required=False,
        strip=False,
        help_text=f"A prize group may follow after a semicolon: Alma Rasmussen; women. {CELLS}",
        widget=forms.Textarea(attrs={"rows": 7, "spellcheck": "false", "autofocus": True}),
    )
    file = UploadField(
        label="Or a file: a spreadsheet (XLSX, ODS, CSV), text, or contacts (VCF)",
        required=False,
        help_text="You see everything before it is added. Headings, in any order: name (or first "
        "name and last name), group, number, notes, who comes, told apart by. Up to 10,000 rows.",
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.ods,.csv,.tsv,.txt,.vcf"}),
    )
    prize_group = GroupField(help_text="For everybody who has no other group in the list.")
    here = ArrivedField(label="All of them have arrived already")

    def __init__(
        self,
        *args: Any,
        cards: Mapping[int, str],
        fee: int = 0,
        currency: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.cards, self.fee, self.currency = cards, fee, currency

    def clean_names(self) -> str:
        text: str = self.cleaned_data["names"]
        if len(text) > LARGEST_TEXT:
            raise ValidationError("This is more text than any list of players.")
        return as_table(text)

    def clean_file(self) -> FileText | None:
        file = self.cleaned_data.get("file")
        if file is None:
            return None
        try:
            return read_file(file.read(LARGEST_FILE + 1))
        except RosterError as error:
            raise ValidationError(str(error)) from error

    def clean(self) -> None:
        data = self.cleaned_data
        typed_names, file = data.get("names", ""), data.get("file")
        if typed_names.strip() and file:
            self.add_error("file", NAMES_AND_FILE)
        self.file_text: FileText | None = file
        self.text: str = file.text if file else typed_names
        self.reading = Reading()
        if not self.errors:
            reading = self.read(self.text, data.get("prize_group", ""))
            self.reading = without_named(reading, self.cards)
            if not reading.lines and not reading.has_open_questions:
                text = self.text_if_file_is_empty if file else self.text_if_empty
                faults = ValidationError(reading.faults or [text])
                self.add_error("file" if file else "names", faults)

    def refuse_list(self, reason: str) -> None:
        self.add_error("file" if self.file_text else "names", reason)

    def read(self, text: str, group: str) -> Reading:
        reading = read_people(text, group, choices=self.choices, fee=self._fee_answers())
        return with_free_numbers(reading, self.cards)

    def _fee_answers(self) -> FeeAnswers | None:
        if not self.fee:
            return None
        amount = money(self.fee, self.currency)
        # The answers include the fee that the page shows, because the fee may change before the
        # button is pressed.
        ways = {
            f"{how}-{self.fee}": f"Yes, {amount}: {words.lower()}"
            for how, words in PAYMENT_METHODS.items()
        }
        listed = frozenset(map(casefolded_name, self.cards.values()))
        return FeeAnswers({**ways, LATER: "No, they pay at the door"}, listed)

    @property
    def choices(self) -> Choices:
        columns = {
            int(name[len(COLUMN) :]): kind
            for name, kind in self.data.items()
            if re.fullmatch(rf"{COLUMN}\d{{1,3}}", name) and kind in COLUMN_CHOICES
        }
        answers, guests = self._sent_values(ABOUT), self._sent_values(GUEST)
        return Choices(columns, answers, self.data.get("headings", ""), guests)

    def _sent_values(self, prefix: str) -> dict[str, str]:
        sent = self.data.items()
        return {name.removeprefix(prefix): text for name, text in sent if name.startswith(prefix)}

    def has_unnamed_guests(self, dropped: Collection[str]) -> bool:
        guests, names_by_mark = self.reading.companion_lines[:MOST_GUESTS], self.choices.guests
        return any(
            not names_by_mark.get(guest.mark, "").strip()
            for guest in guests
            if guest.mark not in dropped
        )

    @property
    def is_list(self) -> bool:
        """Return False for one name typed alone, which is added without a preview."""
        reading = self.reading
        if "one" in self.data and not self.file_text and not reading.has_open_questions:
            return [line.name for line in reading.lines] != [self.text.strip()]
        return bool(reading.lines or reading.questions or not reading.repeated_lines)


class NumberedListForm(NameListForm):
    is_numbered = True
    text_if_empty = "Type the numbers and names, one per line, for example 27 Alma R."
    text_if_file_is_empty = "There is no number with a name in this file."

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["here"]  # everybody who took a card is here
        names, file = self.fields["names"], self.fields["file"]
        names.label = "Numbers and names, one per line"
        names.help_text = f"For example 27 Alma R. {CELLS}"
        file.help_text = (
            "A column of numbers and a column of names are enough. With headings in the first "
            "line, columns can be in any order, with group and notes. Up to 10,000 rows."
        )

    def read(self, text: str, group: str) -> Reading:
        reading = read_people(text, group, is_numbered=True, choices=self.choices)
        return checked_against_cards(reading, self.cards)


class GuestField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            max_length=LONGEST_NAME,
            widget=forms.TextInput(attrs={"class": "medium", "autocomplete": "off"}),
            error_messages={"required": "Type the guest’s name, or leave the guest out."},
            **kwargs,
        )


class ReadingForm(PlainForm):
    """Asks about the columns of a list, its guests, and everything that is unclear."""

    headings = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        *args: Any,
        reading: Reading,
        guests: Mapping[str, str],
        dropped: Collection[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["headings"].initial = reading.headings
        self.guest_marks = [guest.mark for guest in reading.companion_lines[:MOST_GUESTS]]
        for guest in reading.companion_lines[:MOST_GUESTS]:
            self.fields[f"{GUEST}{guest.mark}"] = GuestField(
                label=f"Line {guest.place}, “{shortened(guest.name)}”: the guest’s name",
                initial=guests.get(guest.mark, ""),
                required=guest.mark not in dropped,
            )
        self._add_questions(reading)

    def _add_questions(self, reading: Reading) -> None:
        self.asked_columns = set[str]()
        for question in reading.questions:
            self.fields[f"{ABOUT}{question.kind}"] = forms.ChoiceField(
                label=question.text,
                choices=question.answers,
                initial=question.answer,
                widget=forms.RadioSelect,
                error_messages={"required": "Say which it is."},
            )
        for column in reading.columns:
            is_unknown = column.kind == "" and bool(column.heading or column.example)
            if not column.preselected_kind or (
                is_unknown and len(self.asked_columns) < MOST_QUESTIONS
            ):
                self.asked_columns.add(f"{COLUMN}{column.index}")
            number, rare_kinds = column.index + 1, {"middle", "last2"} - {column.kind}
            kinds = [
                (kind, words) for kind, words in COLUMN_CHOICES.items() if kind not in rare_kinds
            ]
            help_text = NOT_UNDERSTOOD if is_unknown else ""
            heading, example = shortened(column.heading), shortened(column.example or "nothing")
            name = f"Column {number}, “{heading}”" if heading else f"Column {number}"
            self.fields[f"{COLUMN}{column.index}"] = forms.ChoiceField(
                label=f"{name}: {example} …",
                choices=[*([] if column.preselected_kind else [("", "Say what it is")]), *kinds],
                initial=column.preselected_kind,
                help_text=help_text if column.preselected_kind else HALF_OF_NAMES,
                error_messages={"required": f"Say what is in column {number}."},
            )

    @property
    def asked(self) -> list[forms.BoundField]:
        return [
            field
            for field in self
            if field.name.startswith(ABOUT) or field.name in self.asked_columns
        ]

    @property
    def guests(self) -> list[tuple[str, forms.BoundField]]:
        return [(mark, self[f"{GUEST}{mark}"]) for mark in self.guest_marks]

    @property
    def columns(self) -> list[forms.BoundField]:
        names = {each.name for each in self.asked}
        return [each for each in self if each.name.startswith(COLUMN) and each.name not in names]


def sent_answers(sent: QueryDict) -> list[tuple[str, str]]:
    """Return the answers of the preview, as hidden fields for the page that edits the list."""
    names = filter(ANSWERS.fullmatch, sent)
    answers = [(name, value) for name in names for value in sent.getlist(name)]
    return [*answers, ("asked", ""), ("read", "yes")] if answers else []


class ClubRosterForm(PlainForm):
    people = forms.TypedMultipleChoiceField(
        label="Who comes tonight?",
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Tick the people who come tonight."},
    )

    def __init__(
        self,
        *args: Any,
        roster: tuple[ClubPlayer, ...],
        tonight: Iterable[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.by_id = {person.id: person for person in roster}
        self.set_choices("people", [(person.id, str(person)) for person in roster])
        names = Counter(
            comparison_key(name) for name in (*tonight, *(each.name for each in roster))
        )
        same_named = [
            each for each in roster if names[comparison_key(each.name)] > 1 and not each.word
        ]
        for person in same_named[:MOST_WORDS]:
            self.fields[f"word-{person.id}"] = WordField(
                label=f"A word that tells {player_text(person)} apart"
            )

    @property
    def chosen(self) -> list[Newcomer]:
        return [
            replace(
                newcomer_of_player(self.by_id[pk]), word=self.cleaned_data.get(f"word-{pk}", "")
            )
            for pk in self.cleaned_data["people"]
        ]


def newcomer_of_player(person: ClubPlayer) -> Newcomer:
    return Newcomer(person.sort_name, person.prize_group, player=person.id, is_namesake=True)
