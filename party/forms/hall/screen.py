"""What the hall screen shows, chosen from the live page."""

from typing import Any

from django import forms

from party.forms.plain_form import PlainForm
from party.models import Party


class ScreenForm(PlainForm):
    hall_mode = forms.ChoiceField(
        label="The hall screen shows",
        choices=Party.HallMode,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what the screen shows."},
    )
    hall_message = forms.CharField(label="Message", max_length=200, required=False)

    def __init__(self, data: Any, party: Party) -> None:
        now = {"hall_mode": party.hall_mode, "hall_message": party.hall_message}
        super().__init__(data, initial=now)
