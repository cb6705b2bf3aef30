"""Each act of a table's phone, sent as JSON by its script or from a form of its page."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

from django import forms
from django.forms import ValidationError

from party.engine import HandEntry, Rules
from party.forms.plain_form import NumberField, PlainForm, ValueForm
from party.forms.scores.entries import CircleForm, TotalForm, read_hand
from party.queries.phones.table import TOKEN_LENGTH, PhoneState
from party.values.numbers import number_of
from party.values.phones.addresses import NO_ADDRESS

LARGEST_SMALL_INTEGER = 32_767  # a column of the database holds no larger number
WRONG_KEY = "That does not match the tent. Check the table number and the key."
PAIR_CHOICES = [("NS", "NS"), ("EW", "EW")]
OUT_OF_DATE = "This page is out of date. Open it again."


class EntriesField(forms.Field):
    """Reads ids of entries from a JSON list, or from text with commas."""

    def to_python(self, value: Any) -> list[int]:
        values = value if isinstance(value, list) else str(value or "").split(",")
        numbers = [number_of(str(each)) for each in values if each != ""]
        if None in numbers:
            raise ValidationError(OUT_OF_DATE)
        return [number for number in numbers if number is not None]


class PhoneAct(StrEnum):
    HAND = "hand"
    CHANGE = "change"
    UNDO = "undo"
    TOTAL = "total"
    AGREE = "agree"
    CUT = "cut"
    SETTLE = "settle"
    CALL = "call"
    UNCALL = "uncall"


class PhoneRequest(NamedTuple):
    """A complete act of a phone; `hand` is 0 if the act is not about a hand."""

    act: PhoneAct
    hand: int
    result: HandEntry | tuple[int, int] | None
    id: UUID
    round: int
    seen: list[int]
    hands: int | None
    yes: bool
    pair: str
    was: str
    sure: bool


class PhoneRequestForm(PlainForm):
    """`NEEDED` has the fields that each act requires."""

    NEEDED: ClassVar[dict[str, tuple[str, ...]]] = {
        PhoneAct.HAND: ("hand", "text"),
        PhoneAct.CHANGE: ("hand", "seen", "text"),
        PhoneAct.UNDO: ("seen",),
        PhoneAct.TOTAL: ("ns", "ew"),
        PhoneAct.CUT: ("pair",),
        PhoneAct.SETTLE: ("seen",),
    }

    id = forms.UUIDField()
    act = forms.ChoiceField(choices=[(act, act) for act in PhoneAct])
    round = forms.IntegerField(min_value=0, max_value=LARGEST_SMALL_INTEGER)
    hand = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_SMALL_INTEGER)
    seen = EntriesField(required=False)
    text = forms.CharField(required=False, max_length=40)
    ns = forms.IntegerField(required=False, min_value=-99_990, max_value=99_990)
    ew = forms.IntegerField(required=False, min_value=-99_990, max_value=99_990)
    hands = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_SMALL_INTEGER)
    yes = forms.BooleanField(required=False)
    pair = forms.ChoiceField(required=False, choices=PAIR_CHOICES)
    was = forms.ChoiceField(required=False, choices=PAIR_CHOICES)
    sure = forms.BooleanField(required=False)

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules

    def clean_text(self) -> HandEntry | None:
        text = self.cleaned_data["text"]
        return read_hand(self.rules, text) if text else None

    def clean(self) -> None:
        data = self.cleaned_data
        needed = self.NEEDED.get(data.get("act", ""), ())
        if not self.errors and any(data[name] in (None, "", []) for name in needed):
            raise ValidationError(OUT_OF_DATE)

    @property
    def value(self) -> PhoneRequest:
        data = self.cleaned_data
        act, hand, result = PhoneAct(data["act"]), data["hand"] or 0, None
        if act == PhoneAct.TOTAL:
            result = data["ns"], data["ew"]
        elif act in {PhoneAct.HAND, PhoneAct.CHANGE}:
            result = data["text"]
        same_fields = [data[name] for name in PhoneRequest._fields[3:]]  # from `id` on
        return PhoneRequest(act, hand, result, *same_fields)


class PhoneCircleForm(CircleForm):
    """The pad in a browser without scripts."""

    source = None  # type: ignore[assignment]
    round = forms.IntegerField(
        min_value=1, max_value=LARGEST_SMALL_INTEGER, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, state: PhoneState, **kwargs: Any) -> None:
        super().__init__(*args, seats={}, asks_last=state.limit is None, **kwargs)
        names = [(seat, f"{each.short} ({seat})") for seat, each in state.seats.items()]
        self.set_choices("bidder", names)


class PhoneTotalForm(TotalForm):
    source = None  # type: ignore[assignment]
    round = forms.IntegerField(
        min_value=1, max_value=LARGEST_SMALL_INTEGER, widget=forms.HiddenInput
    )


class AddressForm(ValueForm[str]):
    address = forms.ChoiceField(
        label="Phones open",
        error_messages={"required": NO_ADDRESS},
    )

    def __init__(self, *args: Any, choices: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices("address", [(each, each.removeprefix("http://")) for each in choices])


class TentForm(ValueForm[tuple[int, str]]):
    """Asks for the table and the key on a table's tent, if a phone cannot scan the code there."""

    table = NumberField(
        label="Table",
        min_value=1,
        max_value=99_999,
        error_messages={
            "required": "Type the number of your table.",
            "invalid": "Type the number of your table, for example 7.",
        },
    )
    key = forms.CharField(
        label="Key",
        max_length=3 * TOKEN_LENGTH,
        help_text="It is below the square on the tent.",
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
        error_messages={"required": "Type the key on the tent."},
    )

    def clean_key(self) -> str:
        return "".join(str(self.cleaned_data["key"]).lower().split())
