"""What is found out about a table after its round was closed; each with its reason."""

from collections.abc import Sequence
from typing import Any

from django import forms

from party.forms.plain_form import PlainForm
from party.forms.scores.entries import PlayedHandForm


class LateForm(PlainForm):
    reason = forms.CharField(
        label="Why is it changed now?",
        max_length=200,
        help_text="For example: “the slip was under the coffee pot”. It stands in the log.",
        error_messages={"required": "The round is closed. Say why this is changed."},
    )


class LateHandForm(LateForm, PlayedHandForm):
    submission = forms.UUIDField(widget=forms.HiddenInput)


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
        self.set_choices("pair", pairs)
