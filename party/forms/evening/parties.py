from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.forms.boundfield import BoundField, BoundWidget
from django.http import QueryDict
from django.utils.text import capfirst

from party.engine import PRESETS, Rules
from party.forms.people.fees import MoneyField
from party.forms.plain_form import NumberField, PlainForm
from party.models import Club, Party
from party.progression import CHOICES, FORMATS, Format, SeatingError
from party.values.evening.pace import DEFAULT_BREAK, NO_PACES, Paces
from party.values.evening.parties import MOST_ROUNDS, NO_PARTY_NAME, ROUNDS_ARE, PartyPlan
from party.values.evening.rounds_offered import AS_PLANNED, PlannedEvening, tables_for
from party.values.evening.usual_evenings import FIRST_DATE, LAST_DATE, NextEvening
from party.values.hall.clock import BREAK_MINUTES_ARE, CLOCK_MINUTES_ARE, MOST_MINUTES
from party.values.numbers import counted, number_of
from party.values.people.fees import figure
from party.values.rules.sheets import NULLO_GAMES, without_nullo

MOST_PEOPLE = 4_000  # more than any hall seats
PARTY_PRESETS = ("midway", "youngstown", "iowa")
AS_USUAL = "As usual for this game"
MOVEMENTS = {
    "midway": "The lower pair goes to the next table, partners split up at every table (Midway)",
    "iowa": "Winners go up one table, losers of the head table to the last (Iowa)",
    "path": "Everybody moves by a fixed plan, whatever the result",
    "stay": "Nobody moves",
}
# Only the settings ask for these. A new party copies them from the last party, or the preset.
POLICIES = (
    "tie_at_table",
    "non_multiple_of_4",
    "sit_out_credit",
    "sit_out_points",
    "late_arrival_credit",
    "count_back",
)
USUALLY_UNCHANGED = ("hands_counted", "round_credit")
FORMAT_FIELDS = ("which_partner_shifts", *USUALLY_UNCHANGED, *POLICIES)
OTHER, OWN, NOT_AGREED = "other", "own", "no"
# Groups of fields that are rarely changed. The page folds a group, and shows its answers in words.
FOLDS = (
    ("Who moves", ("movement", "which_partner_shifts")),
    ("Hands and break", ("hands_per_round", "hands_counted", "break_after", "break_minutes")),
    ("Clock", ("clock_minutes",)),
    ("Results", ("capture", "round_credit")),
    ("Left over", ("non_multiple_of_4", "sit_out_credit", "sit_out_points")),
    ("Ties, late people", ("tie_at_table", "late_arrival_credit", "count_back")),
    ("Fee", ("fee", "currency")),
    ("Cards and paper", ("cards", "paper")),
)
FAR_OFF = "The year is from 2000 to 2100."
FIELDS_FIXED_BY_DRAW = (
    "preset",
    "nullo",
    "movement",
    "hands_per_round",
    "people",
    "cards",
    *FORMAT_FIELDS,
)


@dataclass(frozen=True, slots=True)
class FoldedFields:
    title: str
    words: str
    fields: list[BoundField]
    is_open: bool


def preset_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    home_games = [name for name in FORMATS if name not in PARTY_PRESETS]
    return [
        ("Card parties", [(name, PRESETS[name].name) for name in PARTY_PRESETS]),
        ("Games at home, played as a party", [(name, PRESETS[name].name) for name in home_games]),
    ]


def choice_field(name: str) -> forms.ChoiceField:
    setting = CHOICES[name]
    choices = [(value, capfirst(words)) for value, words in setting.answers.items()]
    return forms.ChoiceField(
        label=setting.label, help_text=setting.help, choices=choices, widget=forms.RadioSelect
    )


def usual_choice_field(name: str) -> forms.ChoiceField:
    """Offer "as usual" first: most parties leave these settings as the game has them."""
    field = choice_field(name)
    choices: Any = field.choices
    field.choices, field.required = [("", AS_USUAL), *choices], False
    return field


def number_field(
    label: str, help_text: str, *, limit: int | None = None, too_many: str = ""
) -> NumberField:
    return NumberField(
        label=label,
        help_text=help_text,
        required=False,
        min_value=0,
        max_value=limit,
        error_messages={
            "invalid": "Type a number.",
            "min_value": "Type a number.",
            "max_value": too_many,
        },
    )


