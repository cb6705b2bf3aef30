"""Where what is typed comes from: asked beside every result, chosen as last time."""

from django import forms

from party.forms.plain_form import PlainForm
from party.models import Entry

USUAL = Entry.Source.SLIP


class SourceForm(PlainForm):
    """A form that takes results; `source` shows what was chosen last at this party."""

    source = forms.ChoiceField(
        label="Typed from",
        choices=[
            (Entry.Source.SLIP, "the slip"),
            (Entry.Source.DESK, "what the table says"),
            (Entry.Source.CARD, "a player’s card"),
        ],
        required=False,
        widget=forms.Select(attrs={"class": "medium"}),
    )

    def clean_source(self) -> str:
        return self.cleaned_data["source"] or USUAL
