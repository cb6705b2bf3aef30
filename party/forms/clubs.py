"""Who helps and who is invited, what the club is called, a party that is to be removed."""

from collections.abc import Iterable
from typing import Any

from django import forms

from party.forms.plain_form import PlainForm, ValueForm
from party.values.clubs import LONGEST_ADDRESS
from party.values.people.names import folded

OF_CLUB = [("organiser", "Run the club, as you do"), ("helper", "Help at every party")]


class HelperForm(ValueForm[tuple[str, str]]):
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


class InviteForm(PlainForm):
    name = forms.CharField(
        label="Who is it for?",
        max_length=80,
        help_text="The name they will sign in with; they may change it.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={
            "required": "Type the name of whom you invite.",
            "max_length": "A name has at most 80 letters.",
        },
    )
    work = forms.ChoiceField(label="What may they do?", choices=OF_CLUB, initial="helper")

    def __init__(self, *sent: Any, parties: Iterable[tuple[int, str]], **more: Any) -> None:
        super().__init__(*sent, **more)
        here = ((pk, f"Help at {name} only") for pk, name in parties)
        self.set_choices("work", [*OF_CLUB, *here])

    @property
    def value(self) -> tuple[str, str, int | None]:
        """The name, the role, and the party where it is for one alone."""
        name, work = self.cleaned_data["name"], self.cleaned_data["work"]
        return (name, work, None) if work in dict(OF_CLUB) else (name, "helper", int(work))


class ClubForm(PlainForm):
    name = forms.CharField(
        label="Name of the club",
        max_length=120,
        error_messages={"required": "Type the name of the club."},
    )
    address = forms.SlugField(
        label="Last word of its address",
        max_length=LONGEST_ADDRESS,
        help_text="Small letters, digits and hyphens. Tell everybody who signs in there.",
        error_messages={"invalid": "Only small letters, digits and hyphens, as in tuesday-cards."},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_address(self) -> str:
        return str(self.cleaned_data["address"]).lower()

    @property
    def value(self) -> tuple[str, str]:
        """The name, and the last word of the address, "" where it has none."""
        return self.cleaned_data["name"], self.cleaned_data.get("address", "")


class RemovePartyForm(ValueForm[tuple[int, str]]):
    """The second question before a party is removed: its name, typed."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    name = forms.CharField(
        label="The name of the party",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Type the name of the party, to remove it."},
    )

    def __init__(self, *args: Any, party: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.party = party
        self.fields["name"].help_text = f"Type {party}, and it goes."

    def clean_name(self) -> str:
        typed = str(self.cleaned_data["name"])
        if (folded(typed) or typed) != (folded(self.party) or self.party):
            raise forms.ValidationError(f"The party is called {self.party}. Nothing was removed.")
        return typed
