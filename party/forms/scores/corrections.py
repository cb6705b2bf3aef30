from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID

from django import forms

from party.engine import PAIRS, HandResult, Rules, describe
from party.forms.plain_form import PlainForm, ReasonField
from party.forms.scores.entries import CircleForm, PlayedHandForm, PointsForm, SourceForm
from party.values.numbers import signed
from party.values.scores.words import HIGH_ON_THE_CUT, SAY_WHY
from party.values.seats.corrections import Effects, SeatsAnswer, SeatsChoice

STAY = "stay"  # nobody knows who won the cut, so everybody keeps the seat
WAYS = {
    SeatsChoice.KEEP: "Keep the seats, change the points only",
    SeatsChoice.RESEAT: "Let these people change seats",
    SeatsChoice.REDRAW: "Seat round {round} again, with everybody who is here now",
}


class CorrectionForm(SourceForm):
    """`seen` is the entry on the page."""

    kind: ClassVar[str]

    seen = forms.IntegerField(widget=forms.HiddenInput)
    submission = forms.UUIDField(widget=forms.HiddenInput)
    reason = ReasonField(label="Why is it corrected?", example="misread the slip", required=False)

    def __init__(self, *args: Any, needs_reason: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if needs_reason:
            self.fields["reason"].required = True
            self.fields["reason"].error_messages["required"] = f"The round is closed. {SAY_WHY}"
        else:
            self.fields["reason"].label = "Why is it corrected? (optional)"

    @property
    def correction(self) -> tuple[int, UUID, str, str]:
        """Return the entry on the page, the submission, the reason and the source."""
        data = self.cleaned_data
        return data["seen"], data["submission"], data["reason"], data["source"]


class HandCorrectionForm(CorrectionForm, PlayedHandForm):
    kind = "line"


class TotalCorrectionForm(CorrectionForm, PointsForm):
    kind = "total"
    field_order = ("ns", "ew", "source", "reason")


class CircleCorrectionForm(CorrectionForm, CircleForm):
    """A form like the paper slip, with the entered result circled."""

    kind = "circle"
    field_order = ("bidder", "bid", "tricks", "announced", "source", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, asks_last=False, **kwargs)
        # A correction cannot change the number of a hand, or say that it was thrown in.
        del self.fields["hand"], self.fields["passed"]


class SeatsForm(PlainForm):
    mark = forms.CharField(widget=forms.HiddenInput)
    cut = forms.ChoiceField(widget=forms.HiddenInput)
    seats = forms.ChoiceField(label="What about the seats?", widget=forms.RadioSelect)

    @classmethod
    def for_effects(cls, effects: Effects, pairs: dict[str, str], cut: str) -> "SeatsForm":
        """Make the form with the usual answer chosen; for a cut, no answer is chosen."""
        form = cls(initial={"mark": effects.mark, "seats": effects.default_choice, "cut": cut})
        if effects.is_tied:
            del form.fields["seats"]
            stay = (STAY, "Nobody says: all keep their seats")
            no_answer = [stay] if SeatsChoice.KEEP in effects.open_choices else []
            form.fields["cut"] = forms.ChoiceField(
                label=HIGH_ON_THE_CUT,
                choices=[*pairs.items(), *no_answer],
                widget=forms.RadioSelect,
            )
        else:
            ways = [(way, WAYS[way].format(round=effects.round)) for way in effects.open_choices]
            form.set_choices("seats", ways)
        return form

    @staticmethod
    def read_choice(sent: Mapping[str, Any]) -> SeatsAnswer:
        """Read the choice; an unknown value counts as no answer."""
        way, cut = sent.get("seats"), sent.get("cut", "")
        if cut == STAY:
            return SeatsAnswer(SeatsChoice.KEEP)
        seats = SeatsChoice(way) if way in set(SeatsChoice) else None
        return SeatsAnswer(seats, cut if cut in PAIRS else "", sent.get("mark", ""))


def circle_values(result: HandResult | None) -> dict[str, Any]:
    if result is None:
        return {}
    return {
        "bidder": result.declarer,
        "bid": str(result.bid or ""),
        "tricks": result.tricks,
        "announced": result.announced,
    }


def typed_text(rules: Rules, form: CorrectionForm) -> str:
    typed = form.result
    if isinstance(typed, tuple):
        ns, ew = typed
        return f"N-S {signed(ns)}, E-W {signed(ew)}"
    return describe(rules, typed.result)
