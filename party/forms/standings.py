import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from party.forms.plain_form import NumberField, PlainForm
from party.values.standings.series import (
    LADDER,
    LONGEST_SERIES_NAME,
    Counting,
    PartyOfSeries,
    SeriesPlan,
)

SEPARATORS = re.compile(r"[\s,;]+")


def optional_number(label: str, help_text: str, **options: Any) -> NumberField:
    return NumberField(
        label=label,
        help_text=help_text,
        required=False,
        error_messages={"invalid": "Type a number."},
        **options,
    )


class LadderField(forms.CharField):
    """Points for the ranks, typed as "10 8 6" or "10, 8, 6"."""

    def to_python(self, value: Any) -> Any:
        words = [word for word in SEPARATORS.split(super().to_python(value) or "") if word]
        if any(not word.isdecimal() or len(word) > 6 for word in words):
            text = "Type whole numbers with spaces between, for example 10 8 6 5 4 3 2 1."
            raise ValidationError(text)
        return tuple(map(int, words))

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, tuple | list) else value


class SeriesForm(PlainForm):
    name = forms.CharField(
        label="Name of the season",
        max_length=LONGEST_SERIES_NAME,
        help_text="For example: Winter 2026.",
        error_messages={"required": "Type a name for the season."},
    )
    counting = forms.ChoiceField(
        label="How does an evening count?",
        choices=[
            (Counting.TOTALS, "With its total: all points of the season are added up"),
            (Counting.RANKS, "By place: so many points for the first, the second, and so on"),
        ],
        initial=Counting.TOTALS,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose how an evening counts."},
    )
    ladder = LadderField(
        label="Points for each place",
        help_text=(
            "Only when evenings count by place: for first, second and so on. The rest get none."
        ),
        required=False,
        initial=LADDER,
    )
    best = optional_number(
        "How many of a player’s best evenings count?", "Leave blank to count every evening."
    )
    attendance = optional_number(
        "Points for coming", "Added for every evening, counted or not.", initial=0
    )
    least = optional_number(
        "How many times must somebody come to be ranked?", "Blank means once.", initial=1
    )

    parties = forms.MultipleChoiceField(
        label="Parties of the season",
        help_text="A party counts once it is finished. You can tick more at any time.",
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(
        self, data: Any = None, *, parties: Sequence[PartyOfSeries], plan: SeriesPlan | None = None
    ) -> None:
        super().__init__(data, initial=asdict(plan) if plan else None)
        self.set_choices("parties", [(str(each.id), _party_text(each)) for each in parties])
        if not parties:
            del self.fields["parties"]

    def plan(self) -> SeriesPlan:
        data = self.cleaned_data
        return SeriesPlan(
            name=data["name"],
            counting=data["counting"],
            ladder=data["ladder"],
            attendance=data["attendance"] or 0,
            best=data["best"],
            least=1 if data["least"] is None else data["least"],
            parties=tuple(map(int, data.get("parties", ()))),
        )


def _party_text(party: PartyOfSeries) -> str:
    ending = "" if party.is_finished else " (not finished)"
    return f"{party.name}, {party.day} {party.local_start.year}{ending}"
