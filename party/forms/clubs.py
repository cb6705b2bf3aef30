"""Who helps at the desk."""

from django import forms

from party.forms.plain_form import PlainForm


class HelperForm(PlainForm):
    name = forms.CharField(
        label="Name",
        max_length=80,
        help_text="As it shall stand in the log beside what they enter.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={
            "required": "Type the helper’s name.",
            "max_length": "A name has at most 80 letters.",
        },
    )
    where = forms.ChoiceField(
        label="Where do they help?",
        choices=[("party", "At this party only"), ("club", "At every party of the club")],
        initial="party",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose where they help."},
    )
