"""Forms for results. A desk types a hand "8hn9", points "300 10", or "t12" to jump to a table."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple
from uuid import UUID, uuid4

from django import forms
from django.forms import ValidationError
from django.http import QueryDict

from party.engine import (
    PAIRS,
    TRICKS,
    Bid,
    HandEntry,
    RuleError,
    Rules,
    announcements_of,
    bid_name,
    biddable,
    entries_from_points,
    next_part_question,
    plain_text,
    read_entry,
    slip_entry,
    thrown_in_entry,
)
from party.forms.plain_form import NumberField, PlainForm
from party.models import Entry, Table
from party.values.numbers import MINUS
from party.values.people.person import Person, given_names
from party.values.scores.tables import Sheet
from party.values.scores.words import TYPE_PLAYED_HAND

USUAL_SOURCE = Entry.Source.SLIP
JUMP = re.compile(r"\s*(?:t\s*(\d{1,5})|(\d{1,5})\s*:)\s*", re.IGNORECASE)
POINTS = re.compile(r"\s*([+-]?\d{1,4})(?:\s*[,/;]\s*|\s+)([+-]?\d{1,4})\s*")
POINTS_BEGUN = re.compile(r"([+-]\d{0,4}|\d{3,4}|[02-9]\d)(\s*[,/;]\s*|\s)?([+-]?\d*)")
PLAIN_MINUS = str.maketrans({"−": "-", "–": "-", "—": "-"})


@dataclass(frozen=True)
class Jump:
    table: int


@dataclass(frozen=True)
class MatchingHands:
    """All hands that give the typed points: either partner of a pair may have been the bidder."""

    ns: int
    ew: int
    entries: tuple[HandEntry, ...]


def read_line(rules: Rules, text: str) -> HandEntry | Jump | MatchingHands:
    """Raises one ValidationError with all faults."""
    plain = plain_text(text).translate(PLAIN_MINUS)
    if jump := JUMP.fullmatch(plain):
        return Jump(int(jump[1] or jump[2]))
    if points := POINTS.fullmatch(plain):
        return _matching_hands(rules, int(points[1]), int(points[2]))
    return read_hand(rules, text)


def unfinished_line(rules: Rules, text: str) -> str:
    """Return what the line still needs; "" if more letters would not help."""
    plain = plain_text(text).translate(PLAIN_MINUS)
    if plain.lower() == "t":
        return "Go to which table?"
    if points := POINTS_BEGUN.fullmatch(plain):
        ns = points[1].replace("-", MINUS)
        return f"North-South {ns} …: and East-West?" if len(ns) > 1 else "Points of North-South?"
    return next_part_question(rules, text)


def read_hand(rules: Rules, text: str) -> HandEntry:
    """Raises one ValidationError with all faults."""
    try:
        return read_entry(rules, text)
    except RuleError as error:
        raise ValidationError([fault.text for fault in error.faults]) from error


def read_played_hand(rules: Rules, text: str) -> HandEntry:
    """Raises ValidationError for a thrown-in hand, and for "." alone, which ends a table."""
    entry = read_hand(rules, text)
    if entry.result is None:
        raise ValidationError(TYPE_PLAYED_HAND)
    return entry


def _matching_hands(rules: Rules, ns: int, ew: int) -> MatchingHands:
    entries = entries_from_points(rules, ns, ew)
    if not entries:
        text = f"No hand gives North-South {ns} and East-West {ew}. Look at the slip again."
        raise ValidationError(text)
    return MatchingHands(ns, ew, entries)


class DeskEntry(NamedTuple):
    """`typed` is a hand, the points of both pairs, or the pair ahead; only phones send `round`."""

    typed: HandEntry | tuple[int, int] | str
    hand: int
    submission: UUID
    source: str = ""
    hands: int | None = None
    said: str = ""
    round: int = 0


class EntryForm(PlainForm):
    """The `submission` is an id of the page: if the page is posted twice, it is stored once."""

    kind: ClassVar[str]

    hand = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    submission = forms.UUIDField(widget=forms.HiddenInput)

    @property
    def jump_or_points(self) -> Jump | MatchingHands | None:
        text = self.cleaned_data.get("text")
        return text if isinstance(text, Jump | MatchingHands) else None

    @property
    def value(self) -> DeskEntry:
        """Return the entry of a form that has no `jump_or_points`."""
        data = self.cleaned_data
        typed = (data["ns"], data["ew"]) if "ns" in data else data["text"]
        return DeskEntry(typed, **{name: data[name] for name in DeskEntry._fields if name in data})


SOURCES = [
    (Entry.Source.SLIP, "the slip"),
    (Entry.Source.DESK, "what the table says"),
    (Entry.Source.CARD, "a player’s card"),
]


class SourceForm(PlainForm):
    source = forms.ChoiceField(
        label="Source",
        choices=SOURCES,
        required=False,
        widget=forms.Select(attrs={"class": "medium"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.data.get("proposed"):  # only the page with a photograph offers this source
            self.set_choices("source", [*SOURCES, (Entry.Source.PHOTO, "a photographed slip")])

    def offer_phone(self) -> None:
        self.set_choices("source", [*SOURCES, (Entry.Source.PHONE, "the table’s phone")])
        self.initial["source"] = Entry.Source.PHONE

    def clean_source(self) -> str:
        return self.cleaned_data["source"] or USUAL_SOURCE

    @property
    def result(self) -> HandEntry | tuple[int, int]:
        data = self.cleaned_data
        return (data["ns"], data["ew"]) if "ns" in data else data["text"]


class PointsField(forms.CharField):
    """Reads points such as "+300", "−120" or "1,240"."""

    # Not a number field or a numeric keyboard, because these may lack a minus.
    widget = forms.TextInput(attrs={"class": "medium", "autocomplete": "off", "data-step": True})

    def to_python(self, value: Any) -> Any:
        text = plain_text(str(super().to_python(value))).translate(PLAIN_MINUS)
        text = text.replace(",", "").replace(" ", "")
        if text == "":
            return ""
        if not re.fullmatch(r"[+-]?\d{1,5}", text):
            raise ValidationError("Type the points as a number, for example 340 or −120.")
        return int(text)


class PointsForm(SourceForm):
    ns = PointsField(
        label="North-South", error_messages={"required": "Type the points of North and South."}
    )
    ew = PointsField(
        label="East-West", error_messages={"required": "Type the points of East and West."}
    )


class HandForm(SourceForm):
    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules


class LineForm(EntryForm, HandForm):
    kind = "line"

    text = forms.CharField(
        label="Hand",
        max_length=40,
        error_messages={"required": "Type a hand, for example 8hn9."},
    )

    def clean_text(self) -> HandEntry | Jump | MatchingHands:
        return read_line(self.rules, self.cleaned_data["text"])


class PlayedHandForm(HandForm):
    text = forms.CharField(
        label="The hand as it was played",
        max_length=40,
        widget=forms.TextInput(attrs={"class": "medium", "autocomplete": "off"}),
        error_messages={"required": "Type the hand, for example 8hn9."},
    )
    field_order = ("text", "source", "reason")

    def clean_text(self) -> HandEntry:
        return read_played_hand(self.rules, self.cleaned_data["text"])


class CircleForm(EntryForm, HandForm):
    """A form like the paper slip; `cleaned_data["text"]` has the hand, as if it had been typed."""

    kind = "circle"

    bidder = forms.ChoiceField(label="Who won the bid?", widget=forms.RadioSelect, required=False)
    bid = forms.ChoiceField(label="What was the bid?", widget=forms.RadioSelect, required=False)
    tricks = forms.TypedChoiceField(
        label="How many tricks did the bidders take?",
        choices=[(count, str(count)) for count in range(TRICKS + 1)],
        widget=forms.RadioSelect,
        coerce=int,
        empty_value=None,
        required=False,
    )
    announced = forms.ChoiceField(
        label="Announced before the play", widget=forms.RadioSelect, required=False
    )
    passed = forms.BooleanField(label="Nobody bid: dealt again", required=False)
    last = forms.BooleanField(label="That was our last hand", required=False)

    def __init__(
        self,
        *args: Any,
        rules: Rules,
        seats: Mapping[str, Person],
        asks_last: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, rules=rules, **kwargs)
        if not asks_last:
            del self.fields["last"]
        if announcements := announcements_of(rules):
            choices = [(key, each.capitalize()) for key, each in announcements.items()]
            self.set_choices("announced", [("", "Nothing"), *choices])
        else:
            del self.fields["announced"]
        names = given_names(seats)
        people = [(seat, f"{names[seat]} ({seat})") for seat in "NESW" if seat in names]
        self.set_choices("bidder", people)
        self.set_choices("bid", ((str(bid), bid_name(rules, bid)) for bid in biddable(rules)))

    def clean(self) -> None:
        data = self.cleaned_data
        if self.errors:
            return
        try:
            data["text"] = self._entry(data)
        except RuleError as error:
            for fault in error.faults:
                # One circle sets level and suit, so one fault about both is enough.
                if fault.place != "suit":
                    self.add_error(FIELDS_BY_PLACE.get(fault.place), fault.text)

    def _entry(self, data: dict[str, Any]) -> HandEntry:
        if data.get("passed"):
            return thrown_in_entry(self.rules)
        bid = Bid.parse(data["bid"]) if data["bid"] else None
        is_special = bid is not None and bid.is_special
        return slip_entry(
            self.rules,
            bidder=data["bidder"] or None,
            tricks=data["tricks"],
            level=bid.level if bid and not is_special else None,
            suit=bid.strain if bid and not is_special else None,
            special=bid.strain if bid and is_special else None,
            announced=data.get("announced") or None,
            last=data.get("last", False),
        )


FIELDS_BY_PLACE = {
    "bidder": "bidder",
    "level": "bid",
    "special": "bid",
    "tricks": "tricks",
    "announced": "announced",
}


WHO_WAS_AHEAD = "Type n when North and South were ahead, e for East and West."


class AheadForm(EntryForm):
    """Asks which pair is ahead if players hand in final cards; `said`: as the page shows it."""

    kind = "ahead"

    said = forms.CharField(widget=forms.HiddenInput, required=False, max_length=2)
    text = forms.CharField(
        label="Ahead",
        max_length=10,
        error_messages={"required": WHO_WAS_AHEAD},
    )

    def clean_text(self) -> str | Jump:
        typed = plain_text(self.cleaned_data["text"]).upper()
        if jump := JUMP.fullmatch(typed):
            return Jump(int(jump[1] or jump[2]))
        for pair in PAIRS:
            if typed in {pair, *pair}:
                return pair
        raise ValidationError(WHO_WAS_AHEAD)


class TotalForm(EntryForm, PointsForm):
    """Asks for the number of hands first if the round does not fix it (`limit` is None)."""

    kind = "total"

    hands = NumberField(
        label="Hands played",
        min_value=1,
        error_messages={
            "required": "Say how many hands this table played.",
            "invalid": "Say how many hands this table played, as a number.",
        },
    )
    field_order = ("hands", "ns", "ew", "source")

    def __init__(self, *args: Any, limit: int | None, ns: str, ew: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if limit is None:
            self.fields["hands"].widget.attrs["data-step"] = True
        else:
            self.fields["hands"].initial = limit
            self.fields["hands"].required = False
            self.order_fields(["ns", "ew", "hands", "source"])
        self.fields["ns"].label = f"North-South: {ns}"
        self.fields["ew"].label = f"East-West: {ew}"
        first = next(field for field in self.fields.values() if not field.widget.is_hidden)
        first.widget.attrs["autofocus"] = True


def form_kinds(sheet: Sheet) -> tuple[str, ...]:
    if sheet.score.on_cards:
        return (AheadForm.kind,)
    if sheet.score.capture == Table.Capture.TOTALS:
        return (TotalForm.kind,)
    return LineForm.kind, CircleForm.kind


def desk_form(
    kind: str, rules: Rules, sheet: Sheet, source: str, sent: QueryDict | None = None
) -> EntryForm:
    """`source` is the source of the last entry."""
    blank = {"hand": sheet.next_hand, "submission": uuid4(), "source": source}
    if kind == AheadForm.kind:
        return AheadForm(sent, initial=blank | {"said": sheet.score.provisional_pair})
    if kind == TotalForm.kind:
        return TotalForm(sent, initial=blank, limit=sheet.score.limit, ns=sheet.ns, ew=sheet.ew)
    if kind == LineForm.kind:
        return LineForm(sent, initial=blank, rules=rules)
    return CircleForm(
        sent,
        initial=blank,
        auto_id="circle_%s",
        rules=rules,
        seats=sheet.seats,
        asks_last=sheet.score.limit is None,
    )


def sent_form(rules: Rules, sheet: Sheet, source: str, sent: QueryDict) -> EntryForm | None:
    """Return None if the table is now entered in another way."""
    kinds = form_kinds(sheet)
    kind = sent.get("kind", kinds[0])
    return desk_form(kind, rules, sheet, source, sent) if kind in kinds else None


def desk_forms(
    rules: Rules, sheet: Sheet, source: str, sent: EntryForm | None = None
) -> list[EntryForm]:
    """Return the forms of the desk; `sent` replaces the empty form of its kind."""
    if not (sent or sheet.score.takes_hands or sheet.score.on_cards):
        return []
    sent_kinds = {sent.kind: sent} if sent else {}
    return [
        sent_kinds.get(kind) or desk_form(kind, rules, sheet, source) for kind in form_kinds(sheet)
    ]
