from collections.abc import Iterable
from typing import Any

from django import forms

from party.forms.plain_form import PlainForm, TypedNameForm, ValueForm
from party.values.clubs import LONGEST_ADDRESS, NO_CLUB_NAME
from party.values.standings.newspaper import (
    DEFAULT_LAYOUT,
    LONGEST_LAYOUT,
    PIECES_TEXT,
    layout_fault,
)

CLUB_ROLES = [("organiser", "Run the club, as you do"), ("helper", "Help at every party")]


NAME_TOO_LONG = "A name has at most 80 letters."


class HelperForm(ValueForm[tuple[str, str]]):
    name = forms.CharField(
        label="Name",
        max_length=80,
        help_text="Shown in the log next to what they enter.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={
            "required": "Type the helper’s name.",
            "max_length": NAME_TOO_LONG,
        },
    )
    where = forms.ChoiceField(
        label="Where do they help?",
        choices=[("party", "At this party only"), ("club", "At every party of the club")],
        initial="party",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose where they help."},
    )


class InvitationForm(PlainForm):
    name = forms.CharField(
        label="Who is it for?",
        max_length=80,
        help_text="The name they will sign in with; they may change it.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={
            "required": "Type the name of the person you invite.",
            "max_length": NAME_TOO_LONG,
        },
    )
    work = forms.ChoiceField(label="What may they do?", choices=CLUB_ROLES, initial="helper")

    def __init__(self, *args: Any, parties: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        at_one_party = ((pk, f"Help at {name} only") for pk, name in parties)
        self.set_choices("work", [*CLUB_ROLES, *at_one_party])

    @property
    def value(self) -> tuple[str, str, int | None]:
        """Return the name, the role, and the party if the invitation is for only one party."""
        name, work = self.cleaned_data["name"], self.cleaned_data["work"]
        return (name, work, None) if work in dict(CLUB_ROLES) else (name, "helper", int(work))


class ClubForm(PlainForm):
    name = forms.CharField(
        label="Name of the club",
        max_length=120,
        error_messages={"required": NO_CLUB_NAME},
    )
    address = forms.SlugField(
        label="Last word of its address",
        max_length=LONGEST_ADDRESS,
        help_text="Small letters, digits and hyphens. Tell everybody who signs in there.",
        error_messages={"invalid": "Only small letters, digits and hyphens, as in tuesday-cards."},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )

    layout = forms.CharField(
        label="Layout of the text for the newspaper",
        max_length=LONGEST_LAYOUT,
        required=False,
        help_text=f"Head Table fills in {PIECES_TEXT}. Leave blank for the usual text.",
        widget=forms.Textarea(attrs={"rows": 6}),
    )

    def clean_address(self) -> str:
        return str(self.cleaned_data["address"]).lower()

    def clean_layout(self) -> str:
        layout = "\n".join(str(self.cleaned_data["layout"]).splitlines())
        if layout and (fault := layout_fault(layout)):
            raise forms.ValidationError(fault)
        return "" if layout == DEFAULT_LAYOUT else layout

    @property
    def value(self) -> tuple[str, str, str]:
        """Return the name, the last part of the club's address ("" for none), and the layout."""
        cleaned = self.cleaned_data
        return cleaned["name"], cleaned.get("address", ""), cleaned["layout"]


class RemovePartyForm(TypedNameForm):
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, party: str, **kwargs: Any) -> None:
        super().__init__(*args, noun="party", expected=party, **kwargs)

    @property
    def seen_revision(self) -> int:
        return int(self.cleaned_data["seen"])
