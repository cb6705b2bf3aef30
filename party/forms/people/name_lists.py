"""Lists of people as forms: typed, pasted, out of a file, or ticked in the club's roster."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from party.forms.people.list_files import LARGEST_FILE, LARGEST_TEXT, Filed, read_file
from party.forms.people.players import GroupField, WordField
from party.forms.people.same_person import MOST_WORDS, player_text
from party.forms.plain_form import PlainForm
from party.values.people.attendance import Newcomer
from party.values.people.name_lists import (
    Reading,
    checked_against_cards,
    read_people,
    with_free_numbers,
    without_named,
)
from party.values.people.names import as_heard
from party.values.people.person import ClubPlayer

BOTH = "Names are typed as well. Add one list first, then choose the file again."


class ListForm(PlainForm):
    """A list of names, pasted or from a file; `reading` is what was read in it.

    A list is shown before it is added; one typed name that is right is not. `cards` are the
    numbers that there are, each with its name.
    """

    numbered = False
    nothing = "Type or paste the names, one per line."
    nothing_in_file = "There is no name in this file."

    names = forms.CharField(
        label="Names, one per line",
        required=False,
        strip=False,
        help_text="A prize group may follow after a semicolon: Alma Rasmussen; women. "
        "Or paste cells of a spreadsheet.",
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autofocus": True}),
    )
    file = forms.FileField(
        label="Or a file from a spreadsheet (XLSX or CSV)",
        required=False,
        help_text="With a first line of headings, in any order: name (or first name and last "
        "name), group, number, notes, told apart by. Up to 10,000 rows.",
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.csv,.tsv,.txt"}),
        error_messages={"empty": "There is nothing in this file."},
    )
    prize_group = GroupField(help_text="For all who have no other in the list.")
    here = forms.BooleanField(
        label="All of them have arrived already",
        required=False,
        help_text="Without this tick they are on the list, and waited for.",
    )

    def __init__(self, *args: Any, cards: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cards = cards

    def clean_names(self) -> str:
        text: str = self.cleaned_data["names"]
        if len(text) > LARGEST_TEXT:
            raise ValidationError("This is more text than any list of players.")
        return text

    def clean_file(self) -> Filed | None:
        file = self.cleaned_data.get("file")
        if file is None:
            return None
        return read_file(file.read(LARGEST_FILE + 1))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        typed, filed = data.get("names", ""), data.get("file")
        if typed.strip() and filed:
            self.add_error("file", BOTH)
        self.filed: Filed | None = filed
        self.text: str = filed.text if filed else typed
        self.reading = Reading()
        if not self.errors:
            reading = self.read(self.text, data.get("prize_group", ""))
            self.reading = without_named(reading, self.cards)
            if not reading.lines:
                nothing = self.nothing_in_file if filed else self.nothing
                faults = ValidationError(reading.faults or [nothing])
                self.add_error("file" if filed else "names", faults)
        return data

    def read(self, text: str, group: str) -> Reading:
        return with_free_numbers(read_people(text, group), self.cards)

    @property
    def is_list(self) -> bool:
        """Whether this is shown before it is added: a file, several lines, or one amiss."""
        return bool(self.filed or len(self.reading.lines) > 1 or self.reading.unread)


class NumbersForm(ListForm):
    """Names against the numbers of a blind draw."""

    numbered = True
    nothing = "Type the numbers and names, one per line, for example 27 Alma R."
    nothing_in_file = "There is no number with a name in this file."

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["here"]  # who took a card is here
        names, file = self.fields["names"], self.fields["file"]
        names.label = "Numbers and names, one per line"
        names.help_text = "For example 27 Alma R. Or paste cells of a spreadsheet."
        file.help_text = (
            "A column of numbers and one of names are enough. With a first line of headings they "
            "may stand in any order, with group and notes. Up to 10,000 rows."
        )

    def read(self, text: str, group: str) -> Reading:
        return checked_against_cards(read_people(text, group, numbered=True), self.cards)


class RosterForm(PlainForm):
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
        """Make the form, with a field for a word for each whose name others have too."""
        super().__init__(*args, **kwargs)
        self.by_id = {person.id: person for person in roster}
        self.set_choices("people", [(person.id, str(person)) for person in roster])
        names = Counter(as_heard(name) for name in (*tonight, *(each.name for each in roster)))
        alike = [each for each in roster if names[as_heard(each.name)] > 1 and not each.word]
        for person in alike[:MOST_WORDS]:
            self.fields[f"word-{person.id}"] = WordField(
                label=f"A word that tells {player_text(person)} apart"
            )

    @property
    def chosen(self) -> list[Newcomer]:
        """The people who were ticked; they need no question."""
        return [
            replace(known(self.by_id[pk]), word=self.cleaned_data.get(f"word-{pk}", ""))
            for pk in self.cleaned_data["people"]
        ]


def known(person: ClubPlayer) -> Newcomer:
    """Return a player of the club as somebody who needs no question."""
    return Newcomer(person.sort_name, person.prize_group, player=person.id, another=True)
