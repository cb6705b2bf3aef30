from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from party.forms.people.players import AS_PRINTED, GroupField, NameField
from party.forms.plain_form import PlainForm
from party.rosters import LONGEST_NAME, RosterLine, several_names_refusal
from party.values.people.door import KINDS, DoorSearch
from party.values.people.fees import LATER, PAYMENT_METHODS, Payment
from party.values.people.money import exact_money


def read_search(sent: Mapping[str, str]) -> DoorSearch:
    """Read the search from the query; unknown values count as missing."""
    default = DoorSearch()
    typed, kind, how = (sent.get(name, "").strip() for name in ("q", "show", "how"))
    return DoorSearch(
        typed=typed if len(typed) <= LONGEST_NAME and "\0" not in typed else "",
        kind=kind if kind in dict(KINDS) else default.kind,
        how=how if how in {*PAYMENT_METHODS, LATER} else default.how,
    )


class WalkInForm(PlainForm):
    name = NameField(help_text=AS_PRINTED)
    prize_group = GroupField()
    paid = forms.ChoiceField(
        label="Fee",
        widget=forms.RadioSelect,
        error_messages={"required": "Say whether the fee is paid."},
    )

    def __init__(self, *args: Any, fee: int, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fee = fee
        if not fee:
            del self.fields["paid"]
            return
        amount = exact_money(fee, currency)
        ways = [(how, f"Paid {amount}: {words.lower()}") for how, words in PAYMENT_METHODS.items()]
        self.set_choices("paid", [*ways, (LATER, "Pays later")])

    def clean_name(self) -> str:
        """Refuse "Ann & Bob", because the form adds only one person."""
        name: str = self.cleaned_data["name"]
        if refusal := several_names_refusal(name):
            raise ValidationError(refusal)
        return name

    @property
    def line(self) -> RosterLine:
        return RosterLine(1, self.cleaned_data["name"], self.cleaned_data["prize_group"])

    @property
    def payment(self) -> Payment | None:
        how = self.cleaned_data.get("paid", LATER)
        return None if how == LATER else Payment(self.fee, how)
