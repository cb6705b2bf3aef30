"""The organiser's choice of the hall screen, on the live page."""

from typing import Any, cast

from django import forms

from party.forms.plain_form import ValueForm
from party.models import Party
from party.values.hall.shared_screens import CHANGES, SharedScreens

MODES = Party.HallMode.choices
SAY = (Party.HallMode.SAY.value, "What the evening needs now, and a message along the foot")


class ScreenForm(ValueForm[tuple[str, str, str]]):
    hall_mode = forms.ChoiceField(
        label="For the hall screen",
        choices=[SAY if mode == SAY[0] else (mode, words) for mode, words in MODES],
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what the screen shows."},
    )
    hall_message = forms.CharField(
        label="Message",
        max_length=200,
        required=False,
        help_text="It ends with the next step: moves shown, start, bell, check, close, finish.",
    )
    screens = forms.ChoiceField(
        label="The list of seats",
        required=False,
        widget=forms.RadioSelect,
        help_text=(
            "With two screens, open the hall screen on both: one then shows A–L, the other M–Z."
        ),
    )

    def __init__(self, data: Any, party: Party) -> None:
        shared = SharedScreens.of(party.hall_screens)
        initial = {
            "hall_mode": party.hall_mode,
            "hall_message": party.hall_message,
            "screens": "two" if shared.keys else "one",
        }
        super().__init__(data, initial=initial)
        field = cast("forms.ChoiceField", self.fields["screens"])
        field.choices = [
            (change, words)
            for change, words in CHANGES.items()
            if change != "swap" or (shared.keys and not shared.missing)
        ]
        if shared.missing:
            waits = "the second screen" if shared.missing == 1 else "two screens"
            field.help_text = f"Waiting for {waits}: open the hall screen there."
