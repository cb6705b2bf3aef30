"""The organiser's choice of the hall screen, on the live page."""

from typing import Any

from django import forms

from party.forms.plain_form import ValueForm
from party.models import Party

MODES = Party.HallMode.choices
SAY = (Party.HallMode.SAY.value, "What the evening needs now, and a message along the foot")


class ScreenForm(ValueForm[tuple[str, str]]):
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

    def __init__(self, data: Any, party: Party) -> None:
        initial = {"hall_mode": party.hall_mode, "hall_message": party.hall_message}
        super().__init__(data, initial=initial)
