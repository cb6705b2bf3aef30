from typing import Any, NamedTuple
from uuid import UUID

from django import forms

from party.forms.plain_form import NumberField, PlainForm, ValueForm
from party.forms.scores.entries import PointsForm
from party.models import Table

TYPE_ANSWER = "Type a table and a letter: 12 n for North-South, 12 e for East-West."


class StopTableForm(ValueForm[str]):
    why = forms.CharField(label="Why, for the log", max_length=200, required=False)


class PairAnswerForm(PlainForm):
    """Reads "12 n" for example: at table 12, North and South were ahead or won the cut."""

    text = forms.RegexField(
        r"^\d{1,4}\s*[neNE]$",
        error_messages={"required": TYPE_ANSWER, "invalid": TYPE_ANSWER},
    )

    @property
    def value(self) -> tuple[int, str]:
        text: str = self.cleaned_data["text"]
        return int(text[:-1]), "NS" if text[-1] in "nN" else "EW"


class CutForm(ValueForm[tuple[str, str, str]]):
    """`seen` is the pair that the page showed as winner of the cut: "NS", "EW" or ""."""

    cut = forms.ChoiceField(choices=[("NS", "North and South"), ("EW", "East and West")])
    why = forms.CharField(max_length=200, required=False)
    seen = forms.CharField(max_length=2, required=False)


class CaptureForm(ValueForm[str]):
    capture = forms.ChoiceField(choices=Table.Capture)


class ReportedAheadForm(ValueForm[tuple[str, str]]):
    """`said` is the pair that the page showed as ahead."""

    ahead = forms.ChoiceField(choices=[("NS", "North and South"), ("EW", "East and West")])
    said = forms.CharField(max_length=2, required=False)


class TableTotal(NamedTuple):
    ns: int
    ew: int
    hands: int | None
    submission: UUID
    seen: int | None
    source: str


class TableTotalForm(PointsForm):
    """`seen` is how many entries the table had when the page was shown."""

    submission = forms.UUIDField(widget=forms.HiddenInput)
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    hands = NumberField(label="Hands played", min_value=1)
    field_order = ("ns", "ew", "hands", "source", "reason")

    def __init__(self, *args: Any, limit: int | None, ns: str, ew: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ns"].label = f"North-South: {ns}"
        self.fields["ew"].label = f"East-West: {ew}"
        if limit is not None:
            self.fields["hands"].initial = limit
            self.fields["hands"].required = False

    @property
    def value(self) -> TableTotal:
        return TableTotal(*(self.cleaned_data[name] for name in TableTotal._fields))