class PlanForm(PlainForm):
    """All fields of a plan. Each page uses a subclass that leaves some of them out."""

    name = forms.CharField(
        label="Name of the party",
        max_length=120,
        error_messages={"required": NO_PARTY_NAME},
    )
    place = forms.CharField(label="Place", max_length=120, required=False)
    date = forms.DateField(
        label="Date",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": "Choose the date.",
            "invalid": "Type the date as year-month-day, for example 2026-11-14.",
            "min_value": FAR_OFF,
            "max_value": FAR_OFF,
        },
        validators=[MinValueValidator(FIRST_DATE), MaxValueValidator(LAST_DATE)],
    )
    time = forms.TimeField(
        label="Cards at",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={
            "required": "Choose when the cards begin.",
            "invalid": "Type the time as hours and minutes, for example 19:00.",
        },
    )
    preset = forms.ChoiceField(
        label="Rules",
        choices=preset_choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose the rules."},
    )
    nullo = forms.ChoiceField(
        label="Nullo at West Seventh Street and in American games",
        help_text="Both sides must have agreed on this bid to take no tricks.",
        choices=[("", "Agreed: it may be bid"), (NOT_AGREED, "Not agreed: it is left out")],
        required=False,
        widget=forms.RadioSelect,
    )
    movement = forms.ChoiceField(
        label="Who moves after a round",
        choices=[("", AS_USUAL), *MOVEMENTS.items()],
        required=False,
        widget=forms.RadioSelect,
    )
    which_partner_shifts = choice_field("which_partner_shifts")
    hands_per_round = number_field(
        "Hands in a round", "Leave blank to follow the rules. In Iowa: at the head table."
    )
    hands_counted = usual_choice_field("hands_counted")
    round_credit = usual_choice_field("round_credit")
    people = number_field(
        "People, about",
        "",
        limit=MOST_PEOPLE,
        too_many=f"At most {MOST_PEOPLE:,} people.",
    )
    rounds = forms.CharField(label="Rounds", required=False, widget=forms.Select)
    other_rounds = number_field("Or type a number", "", limit=MOST_ROUNDS, too_many=ROUNDS_ARE)
    break_after = number_field(
        "Break after round",
        "The score cards have a double line there. Leave blank for no break.",
        limit=MOST_ROUNDS,
        too_many=ROUNDS_ARE,
    )
    break_minutes = number_field(
        "Minutes of the break",
        f"Included in the finish time. Blank means {DEFAULT_BREAK}.",
        limit=MOST_MINUTES,
        too_many=BREAK_MINUTES_ARE,
    )
    clock_minutes = number_field(
        "Minutes of a round, on the clock",
        "On the hall screen and the live page. Nothing rings by itself. Leave blank for no clock.",
        limit=MOST_MINUTES,
        too_many=CLOCK_MINUTES_ARE,
    )
    capture = forms.ChoiceField(
        label="How results are entered", choices=Party.Capture, widget=forms.RadioSelect
    )
    cards = forms.ChoiceField(label="Seat cards", choices=Party.Cards, widget=forms.RadioSelect)
    tie_at_table = choice_field("tie_at_table")
    non_multiple_of_4 = choice_field("non_multiple_of_4")
    sit_out_credit = choice_field("sit_out_credit")
    sit_out_points = number_field("The fixed number of points", CHOICES["sit_out_points"].help)
    late_arrival_credit = choice_field("late_arrival_credit")
    count_back = choice_field("count_back")
    paper = forms.ChoiceField(label="Paper", choices=Party.Paper, widget=forms.RadioSelect)
    fee = MoneyField(
        label="Fee for each person (if there is one)",
        help_text="The price at the door, for example 10 or 7.50.",
        required=False,
    )
    currency = forms.CharField(
        label="Currency",
        help_text="The sign before an amount: $, €, kr",
        max_length=8,
        required=False,
        widget=forms.TextInput(attrs={"class": "short"}),
    )

    club: Club
    before: PartyPlan | None = None  # this party's plan; for a new party, the last party's
    paces: Paces = NO_PACES
    tables = 0  # the number of tables; 0 until the seats are drawn

    def offer_rounds(self, *, is_settled: bool = False) -> None:
        selected = number_of(str(self._shown_values("rounds")["rounds"]), MOST_ROUNDS)
        choices = self.planned_evening().choices(selected, is_settled=is_settled)
        widget: Any = self.fields["rounds"].widget
        widget.choices = [*choices, (OTHER, "A number typed beside it")]

    def planned_evening(self) -> PlannedEvening:
        """Return the evening that the answers so far describe, complete or not."""
        shown = self._shown_values(*self.fields)
        format_ = FORMATS[self._preset(shown)]
        with suppress(SeatingError):
            format_ = self._format(shown)
        tables, start = self.tables, None
        if not tables:
            tables = tables_for(shown.get("people") or 0)
            if shown["date"] and shown["time"]:
                zone = ZoneInfo(self.club.time_zone)
                start = datetime.combine(shown["date"], shown["time"], tzinfo=zone)
        minutes = shown["clock_minutes"] or None
        pace_key = (self._preset(shown), format_.hands_per_round, minutes)
        return PlannedEvening(
            format_,
            tables,
            start,
            clock_minutes=minutes,
            break_after=shown["break_after"],
            break_minutes=shown["break_minutes"] or DEFAULT_BREAK,
            own_pace=self.paces.get(pace_key),
        )

    @property
    def rounds_shown(self) -> int | None:
        """Return None if the number of rounds is not known yet."""
        shown = self._shown_values("rounds", "other_rounds")
        selected = number_of(str(shown["rounds"]), MOST_ROUNDS)
        return shown["other_rounds"] or selected or self.planned_evening().default

    @property
    def finish(self) -> datetime | None:
        return self.planned_evening().finish(self.rounds_shown)

    @property
    def break_minutes_counted(self) -> int:
        return self.planned_evening().minutes_of_break(self.rounds_shown)

    @property
    def pictured_games(self) -> list[BoundWidget]:
        return [each for each in self["preset"] if each.data["value"] in PARTY_PRESETS]

    @property
    def own_rules(self) -> list[BoundWidget]:
        return [each for each in self["preset"] if each.data["value"] == OWN]

    @property
    def other_games(self) -> list[BoundWidget]:
        return [each for each in self["preset"] if each.data["value"] not in {OWN, *PARTY_PRESETS}]

    @property
    def plays_another_game(self) -> bool:
        return any(each.data["selected"] for each in self.other_games)

    def folds(self) -> list[FoldedFields]:
        groups = []
        for title, names in FOLDS:
            fields = [self[name] for name in names if name in self.fields]
            if fields:
                has_errors = any(field.errors for field in fields)
                has_no_effect = fields[0].name == "movement" and self.has_no_moves
                answers = [*filter(None, map(self._answer_text, fields))]
                later_answers = [f"{each[:1].lower()}{each[1:]}" for each in answers[1:]]
                words = "; ".join([*answers[:1], *later_answers])
                groups.append(
                    FoldedFields(title, words, fields, is_open=has_errors or has_no_effect)
                )
        return groups

    def _answer_text(self, field: BoundField) -> str:
        """Return the answer in words; "" if the words of another field include it."""
        shown: Any = field.value()
        if field.name == "hands_per_round":
            return counted(self.planned_evening().format.hands_per_round, "hand") + " a round"
        if field.name == "break_after":
            minutes = self._shown_values("break_minutes")["break_minutes"] or DEFAULT_BREAK
            return f"a {minutes}-minute break after round {shown}" if shown else "no break"
        if field.name == "clock_minutes":
            return f"{shown} minutes on the clock" if shown else "no clock: the bell decides"
        if field.name == "fee":
            currency = self["currency"].value() if "currency" in self.fields else ""
            return f"{currency}{shown}" if shown else "none"
        if isinstance(field.field, forms.ChoiceField) and (
            shown or field.name not in USUALLY_UNCHANGED
        ):
            answers: Any = field.field.choices
            return str(dict(answers).get(shown, "")).partition(":")[0]
        return ""

    @property
    def has_no_moves(self) -> bool:
        """Return True if winners would move up, but there is only one table."""
        return "movement" in self.fields and self.planned_evening().nobody_moves

    def _shown_values(self, *names: str) -> dict[str, Any]:
        """Return the values that the page shows, with None for an invalid value."""
        shown: dict[str, Any] = dict.fromkeys(names)
        for name in names:
            with suppress(ValidationError):
                shown[name] = self.fields[name].clean(self[name].value())
        return shown

    def offer_own_rules(self) -> None:
        if self.before and self.before.has_own_rules:
            words = f"{self.before.rules.name}, made from {PRESETS[self.before.preset].name}"
            field: Any = self.fields["preset"]
            field.choices = [("Your own", [(OWN, words)]), *preset_choices()]

    def _preset(self, data: Mapping[str, Any]) -> str:
        selected: str | None = data.get("preset")
        if selected and selected != OWN:
            return selected
        return self.before.preset if self.before else PARTY_PRESETS[0]

    def _rules(self, data: Mapping[str, Any]) -> Rules:
        if self.before and data.get("preset") in {None, "", OWN}:
            return self.before.rules
        preset = self._preset(data)
        is_left_out = preset in NULLO_GAMES and data.get("nullo") == NOT_AGREED
        return without_nullo(PRESETS[preset]) if is_left_out else PRESETS[preset]

    def leave_out(self, *names: str) -> None:
        for name in names:
            self.fields.pop(name, None)

    def clean(self) -> None:
        data = self.cleaned_data
        data["rounds"] = rounds = self._rounds(data)
        if rounds and (data.get("break_after") or 0) >= rounds:
            self.add_error("break_after", f"The last round is {rounds}: the break is before it.")
        if not self.errors:
            try:
                self.format = self._format(data)
            except SeatingError as error:
                for fault in error.faults:
                    self.add_error(fault.place if fault.place in self.fields else None, fault.text)

    def _rounds(self, data: dict[str, Any]) -> int | None:
        """Return None for the default of the rules."""
        selected, typed = data.get("rounds", ""), data.get("other_rounds")
        if selected == OTHER and typed is None and "other_rounds" not in self.errors:
            self.add_error("other_rounds", "Say how many rounds, as a number.")
        if selected in {OTHER, AS_PLANNED}:
            return typed
        number = number_of(selected, MOST_ROUNDS)
        if number is None:
            words = ROUNDS_ARE if selected.isdecimal() else "Choose how many rounds."
            self.add_error("rounds", words)
        elif typed is not None and typed != number:
            text = f"You chose {number} rounds and typed {typed}. Keep only one."
            self.add_error("other_rounds", text)
        return number

    def plan(self) -> PartyPlan:
        """Return the plan: fields that this form leaves out keep their previous values."""
        data, before = self.cleaned_data, self.before
        preset = self._preset(data)
        zone = ZoneInfo(self.club.time_zone)
        return PartyPlan(
            name=data["name"],
            place=data["place"],
            starts_at=datetime.combine(data["date"], data["time"], tzinfo=zone),
            preset=preset,
            rules=self._rules(data),
            format=self.format,
            rounds=data["rounds"],
            break_after=data.get("break_after") or None,
            break_minutes=data.get("break_minutes") or DEFAULT_BREAK,
            clock_minutes=data.get("clock_minutes") or None,
            capture=data["capture"],
            cards=data.get("cards") or (before.cards if before else "named"),
            paper=data["paper"],
            fee=data["fee"] or 0,
            currency=data.get("currency") or (before.currency if before else "$"),
        )

    def _format(self, data: dict[str, Any]) -> Format:
        preset = self._preset(data)
        is_same_preset = self.before is not None and self.before.preset == preset
        format_ = self.before.format if self.before and is_same_preset else FORMATS[preset]
        if "movement" in self.fields:
            format_ = _with_movement(format_, data["movement"] or FORMATS[preset].movement.name)
        format_fields = [name for name in FORMAT_FIELDS if name in self.fields]
        changes = {name: data[name] for name in format_fields if data[name] not in {None, ""}}
        if data.get("hands_per_round") is not None:
            changes["hands_per_round"] = data["hands_per_round"]
        elif "hands_per_round" in self.fields:
            changes["hands_per_round"] = FORMATS[preset].hands_per_round
        if "round_credit" in self.fields and not data.get("round_credit"):
            changes["round_credit"] = FORMATS[preset].round_credit
        if changes.get("round_credit") == "wins_only" and "sit_out_credit" not in self.fields:
            changes["sit_out_credit"] = "fixed"  # if rounds won count, no other credit is possible
        return format_.replace(**changes)


