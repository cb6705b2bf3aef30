"""Another result in the place of one that was entered, with the reason."""

from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID

from django import forms

from party.engine import PAIRS, HandResult, Rules, describe
from party.forms.plain_form import PlainForm
from party.forms.scores.entries import CircleForm, PlayedHandForm, PointsForm, SourceForm
from party.values.numbers import signed
from party.values.seats.corrections import Choice, Effects, Seats

STAY = "stay"  # no answer to the cut: the seats are kept as they are
WAYS = {
    Seats.KEEP: "Keep the seats, change the points only",
    Seats.RESEAT: "Let these people change seats",
    Seats.REDRAW: "Seat round {round} again, with everybody who is here now",
}


class CorrectionForm(SourceForm):
    """`seen` is the entry the writer looked at: a change made meanwhile is never lost."""

    kind: ClassVar[str]

    seen = forms.IntegerField(widget=forms.HiddenInput)
    submission = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label="Why is it corrected?",
        max_length=200,
        required=False,
        help_text="For example: “misread the slip”. It stands in the log.",
    )

    def __init__(self, *args: Any, ask_reason: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if ask_reason:
            self.fields["reason"].required = True
            self.fields["reason"].error_messages["required"] = (
                "The round is closed. Say why this is corrected."
            )
        else:
            self.fields["reason"].label = "Why is it corrected? (may stay empty)"

    @property
    def correction(self) -> tuple[int, UUID, str, str]:
        """The entry that was seen, the submission, the reason and the source."""
        data = self.cleaned_data
        return data["seen"], data["submission"], data["reason"], data["source"]


class HandCorrectionForm(CorrectionForm, PlayedHandForm):
    kind = "line"


class TotalCorrectionForm(CorrectionForm, PointsForm):
    kind = "total"
    field_order = ("ns", "ew", "source", "reason")


class CircleCorrectionForm(CorrectionForm, CircleForm):
    """The slip on the screen, as it was circled before."""

    kind = "circle"
    field_order = ("bidder", "bid", "tricks", "announced", "source", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, ask_last=False, **kwargs)
        # A hand that is in keeps its number, and it was played.
        del self.fields["hand"], self.fields["passed"]


class SeatsForm(PlainForm):
    """What becomes of the seats: asked beside the report of who would sit elsewhere."""

    mark = forms.CharField(widget=forms.HiddenInput)
    cut = forms.ChoiceField(widget=forms.HiddenInput)
    seats = forms.ChoiceField(label="What becomes of the seats?", widget=forms.RadioSelect)

    @classmethod
    def asking(cls, effects: Effects, pairs: dict[str, str], cut: str) -> "SeatsForm":
        """Return the form that asks, with the usual answer chosen; a cut has no usual answer."""
        form = cls(initial={"mark": effects.mark, "seats": effects.usual, "cut": cut})
        if effects.tied:
            del form.fields["seats"]
            stay = (STAY, "Nobody says: all keep their seats")
            kept = [stay] if Seats.KEEP in effects.ways else []
            form.fields["cut"] = forms.ChoiceField(
                label="Who was high on the cut?",
                choices=[*pairs.items(), *kept],
                widget=forms.RadioSelect,
            )
        else:
            ways = [(way, WAYS[way].format(round=effects.round)) for way in effects.ways]
            form.set_choices("seats", ways)
        return form

    @staticmethod
    def answer(sent: Mapping[str, Any]) -> Choice:
        """Read what was chosen; anything that is no answer counts as none."""
        way, cut = sent.get("seats"), sent.get("cut", "")
        if cut == STAY:
            return Choice(Seats.KEEP)
        known = Seats(way) if way in set(Seats) else None
        return Choice(known, cut if cut in PAIRS else "", sent.get("mark", ""))


def circled(result: HandResult | None) -> dict[str, Any]:
    """Return what is circled for a hand, by the names of the circles."""
    if result is None:
        return {}
    return {
        "bidder": result.declarer,
        "bid": str(result.bid or ""),
        "tricks": result.tricks,
        "announced": result.announced,
    }


def typed_text(rules: Rules, form: CorrectionForm) -> str:
    """Return in words what was typed or circled."""
    typed = form.result
    if isinstance(typed, tuple):
        ns, ew = typed
        return f"N-S {signed(ns)}, E-W {signed(ew)}"
    return describe(rules, typed.result)
