"""The door: who is looked for, who is let in, who walks in."""

from typing import Any

from django import forms

from party.forms.people.players import GroupField
from party.forms.plain_form import PlainForm
from party.values.people.fees import HOW, Accounts, Payment
from party.values.people.names import LONGEST

LATER = "later"
NOT_HERE, OWING, EVERYBODY = "expected", "owing", "all"


class DoorForm(PlainForm):
    """Which people the door shows: those whom a search finds, else those of one kind."""

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
    def shown(self) -> tuple[str, str, str]:
        """Return what is searched, which people, and how they pay; any nonsense is the usual."""
        self.is_valid()
        data = self.cleaned_data
        show = data.get("show") if data.get("show") in {OWING, EVERYBODY} else NOT_HERE
        how = data.get("how") if data.get("how") in HOW else "cash"
        return data.get("q", ""), show or NOT_HERE, how or "cash"


class WalkInForm(PlainForm):
    """Somebody at the door who is on no list: here from now on, and perhaps paid."""

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
        self.fields["paid"].choices = [*ways, (LATER, "Pays later")]  # type: ignore[attr-defined]

    @property
    def payment(self) -> Payment | None:
        how = self.cleaned_data.get("paid", LATER)
        return None if how == LATER else Payment(self.fee, how)