def _with_movement(format_: Format, movement: str) -> Format:
    """Change the movement. Only with Iowa's movement does the head table end the round."""
    hands_counted = "at_head" if movement == "iowa" else "all_tables"
    return format_.with_movement(movement).replace(hands_counted=hands_counted)


def initial_values(plan: PartyPlan, club: Club) -> dict[str, Any]:
    start = plan.starts_at.astimezone(ZoneInfo(club.time_zone))
    preset_format = FORMATS[plan.preset]
    usual_format = _with_movement(preset_format, plan.format.movement.name)
    has_own_movement = plan.format.movement != preset_format.movement
    has_own_hands = plan.format.hands_per_round != preset_format.hands_per_round
    return {
        "name": plan.name,
        "place": plan.place,
        "date": start.date(),
        "time": start.time(),
        "preset": OWN if plan.has_own_rules else plan.preset,
        "movement": plan.format.movement.name if has_own_movement else "",
        "rounds": plan.rounds,
        "break_after": plan.break_after,
        "break_minutes": plan.break_minutes,
        "clock_minutes": plan.clock_minutes,
        "hands_per_round": plan.format.hands_per_round if has_own_hands else None,
        "capture": plan.capture,
        "cards": plan.cards,
        "paper": plan.paper,
        "fee": figure(plan.fee) if plan.fee else "",
        "currency": plan.currency,
        **{name: getattr(plan.format, name) for name in FORMAT_FIELDS},
        **{
            name: getattr(plan.format, name)
            if getattr(plan.format, name) != getattr(usual_format, name)
            else ""
            for name in USUALLY_UNCHANGED
        },
    }


