"""Another result in the place of one that was entered, with the reason."""

from typing import Any

from django import forms

from party.engine import HandEntry, RuleError, Rules, read_entry
from party.forms.entries import PointsField
from party.forms.plain import PlainForm


class CorrectionForm(PlainForm):
    """`seen` is the entry the writer looked at: a change made meanwhile is never lost."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    submission = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label="Why is it corrected?",
        max_length=200,
        required=False,
        help_text="For example: “misread the slip”. It stands in the log.",
    )

    def __init__(self, *args: Any, ask_reason: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if ask_reason:
            self.fields["reason"].required = True
            self.fields["reason"].error_messages["required"] = (
                "The round is closed. Say why this is corrected."
            )
        else:
            self.fields["reason"].label = "Why is it corrected? (may stay empty)"


class HandCorrectionForm(CorrectionForm):
    text = forms.CharField(
        label="The hand as it was played",
        max_length=40,
        error_messages={"required": "Type the hand, for example 8hn9."},
    )
    field_order = ("text", "reason")

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules

    def clean_text(self) -> HandEntry:
        try:
            entry = read_entry(self.rules, self.cleaned_data["text"])
        except RuleError as error:
            raise forms.ValidationError([fault.text for fault in error.faults]) from error
        if entry.result is None:
            raise forms.ValidationError("Type the hand as it was played, for example 8hn9.")
        return entry


class TotalCorrectionForm(CorrectionForm):
    ns = PointsField(
        label="North-South", error_messages={"required": "Type the points of North and South."}
    )
    ew = PointsField(
        label="East-West", error_messages={"required": "Type the points of East and West."}
    )
    field_order = ("ns", "ew", "reason")
