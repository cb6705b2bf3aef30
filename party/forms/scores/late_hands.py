from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms

from party.engine import HandEntry
from party.forms.plain_form import PlainForm, ReasonField
from party.forms.scores.entries import HandForm, read_played_hand
from party.forms.scores.tables import TableTotalForm


class LateReasonForm(PlainForm):
    reason = ReasonField(
        label="Why is it changed now?",
        example="the slip was under the coffee pot",
        error_messages={"required": "The round is closed. Say why this is changed."},
    )

    @property
    def reason_text(self) -> str:
        return str(self.cleaned_data.get("reason", ""))

    def waive_reason(self) -> None:
        """Do not ask for a reason: the table was known to bring its slip later."""
        del self.fields["reason"]


class LateHandsForm(LateReasonForm, HandForm):
    """With `allows_fewer_hands`, the user can say that the table played no more than these."""

    kind = "line"

    submission = forms.UUIDField(widget=forms.HiddenInput)
    is_all = forms.BooleanField(label="It played no more than these hands", required=False)

    def __init__(
        self, *args: Any, numbers: range, allows_fewer_hands: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.numbers = numbers
        for number in numbers:
            self.fields[f"hand_{number}"] = forms.CharField(
                label=f"Hand {number}",
                max_length=40,
                required=False,
                widget=forms.TextInput(attrs={"class": "medium", "autocomplete": "off"}),
            )
        if not allows_fewer_hands:
            del self.fields["is_all"]
        self.order_fields([*(f"hand_{number}" for number in numbers), "is_all", "source"])

    @property
    def value(self) -> tuple[list[HandEntry], bool, UUID, str]:
        data = self.cleaned_data
        typed = (data.get(f"hand_{number}") for number in self.numbers)
        hands = [each for each in typed if each]
        return hands, data.get("is_all", False), data["submission"], data["source"]

    def clean(self) -> None:
        data = self.cleaned_data
        for name in self.data:
            hand, typed = name.removeprefix("hand_"), self.data[name].strip()
            if name != hand and name not in self.fields and typed:
                text = f"Hand {hand} is already in. You typed {typed}."
                self.add_error(None, text)
        if not self.numbers:
            self.add_error(None, "All hands of this table are already in.")
            return
        filled = [number for number in self.numbers if data.get(f"hand_{number}")]
        for number in range(self.numbers.start, max(filled, default=self.numbers.start) + 1):
            self._read_hand(number, data)

    def _read_hand(self, number: int, data: dict[str, Any]) -> None:
        name = f"hand_{number}"
        if not data.get(name):
            self.add_error(name, f"Type hand {number}, for example 8hn9.")
            return
        try:
            data[name] = read_played_hand(self.rules, data[name])
        except forms.ValidationError as error:
            self.add_error(name, error)


class LateTotalForm(LateReasonForm, TableTotalForm):
    kind = "total"


class LastHandForm(LateReasonForm):
    """`seen` is the entry to remove."""

    seen = forms.IntegerField(widget=forms.HiddenInput)

    @property
    def value(self) -> int:
        return int(self.cleaned_data["seen"])


class AheadCorrectionForm(LateReasonForm):
    """`seen` is the pair that the page showed as ahead."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=2)
    pair = forms.ChoiceField(label="Who was ahead?", widget=forms.RadioSelect)
    field_order = ("pair", "reason")

    def __init__(self, *args: Any, pairs: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices("pair", pairs)

    @property
    def value(self) -> tuple[str, str]:
        return self.cleaned_data["pair"], self.cleaned_data["seen"]
