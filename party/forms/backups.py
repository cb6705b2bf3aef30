from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile  # noqa: TC002 -- generic in its stubs only

from party.forms.plain_form import PlainForm, UploadField, ValueForm
from party.models import Club
from party.values.numbers import counted


class BackupForm(ValueForm["UploadedFile[bytes]"]):
    file = UploadField(
        label="A backup",
        help_text="You see what is in it before anything changes.",
        widget=forms.ClearableFileInput(attrs={"accept": ".sqlite3"}),
        error_messages={
            "required": "Choose a backup first.",
        },
    )


class PartyFileForm(ValueForm[tuple["UploadedFile[bytes]", int]]):
    file = UploadField(
        label="A party’s file",
        help_text="You see what is in it before anything is stored.",
        widget=forms.ClearableFileInput(attrs={"accept": ".json"}),
        error_messages={
            "required": "Choose a file first.",
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
    seen = forms.CharField(widget=forms.HiddenInput)
    same_people = forms.BooleanField(required=False, initial=True)
    although_edited = forms.BooleanField(
        label="Open it anyway",
        error_messages={"required": "Tick this to open a file that was changed."},
    )

    def __init__(self, *args: Any, known_names: int, is_edited: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_edited:
            del self.fields["although_edited"]
        people = counted(known_names, "name is", "names are")
        self.fields["same_people"].label = f"{people} on the club’s list: they are the same people"
        if not known_names:
            del self.fields["same_people"]

    @property
    def value(self) -> tuple[str, bool]:
        return self.cleaned_data["seen"], self.cleaned_data.get("same_people", False)