class NewPartyForm(PlanForm):
    """`last` is the plan to copy, of an earlier party; None stands for a plan of Midway.

    `typed` are unchecked answers of a preview. `players_before` is the number of people who played
    at the earlier party.
    """

    def __init__(
        self,
        data: QueryDict | None,
        *,
        clubs: Sequence[Club],
        last: PartyPlan | None,
        next_evening: NextEvening,
        typed: Mapping[str, Any],
        paces: Paces = NO_PACES,
        players_before: int = 0,
    ) -> None:
        self.paces = paces
        self.clubs, self.before = {str(club.pk): club for club in clubs}, last
        self.club = clubs[0]
        super().__init__(
            data, initial={**initial_values_of_new_party(last, self.club, next_evening), **typed}
        )
        self.next_evening = next_evening
        self.offer_own_rules()
        self.leave_out(*POLICIES, "currency")
        self.fields["name"].widget.attrs["autofocus"] = True
        self.offer_rounds()
        if players_before:
            label = (
                f"Expect the {players_before} who played again"
                if players_before > 1
                else "Expect who played again"
            )
            self.fields["again"] = forms.BooleanField(label=label, required=False)
        if len(clubs) > 1:
            choices = [(pk, club.name) for pk, club in self.clubs.items()]
            field = forms.ChoiceField(label="Club", choices=choices, initial=clubs[0].pk)
            self.fields = {"club": field, **self.fields}

    @property
    def is_everybody_expected(self) -> bool:
        return bool(self.cleaned_data.get("again")) and self.cleaned_data["cards"] == "named"

    def clean_club(self) -> str:
        selected: str = self.cleaned_data["club"]
        self.club = self.clubs[selected]
        return selected


def initial_values_of_new_party(
    last: PartyPlan | None, club: Club, next_evening: NextEvening
) -> dict[str, Any]:
    day, time = next_evening.date, next_evening.time
    start = datetime.combine(day, time, tzinfo=ZoneInfo(club.time_zone))
    plan = last or PartyPlan.of_preset(PARTY_PRESETS[0], name="", starts_at=start)
    return initial_values(plan, club) | {"date": day, "time": time}


class SettingsForm(PlanForm):
    """After the draw (`tables` > 0) the form has only fields that can still change."""

    def __init__(
        self,
        data: QueryDict | None,
        *,
        club: Club,
        before: PartyPlan,
        tables: int,
        typed: Mapping[str, Any],
        paces: Paces = NO_PACES,
    ) -> None:
        self.paces = paces
        self.club, self.before, self.tables = club, before, tables
        super().__init__(data, initial={**initial_values(before, club), **typed})
        self.offer_own_rules()
        if tables:
            self.leave_out(*FIELDS_FIXED_BY_DRAW)
            self.fields["rounds"].label = "Rounds, at least as many as have begun"
        self.offer_rounds(is_settled=bool(tables and before.rounds))
