"""A backup, and a party in a file, as they come from a browser."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile  # noqa: TC002 -- generic in its stubs only

from party.forms.plain_form import PlainForm, ValueForm
from party.models import Club
from party.values.numbers import counted


class BackupForm(ValueForm["UploadedFile[bytes]"]):
    file = forms.FileField(
        label="A backup",
        help_text="You see what is in it before anything changes.",
        widget=forms.ClearableFileInput(attrs={"accept": ".sqlite3"}),
        error_messages={
            "required": "Choose a backup first.",
            "empty": "There is nothing in this file.",
        },
    )


class PartyFileForm(ValueForm[tuple["UploadedFile[bytes]", int]]):
    file = forms.FileField(
        label="A party’s file",
        help_text="You see what is in it before anything is stored.",
        widget=forms.ClearableFileInput(attrs={"accept": ".json"}),
        error_messages={
            "required": "Choose a file first.",
            "empty": "There is nothing in this file.",
        },
    )
    club = forms.TypedChoiceField(label="Into which club", coerce=int)

    def __init__(self, *args: Any, clubs: Sequence[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices("club", [(club.pk, club.name) for club in clubs])
        if len(clubs) == 1:
            self.fields["club"].widget = forms.HiddenInput()
        self.fields["club"].initial = clubs[0].pk


class OpenPartyForm(PlainForm):
    """What is asked before a party of a file is stored."""

    seen = forms.CharField(widget=forms.HiddenInput)
    same_people = forms.BooleanField(required=False, initial=True)
    although_edited = forms.BooleanField(
        label="Open it all the same",
        error_messages={"required": "Tick this to open a file that was changed."},
    )

    def __init__(self, *args: Any, known: int, edited: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not edited:
            del self.fields["although_edited"]
        people = counted(known, "name is", "names are")
        self.fields["same_people"].label = f"{people} on the club’s list: they are the same people"
        if not known:
            del self.fields["same_people"]

    @property
    def value(self) -> tuple[str, bool]:
        return self.cleaned_data["seen"], self.cleaned_data.get("same_people", False)
