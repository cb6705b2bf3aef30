"""A backup, and a party in a file, as they come from a browser."""

from django import forms

from party.forms.plain_form import PlainForm


class BackupForm(PlainForm):
    file = forms.FileField(
        label="A backup",
        help_text="You see what is in it before anything changes.",
        widget=forms.ClearableFileInput(attrs={"accept": ".sqlite3"}),
        error_messages={
            "required": "Choose a backup first.",
            "empty": "There is nothing in this file.",
        },
    )
