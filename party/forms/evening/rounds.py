from typing import Any

from django import forms

from party.forms.plain_form import NumberField, PlainForm, ValueForm
from party.values.evening.live import Live, OpenRound


class RoundsForm(ValueForm[int]):
    rounds = NumberField(
        label="Rounds planned",
        min_value=1,
        error_messages={
            "required": "Say how many rounds there are.",
            "invalid": "Say how many rounds there are, as a number.",
        },
    )


class FinishForm(PlainForm):
    """The page shows this form only if a round with hands is open, or slips are missing."""

    still_open = forms.TypedChoiceField(coerce=OpenRound, widget=forms.RadioSelect)
    without_slips = forms.BooleanField(
        label="Finish without these slips. Only the hands already entered count.",
        required=False,
    )

    def __init__(self, *args: Any, live: Live | None, has_slips: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_slips:
            del self.fields["without_slips"]
        if live is None:
            del self.fields["still_open"]
            return
        number = live.night.round_number
        field = self.fields["still_open"]
        field.label = f"Round {number} is still on. What should happen to it?"
        field.error_messages["required"] = f"Say what should happen to round {number}."
        not_counted = (
            "It does not count. Its hands are kept: reopen the party, and the round goes on."
        )
        choices = [(OpenRound.COUNTS, live.outcome_text), (OpenRound.LEFT, not_counted)]
        self.set_choices("still_open", choices if number > 1 else choices[:1])

    @property
    def value(self) -> tuple[OpenRound | None, bool]:
        return self.cleaned_data.get("still_open"), self.cleaned_data.get("without_slips", False)
