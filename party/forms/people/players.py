import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms

from party.forms.plain_form import NumberField, PlainForm, ValueForm
from party.rosters import LONGEST_GROUP, LONGEST_NAME, LONGEST_NOTES, LONGEST_WORD
from party.values.people.words import GROUP_TOO_LONG, WORD_TOO_LONG
from party.values.seats.words import HAND_OUT

AS_PRINTED = "As it is printed. Type “Surname, First” when the surname has several words."


class NameField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label="Name",
            max_length=LONGEST_NAME,
            widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            error_messages={"required": "Type a name."},
            **kwargs,
        )


class GroupField(forms.CharField):
    """The browser suggests the club's groups; any other text is allowed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label="Prize group (if you have any)",
            required=False,
            max_length=LONGEST_GROUP,
            widget=forms.TextInput(attrs={"class": "medium", "list": "groups"}),
            error_messages={"max_length": GROUP_TOO_LONG},
            **kwargs,
        )


class WordField(forms.CharField):
    def __init__(self, *, label: str, **kwargs: Any) -> None:
        super().__init__(
            label=f"{label} (if you like)",
            help_text="For example the street: Oak St. Without one the number tells them apart.",
            required=False,
            max_length=LONGEST_WORD,
            widget=forms.TextInput(attrs={"class": "medium", "autocomplete": "off"}),
            error_messages={"max_length": WORD_TOO_LONG},
            **kwargs,
        )


class ArrivedField(forms.BooleanField):
    def __init__(self, *, label: str) -> None:
        help_text = "Leave unticked if they have not arrived yet."
        super().__init__(label=label, required=False, help_text=help_text)


class OneNameForm(PlainForm):
    """Adds one name. The view that reads whole lists also reads this form."""

    one = forms.BooleanField(initial=True, widget=forms.HiddenInput)
    names = NameField(help_text=AS_PRINTED)
    prize_group = GroupField()
    here = ArrivedField(label="Has arrived already")


class NumberCountForm(ValueForm[int]):
    count = NumberField(
        label="How many numbers?",
        help_text=f"One for everybody who may come. Spare cards stay in the box. {HAND_OUT}",
        error_messages={
            "required": "Say how many numbers.",
            "invalid": "Say how many numbers, as a number such as 48.",
        },
    )


class PersonText(NamedTuple):
    name: str
    word: str
    prize_group: str
    tonight: str
    another: bool
    notes: str = ""


class PersonForm(ValueForm[PersonText]):
    value_type = PersonText

    name = NameField(
        help_text="A comma ends the surname, if lists sort wrongly: García Lorca, Federico."
    )
    word = WordField(label="A word to tell two people of this name apart")
    prize_group = GroupField()
    tonight = forms.CharField(
        label="Note for tonight (if you like)",
        help_text="Shown at the door, for this party only. For example: leaves at nine.",
        required=False,
        max_length=LONGEST_NOTES,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    notes = forms.CharField(
        label="Notes for the club (if you like)",
        help_text="Kept for the next time too, for example: needs a chair with arms.",
        required=False,
        max_length=LONGEST_NOTES,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    another = forms.BooleanField(
        label="Yes, two people on the list have this name", required=False
    )


class StandInForm(ValueForm[tuple[str, str]]):
    name = NameField(required=False)
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

    def clean(self) -> None:
        data = self.cleaned_data
        if data.get("house") == "no" and not data.get("name"):
            self.add_error("name", "Type the name of the person who takes the chair.")


class HousePlayerForm(ValueForm[str]):
    """If the name is empty, the service makes a name from the player's number."""

    name = forms.CharField(
        label="House player’s name",
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput(attrs={"class": "medium", "autocomplete": "off"}),
    )


def read_ticks(sent: Mapping[str, str]) -> tuple[set[int], set[int]]:
    """Return the ids of entrants whose tick was set, and of those whose tick was removed.

    A box has a name such as "here-5". "was" has the ids that were ticked when the page was shown.
    Only changes count: ticks from another desk stay.
    """
    boxes = [name for name in sent if re.fullmatch(r"here-\d{1,18}", name)]
    ticked = {int(name.removeprefix("here-")) for name in boxes}
    ticked_before = {int(number) for number in re.findall(r"\d{1,18}", sent.get("was", ""))}
    return ticked - ticked_before, ticked_before - ticked
