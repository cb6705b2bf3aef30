"""How many rounds the evening has."""

from django import forms

from party.forms.plain import PlainForm


class RoundsForm(PlainForm):
    rounds = forms.IntegerField(
        label="Rounds planned",
        min_value=1,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short"}),
        error_messages={
            "required": "Say how many rounds there are.",
            "invalid": "Say how many rounds there are, as a number.",
        },
    )
