import re
from typing import Any
from uuid import UUID

from django import forms

from party.forms.plain_form import PlainForm
from party.forms.scores.entries import PLAIN_MINUS, PointsField
from party.values.scores.final_cards import TypedCard
from party.values.scores.words import TYPE_EMPTY_BOX

EMPTY_BOX = {"x", "-", "."}
NUMBER = re.compile(r"[+-]?\d{1,5}")


class FinalCardForm(PlainForm):
    """`seen` is the card on the page."""

    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    submission = forms.UUIDField(widget=forms.HiddenInput)
    boxes = forms.CharField(
        label="Points of each round (optional)",
        help_text="With spaces between, x for an empty box: 310 −40 x 250.",
        max_length=400,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
    )
    total = PointsField(
        label="Total on the card", error_messages={"required": "Type the total of the card."}
    )
    field_order = ("boxes", "total")

    def clean_boxes(self) -> tuple[int | None, ...]:
        words = self.cleaned_data["boxes"].translate(PLAIN_MINUS).replace(",", "").split()
        if wrong := [word for word in words if not is_box(word)]:
            text = f"{wrong[0]} is not a number of points. {TYPE_EMPTY_BOX}"
            raise forms.ValidationError(text)
        return tuple(None if word.casefold() in EMPTY_BOX else int(word) for word in words)

    @property
    def value(self) -> tuple[TypedCard, int | None, UUID]:
        data = self.cleaned_data
        return TypedCard(data["boxes"], data["total"]), data["seen"], data["submission"]

    @staticmethod
    def initial_of(card: TypedCard | None) -> dict[str, Any]:
        if card is None:
            return {}
        boxes = " ".join("x" if box is None else str(box) for box in card.boxes)
        return {"boxes": boxes, "total": card.total}


def is_box(word: str) -> bool:
    return word.casefold() in EMPTY_BOX or NUMBER.fullmatch(word) is not None
