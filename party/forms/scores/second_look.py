from typing import Any

from django import forms

from party.engine import HandEntry
from party.forms.plain_form import ValueForm
from party.forms.scores.entries import HandForm, PointsForm, SourceForm, read_played_hand
from party.values.numbers import MOST_ID, number_of


def entry_ids(text: str) -> list[int]:
    """Return the ids, and 0 for a word that is not a number, because no entry has the id 0."""
    return [number_of(each) or 0 for each in text.split(",")]


class RetypedForm(SourceForm):
    """`seen` has the ids of the entries on the page, separated by commas."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=400)

    @property
    def value(self) -> tuple[list[int], str]:
        return entry_ids(self.cleaned_data["seen"]), self.cleaned_data["source"]


class RetypedHandsForm(RetypedForm, HandForm):
    def __init__(self, *args: Any, hands: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = [f"hand_{number}" for number in range(1, hands + 1)]
        for number, name in enumerate(self.names, start=1):
            self.fields[name] = forms.CharField(
                label=f"Hand {number}",
                max_length=40,
                widget=forms.TextInput(
                    attrs={
                        "class": "medium",
                        "data-step": True,
                        "autocomplete": "off",
                        "autocapitalize": "none",
                        "spellcheck": "false",
                    }
                ),
                error_messages={"required": "Type this hand as it is on the paper."},
            )
        self.fields[self.names[0]].widget.attrs["autofocus"] = True
        self.order_fields([*self.names, "source"])

    def clean(self) -> None:
        data = self.cleaned_data
        for name in self.names:
            if name in data:
                try:
                    data[name] = read_played_hand(self.rules, data[name])
                except forms.ValidationError as error:
                    self.add_error(name, error)

    @property
    def hands(self) -> list[HandEntry]:
        return [self.cleaned_data[name] for name in self.names]


class RetypedTotalForm(RetypedForm, PointsForm):
    field_order = ("ns", "ew", "source")


class RightEntryForm(ValueForm[tuple[int, list[int]]]):
    """`right` is the id of an entry; `wrong` has the ids of the others, separated by commas."""

    right = forms.IntegerField(max_value=MOST_ID)
    wrong = forms.CharField()

    def clean_wrong(self) -> list[int]:
        return entry_ids(self.cleaned_data["wrong"])


class SlipComparisonForm(ValueForm[tuple[int, list[int]]]):
    picture = forms.IntegerField(max_value=MOST_ID)
    seen = forms.CharField(max_length=400)

    def clean_seen(self) -> list[int]:
        return entry_ids(self.cleaned_data["seen"])


class ConfirmEntryForm(ValueForm[int]):
    seen = forms.IntegerField(max_value=MOST_ID)
