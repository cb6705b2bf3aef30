"""The form for a printer that prints ready-cut cards a few millimetres out of place."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from party.forms.plain_form import ValueForm

MILLIMETRES = re.compile(r"[+-]?[0-9]{1,3}([.][0-9]{1,2})?")
LONGEST_SHIFT = 25  # millimetres


class MillimetreField(forms.CharField):
    """An empty field is 0."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"class": "short"})
        super().__init__(**{"widget": widget, "required": False, **kwargs})

    def clean(self, value: Any) -> float:
        typed = super().clean(value).replace("−", "-").replace(",", ".").removesuffix("mm")
        if not typed.strip():
            return 0.0
        if not MILLIMETRES.fullmatch(typed.strip()):
            raise ValidationError("Type millimetres such as 2, 1.5 or −2.")
        length = float(typed)
        if abs(length) > LONGEST_SHIFT:
            raise ValidationError(f"At most {LONGEST_SHIFT} mm. Is this the right paper?")
        return length


class ReadyCutForm(ValueForm[tuple[float, float]]):
    right = MillimetreField(label="To the right, in mm", help_text="With a minus to the left.")
    down = MillimetreField(label="Down, in mm", help_text="With a minus up.")
