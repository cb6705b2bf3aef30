from uuid import UUID, uuid4

from django import forms

from party.forms.people.fees import MoneyField
from party.forms.plain_form import ValueForm
from party.values.people.cash_box import LONGEST_REASON, MoneyKind


class BoxFloatForm(ValueForm[int]):
    cents = MoneyField(
        label="Float at the start",
        help_text="The change that was in the box before the door opened. 0 for none.",
        error_messages={"required": "Type the amount, 0 for none."},
    )


class BoxCountForm(ValueForm[int | None]):
    cents = MoneyField(label="Counted", required=False)


class OtherMoneyForm(ValueForm[tuple[str, str, int, str, UUID]]):
    """Because of `submission`, a second press of the button adds nothing."""

    kind = forms.ChoiceField(
        label="In or out",
        choices=[(MoneyKind.INCOME.value, "In"), (MoneyKind.EXPENSE.value, "Out")],
        initial=MoneyKind.EXPENSE.value,
        widget=forms.RadioSelect,
    )
    word = forms.CharField(
        label="What for",
        max_length=LONGEST_REASON,
        help_text="For example: coffee, hall rent, donation.",
        error_messages={"required": "Say what it was for."},
    )
    cents = MoneyField(label="Amount", error_messages={"required": "Type the amount."})
    how = forms.ChoiceField(
        label="Paid by",
        choices=[("cash", "Cash"), ("card", "Card")],
        initial="cash",
        widget=forms.RadioSelect,
    )
    submission = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
