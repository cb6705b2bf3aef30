"""The list of players: names in, numbers made, one person changed, ticks at the door."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from party.forms.plain import PlainForm
from party.forms.rosters import LONGEST_GROUP, Line, decode, read_numbers, read_people, write_lines
from party.values.names import LONGEST
from party.values.players import Known

LARGEST_FILE = 1_000_000


class GroupField(forms.CharField):
    """A prize group; the club's groups are offered, any other may be typed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label="Prize group (if you have any)",
            required=False,
            max_length=LONGEST_GROUP,
            widget=forms.TextInput(attrs={"class": "medium", "list": "groups"}),
            error_messages={"max_length": f"A prize group has at most {LONGEST_GROUP} letters."},
            **kwargs,
        )


class OneNameForm(PlainForm):
    """One person at the door; the same address takes whole lists."""

    names = forms.CharField(
        label="Name",
        max_length=LONGEST,
        help_text="As it is printed. Type “Surname, First” when the surname has several words.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": "Type a name."},
    )
    prize_group = GroupField()


class ListForm(PlainForm):
    """A list of names, pasted or from a file; `lines` are what was read in it."""

    reader = staticmethod(read_people)
    nothing = "Type or paste the names, one per line."

    names = forms.CharField(
        label="Names, one per line",
        required=False,
        help_text="A prize group may follow after a semicolon: Alma Rasmussen; women",
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label="Or a file from a spreadsheet (CSV)",
        required=False,
        help_text="With a first line of headings: name, group.",
        error_messages={"empty": "There is nothing in this file."},
    )
    prize_group = GroupField(help_text="For all who have no other in the list.")

    def clean_file(self) -> str:
        file = self.cleaned_data.get("file")
        if file is None:
            return ""
        if file.size > LARGEST_FILE:
            raise ValidationError("This file is larger than any list of players.")
        return decode(file.read())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        typed, filed = data.get("names", ""), data.get("file", "")
        self.lines: list[Line] = []
        for field, text in (("names", typed), ("file", filed)):
            try:
                self.lines += type(self).reader(text, data.get("prize_group", ""))
            except ValidationError as error:
                self.add_error(field, error)
        if not (self.lines or self.errors):
            self.add_error("names", self.nothing)
        return data

    @property
    def text(self) -> str:
        """All that was read, as lines to go on with."""
        return write_lines(self.lines)


class NumbersForm(ListForm):
    """Names against the numbers of a blind draw."""

    reader = staticmethod(read_numbers)
    nothing = "Type the numbers and names, one per line, for example 27 Alma R."

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["file"]
        self.fields["names"].label = "Numbers and names, one per line"
        self.fields["names"].help_text = "For example 27 Alma R"


class CountForm(PlainForm):
    """How many numbers a blind draw has."""

    count = forms.IntegerField(
        label="How many numbers?",
        help_text="As many as people may come. Cards that nobody takes stay in the box.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short"}),
        error_messages={
            "required": "Say how many numbers.",
            "invalid": "Say how many numbers, as a number such as 48.",
        },
    )


class RosterForm(PlainForm):
    """People whom the club knows, to tick."""

    people = forms.TypedMultipleChoiceField(
        label="Who comes tonight?",
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Tick the people who come tonight."},
    )

    def __init__(self, *args: Any, roster: tuple[Known, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by_id = {person.id: person for person in roster}
        choices = [(person.id, person.name) for person in roster]
        self.fields["people"].choices = choices  # type: ignore[attr-defined]


class PersonForm(PlainForm):
    """One person's name and prize group."""

    name = forms.CharField(
        label="Name",
        max_length=LONGEST,
        error_messages={"required": "Type a name."},
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    prize_group = GroupField()
    another = forms.BooleanField(
        label="Another person on the list has this name, and that is right", required=False
    )


class StandInForm(PlainForm):
    """Who takes the chair of somebody who goes home."""

    name = forms.CharField(
        label="Name",
        max_length=LONGEST,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    house = forms.ChoiceField(
        label="Who is it?",
        choices=[
            ("yes", "A house player: plays along, wins nothing"),
            ("no", "Somebody who plays for the prizes from now on"),
        ],
        initial="yes",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose who takes the chair."},
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("house") == "no" and not data.get("name"):
            self.add_error("name", "Type the name of the person who takes the chair.")
        return data


class HouseForm(PlainForm):
    """A house player's name; one is made when nothing is typed."""

    name = forms.CharField(
        label="House player’s name",
        max_length=LONGEST,
        required=False,
        widget=forms.TextInput(attrs={"class": "medium", "autocomplete": "off"}),
    )


@dataclass(frozen=True)
class Ticks:
    """Which ticks were set and which taken away since the page was shown.

    Only these are done: what another desk ticked meanwhile stays.
    """

    here: frozenset[int]
    gone: frozenset[int]


def read_ticks(sent: Mapping[str, str]) -> Ticks:
    """Read the boxes "here-5" of the list, and under "was" who was ticked when it was shown."""
    now = {int(name[5:]) for name in sent if re.fullmatch(r"here-\d{1,18}", name)}
    was = {int(number) for number in re.findall(r"\d{1,18}", sent.get("was", ""))}
    return Ticks(frozenset(now - was), frozenset(was - now))
