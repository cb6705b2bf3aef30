"""What is found out about a table after its round was closed; each with its reason."""

from collections.abc import Sequence
from typing import Any

from django import forms

from party.engine import HandEntry, RuleError, Rules, read_entry
from party.forms.plain_form import PlainForm
from party.forms.scores.entries import SourceForm


class LateForm(PlainForm):
    reason = forms.CharField(
        label="Why is it changed now?",
        max_length=200,
        help_text="For example: “the slip was under the coffee pot”. It stands in the log.",
        error_messages={"required": "The round is closed. Say why this is changed."},
    )


class LateHandForm(LateForm, SourceForm):
    submission = forms.UUIDField(widget=forms.HiddenInput)
    text = forms.CharField(
        label="The hand as it was played",
        max_length=40,
        widget=forms.TextInput(attrs={"class": "medium", "autocomplete": "off"}),
        error_messages={"required": "Type the hand, for example 8hn9."},
    )
    field_order = ("text", "source", "reason")

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "text" not in data:
            return data
        try:
            entry: HandEntry = read_entry(self.rules, data["text"])
        except RuleError as error:
            for fault in error.faults:
                self.add_error("text", fault.text)
            return data
        if entry.result is None:
            self.add_error("text", "Type the hand as it was played, for example 8hn9.")
        data["entry"] = entry
        return data


class LastHandForm(LateForm):
    """`seen` is the entry that is taken out."""

    seen = forms.IntegerField(widget=forms.HiddenInput)


class AheadCorrectionForm(LateForm):
    """`seen` is the pair that the page knew of."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=2)
    pair = forms.ChoiceField(label="Who was ahead?", widget=forms.RadioSelect)
    field_order = ("pair", "reason")

    def __init__(self, *args: Any, pairs: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pair"].choices = list(pairs)  # type: ignore[attr-defined]
