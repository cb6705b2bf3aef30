"""The door: the search, and a person who is on no list."""

from typing import Any

from django import forms

from party.forms.people.players import GroupField
from party.forms.plain_form import PlainForm
from party.values.people.door import KINDS, DoorSearch
from party.values.people.fees import HOW, Accounts, Payment
from party.values.people.names import LONGEST

LATER = "later"


class DoorForm(PlainForm):
    """Which people the door shows: those who match a search, else those of one kind."""

    q = forms.CharField(
        label="Find a name or a number",
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput(
            attrs={"type": "search", "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    show = forms.CharField(required=False)
    how = forms.CharField(required=False)

    @property
    def search(self) -> DoorSearch:
        """The search; a value that is not known counts as not given."""
        self.is_valid()
        data, usual = self.cleaned_data, DoorSearch()
        kind = data.get("show", "")
        how = data.get("how", "")
        return DoorSearch(
            typed=data.get("q", ""),
            kind=kind if kind in dict(KINDS) else usual.kind,
            how=how if how in HOW else usual.how,
        )


class WalkInForm(PlainForm):
    """Somebody at the door who is on no list, is here now, and has perhaps paid."""

    name = forms.CharField(
        label="Name",
        max_length=LONGEST,
        help_text="As it is printed. Type “Surname, First” when the surname has several words.",
        error_messages={"required": "Type a name."},
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    prize_group = GroupField()
    paid = forms.ChoiceField(
        label="Fee",
        widget=forms.RadioSelect,
        error_messages={"required": "Say whether the fee is paid."},
    )

    def __init__(self, *args: Any, accounts: Accounts, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fee = accounts.fee
        if not self.fee:
            del self.fields["paid"]
            return
        fee = accounts.amount_text(self.fee)
        ways = [(how, f"Paid {fee}: {words.lower()}") for how, words in HOW.items()]
        self.set_choices("paid", [*ways, (LATER, "Pays later")])

    @property
    def payment(self) -> Payment | None:
        how = self.cleaned_data.get("paid", LATER)
        return None if how == LATER else Payment(self.fee, how)
