from typing import Any

from django import forms

from party.forms.plain_form import NumberField, PlainForm
from party.models import Party
from party.values.hall.shared_screens import NUMBER, NUMBERS_NEEDED, SharedScreens

MODES = Party.HallMode.choices
# On the form, this mode has a longer name.
MESSAGE_TEXT = "What the evening needs now, and a message along the foot"
SAY_CHOICE = (Party.HallMode.MESSAGE.value, MESSAGE_TEXT)
ONE, TWO, AGAIN = "one", "two", "again"


class HallScreenForm(PlainForm):
    hall_mode = forms.ChoiceField(
        label="For the hall screen",
        choices=[SAY_CHOICE if mode == SAY_CHOICE[0] else (mode, words) for mode, words in MODES],
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what the screen shows."},
    )
    hall_message = forms.CharField(
        label="Message",
        max_length=200,
        required=False,
        help_text="It is gone at the next step: moves shown, start, bell, check, close, finish.",
    )
    screens = forms.ChoiceField(
        label="The list of seats", required=False, widget=forms.RadioSelect
    )
    first_screen = NumberField(label="Number of the screen with A–L", required=False)
    second_screen = NumberField(label="Number of the screen with M–Z", required=False)

    def __init__(self, data: Any, party: Party) -> None:
        self.stored = SharedScreens.from_stored(party.hall_screens)
        first, second = self.stored.numbers or ("", "")
        initial = {
            "hall_mode": party.hall_mode,
            "hall_message": party.hall_message,
            "screens": TWO if self.stored.numbers else ONE,
            "first_screen": first,
            "second_screen": second,
        }
        super().__init__(data, initial=initial)
        choices = [(ONE, "Every screen shows the whole list of seats")]
        choices.append((TWO, "Two screens share the list: A–L on one, M–Z on the other"))
        if self.stored.numbers and not self.needs_numbers:
            choices.append((AGAIN, "Ask for the numbers again: a screen was replaced"))
        self.set_choices("screens", choices)
        if not self.stored.numbers:
            del self.fields["first_screen"], self.fields["second_screen"]

    @property
    def needs_numbers(self) -> bool:
        return self.stored.needs_numbers

    def clean(self) -> None:
        if self.cleaned_data.get("screens") != TWO or self.errors:
            return
        typed = self._typed_numbers()
        if not any(typed.values()):
            return
        for name, number in typed.items():
            if not NUMBER.fullmatch(number):
                self.add_error(name, "Type the three digits at the foot of that screen.")
        if not self.errors and len({*typed.values()}) == 1:
            self.add_error("second_screen", "Type the number of the other screen.")

    def _typed_numbers(self) -> dict[str, str]:
        names = ("first_screen", "second_screen")
        return {name: str(self.cleaned_data.get(name) or "") for name in names}

    @property
    def value(self) -> tuple[str, str, SharedScreens | None]:
        """Return the mode, the message, and how screens share the list (None: as before)."""
        shared = {
            ONE: SharedScreens(),
            TWO: SharedScreens(tuple(self._typed_numbers().values())),
            AGAIN: NUMBERS_NEEDED,
        }
        chosen = self.cleaned_data
        return chosen["hall_mode"], chosen["hall_message"], shared.get(chosen["screens"])
