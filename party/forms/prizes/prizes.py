from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, cast

from django import forms
from django.core.exceptions import ValidationError

from party.forms.plain_form import PlainForm, ValueForm
from party.values.people.money import read_money
from party.values.people.person import Person
from party.values.prizes.prizes import (
    KINDS,
    LONGEST_GIFT,
    LONGEST_HOLDER,
    LONGEST_TITLE,
    LONGEST_WHY,
    PRIZE_PRESETS,
    PrizeKind,
    PrizeLine,
    SettledBy,
    WonBy,
)
from party.values.prizes.words import NO_SETTLEMENT, NO_WINNER

WON_BY_WORDS: Mapping[WonBy, str] = {
    WonBy.MEASURED: "For the play",
    WonBy.DRAWN: "By chance",
    WonBy.GIVEN: "By hand",
}


class PrizeMoneyField(forms.CharField):
    """The value is in cents; None if the field is empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False,
            max_length=20,
            widget=forms.TextInput(attrs={"class": "medium", "autocomplete": "off"}),
            **kwargs,
        )
        self.currency = ""

    def clean(self, value: Any) -> int | None:
        text = str(super().clean(value))
        if not text:
            return None
        cents = read_money(text, self.currency)
        if cents is None:
            raise ValidationError("Type an amount, for example 12.50.")
        return cents


class PresetForm(ValueForm[str]):
    """`preset_names` are the lists of prizes that the party does not have yet."""

    preset = forms.ChoiceField(
        label="Which prizes?",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose one of the lists."},
    )

    def __init__(
        self, *args: Any, preset_names: Iterable[str] = PRIZE_PRESETS, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices("preset", [(name, PRIZE_PRESETS[name].label) for name in preset_names])


class PrizeWords(NamedTuple):
    title: str
    gift: str
    money: int | None = None
    must_be_here: bool = False
    kind: str = ""
    group: str = ""


class PrizeWordsForm(ValueForm[PrizeWords]):
    value_type = PrizeWords

    money = PrizeMoneyField(label="Money (if it is money)")
    gift = forms.CharField(
        label="Or something else to win",
        required=False,
        max_length=LONGEST_GIFT,
        help_text="For example: a ham",
    )
    title = forms.CharField(
        label="Its own name (optional)",
        required=False,
        max_length=LONGEST_TITLE,
    )
    must_be_here = forms.BooleanField(
        label="Must be here: people who have gone home are skipped", required=False
    )

    def __init__(
        self,
        *args: Any,
        currency: str,
        kind: PrizeKind | None = None,
        has_tickets: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        cast("PrizeMoneyField", self.fields["money"]).currency = currency
        if kind == PrizeKind.FIFTY_FIFTY:
            self.fields["money"].label = "The whole pot"
            self.fields["money"].help_text = "Half of it is won."
        if kind is not None and KINDS[kind].won_by != WonBy.MEASURED:
            del self.fields["must_be_here"]
        # Money typed before tickets were sold reaches the service, which refuses it.
        if has_tickets and not self.data.get("money"):
            del self.fields["money"]


class PrizeForm(PrizeWordsForm):
    kind = forms.ChoiceField(
        label="What is it for?",
        choices=[
            (words, [(kind, info.label) for kind, info in KINDS.items() if info.won_by == won_by])
            for won_by, words in WON_BY_WORDS.items()
        ],
    )
    group = forms.ChoiceField(label="Among whom?", required=False)
    field_order = ("kind", "group", "money", "gift", "title", "must_be_here")

    def __init__(self, *args: Any, groups: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices("group", [("", "Everybody"), *((name, name) for name in groups)])
        self.fields["money"].help_text = "For a 50/50: the whole pot."
        self.fields["must_be_here"].help_text = "A drawn prize is for people who are here anyway."


class TieForm(PlainForm):
    """The choice "cut 12" means that entrant 12 won a cut; "cut 3 7", that a pair won it."""

    how = forms.ChoiceField(
        label="How is it settled?",
        widget=forms.RadioSelect,
        error_messages={"required": NO_SETTLEMENT},
    )

    def __init__(self, *args: Any, line: PrizeLine, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices("how", tie_choices(line))

    @property
    def value(self) -> tuple[str, list[int]]:
        """Return the method, and the ids of the entrants who won."""
        method, *winners = self.cleaned_data["how"].split()
        return method, [int(each) for each in winners]


def tie_choices(line: PrizeLine) -> Iterable[tuple[str, str]]:
    """Yield every way to settle a tie: first a cut, by its winners from A to Z, then others."""
    for side in sorted(line.sides, key=lambda side: side.winners[0].person.a_to_z):
        yield f"{SettledBy.CUT} {side.typed}", f"They cut cards: {side} won"
    if line.count_back is not None:
        side, words = line.count_back.side, line.count_back.words
        verb = "have" if len(side.ids) > 1 else "has"
        yield SettledBy.COUNT_BACK, f"By countback: {side} {verb} {words}"
    yield SettledBy.SPLIT, f"They share {line.sharing}"


class TiedEntrantsForm(PlainForm):
    among = forms.RegexField(r"^\d{1,18}( \d{1,18})*$", widget=forms.HiddenInput)

    @property
    def ids(self) -> list[int]:
        return [int(each) for each in self.cleaned_data["among"].split()]


class GivePrizeForm(PlainForm):
    entrant = forms.TypedChoiceField(
        label="Who has it?", coerce=int, required=False, empty_value=None
    )
    guest = forms.CharField(
        label="Or somebody who does not play",
        required=False,
        max_length=LONGEST_HOLDER,
        help_text="The name, as it should appear on the prize sheet.",
    )
    why = forms.CharField(
        label="Why?",
        required=False,
        max_length=LONGEST_WHY,
        help_text="Shown on the prize sheet.",
    )

    def __init__(
        self, *args: Any, people: Iterable[Person], kind: PrizeKind, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        choices = ((each.id, str(each)) for each in people)
        self.set_choices("entrant", [("", "Choose somebody"), *choices])
        if KINDS[kind].won_by == WonBy.MEASURED:
            self.fields["why"].label = "Why is it not decided by points?"
            del self.fields["guest"]

    def clean(self) -> None:
        data = self.cleaned_data
        chosen = [data.get("entrant"), data.get("guest")]
        if not any(chosen) and "entrant" not in self.errors:
            self.add_error("entrant", NO_WINNER)
        if all(chosen):
            self.add_error("guest", "Choose one person, here or above.")

    @property
    def value(self) -> tuple[int | None, str, str]:
        data = self.cleaned_data
        return data["entrant"], data.get("guest", ""), data["why"]
