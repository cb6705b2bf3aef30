"""What is said about one table: why it stops, who was high on the cut, how it is entered."""

from django import forms

from party.forms.plain_form import PlainForm
from party.models import Table


class StopForm(PlainForm):
    why = forms.CharField(
        label="Why does it stop here?",
        max_length=200,
        required=False,
        help_text="For example: “bell before the last hand”. It stands in the log.",
    )


class CutForm(PlainForm):
    cut = forms.ChoiceField(choices=[("NS", "North and South"), ("EW", "East and West")])
    why = forms.CharField(max_length=200, required=False)
    seen = forms.CharField(max_length=2, required=False)


class CaptureForm(PlainForm):
    capture = forms.ChoiceField(choices=Table.Capture)
