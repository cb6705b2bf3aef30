from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from party.forms.plain_form import PlainForm
from party.values.people.fees import PAYMENT_METHODS, Payer, Payment, figure
from party.values.people.money import MOST_MONEY, exact_money, money, read_money

FEE, FREE, OWN = "fee", "free", "own"


class MoneyField(forms.CharField):
    """The value is in cents; None if the field is empty."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "class": "short"})
        super().__init__(widget=widget, **kwargs)

    def clean(self, value: Any) -> int | None:
        typed = super().clean(value)
        if not typed:
            return None
        cents = read_money(typed.strip("$€£ "))
        if cents is None:
            raise ValidationError("Type an amount such as 10 or 7.50.")
        if cents > MOST_MONEY:
            raise ValidationError(f"At most {money(MOST_MONEY, '')}.")
        return cents


class PaymentForm(PlainForm):
    """With `can_exempt` the form also asks what the person owes."""

    paid = MoneyField(
        label="Taken in all",
        help_text="Everything this person has paid tonight. 0 when the money was given back.",
        error_messages={"required": "Type the amount taken, 0 for nothing."},
    )
    how = forms.ChoiceField(
        label="Paid by", choices=list(PAYMENT_METHODS.items()), widget=forms.RadioSelect
    )
    was = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    owes = forms.ChoiceField(label="Owes", widget=forms.RadioSelect)
    own = MoneyField(label="The other amount", required=False)

    def __init__(
        self, *args: Any, payer: Payer, currency: str, can_exempt: bool, **kwargs: Any
    ) -> None:
        initial = {
            "paid": figure(payer.paid),
            "how": payer.paid_how,
            "was": payer.paid,
            "owes": {None: FEE, 0: FREE}.get(payer.own_fee, OWN),
            "own": figure(payer.own_fee) if payer.own_fee else "",
        }
        super().__init__(*args, **{"initial": initial, **kwargs})
        if not can_exempt or not payer.ranked:
            del self.fields["owes"], self.fields["own"]
            return
        fee = exact_money(payer.fee, currency)
        self.set_choices(
            "owes",
            [(FEE, f"The fee, {fee}"), (FREE, "Nothing: free tonight"), (OWN, "Another amount")],
        )

    def clean(self) -> None:
        data = self.cleaned_data
        if data.get("owes") == OWN and data.get("own") is None and "own" not in self.errors:
            self.add_error("own", "Type the amount.")

    @property
    def payment(self) -> Payment:
        data = self.cleaned_data
        return Payment(data["paid"], data["how"], data["was"])

    @property
    def owed(self) -> int | None:
        data = self.cleaned_data
        amounts: dict[str, int | None] = {FEE: None, FREE: 0, OWN: data["own"]}
        return amounts[data["owes"]]
