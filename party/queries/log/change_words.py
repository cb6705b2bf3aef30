"""The changes of a log line in words: for the log, and for the page that undoes the line."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.text import capfirst

from party.engine import PAIR_NAMES, PRESETS, Rules
from party.models import LogLine, Party
from party.progression import CHOICES
from party.queries.log.row_changes import fields_of
from party.values.log.row_changes import Step, steps_of
from party.values.numbers import clock
from party.values.people.money import money
from party.values.rules.sheets import rule_differences

# Labels of columns. A column without a label is never shown.
LABELS: Mapping[str, Mapping[str, str]] = {
    "party": {
        "name": "Name of the party",
        "place": "Place",
        "starts_at": "Start",
        "preset": "Rules made from",
        "rules_values": "Rules",
        "format_values": "Format",
        "rounds_planned": "Rounds",
        "break_after": "Break after round",
        "break_minutes": "Minutes of the break",
        "clock_minutes": "Minutes on the clock",
        "capture": "Results are entered",
        "cards": "Seat cards",
        "paper": "Paper",
        "phones": "Tables enter on phones",
        "hall_address": "Address in the hall",
        "guests": "Guests may look",
        "guest_names": "Names for guests",
        "address_left_out": "No address for guests on",
        "guest_standings": "Standings for guests",
        "phone_ranking": "Standings on the tables’ phones",
        "reveal": "Winners are shown",
        "fee": "Fee",
        "currency": "Currency",
        "one_prize_each": "One prize each",
        "gone_winners": "When a winner has gone home",
        "hall_mode": "Hall screen",
        "hall_message": "Message on the hall screen",
    },
    "entrant": {
        "name": "Name",
        "word": "The word",
        "prize_group": "Prize group",
        "state": "",
        "rota": "Turn to sit out",
        "owed": "Owes",
        "paid": "Has paid",
        "paid_how": "How it was paid",
        "stands_in_for_id": "Takes the chair of",
        "notes": "Note for tonight",
    },
    "player": {"notes": "Notes"},
    "round": {"state": ""},
    "table": {
        "hands": "Hands played",
        "why_short": "Why it stopped",
        "cut": "High on the cut",
        "cut_why": "Why",
        "ahead": "Ahead",
        "capture": "Results are entered",
    },
    "prize": {
        "title": "Name of its own",
        "money": "Money",
        "gift": "Gift",
        "must_be_here": "Only for those who are still here",
        "kept_for": "Kept for",
        "passed_over": "Passed over",
        "ticket_price": "A ticket costs",
        "number": "Number drawn",
        "order": "Place on the list",
    },
    "moneyline": {"cents": "Amount"},
}
# Columns that the words of a line already say, or that follow from other columns.
NOT_SHOWN: Mapping[str, set[str]] = {
    "entrant": {"name", "state", "rota", "paid", "paid_how", "stands_in_for_id"},
    "round": {"state"},
    "prize": {"order"},
    "moneyline": {"cents"},
}
# Lines whose words say every old and new value.
COMPLETE_WORDS = {"rules changed"}
# The effect of the undo on a row that the verb added, and on a row that it deleted.
ROW_REMOVED = {
    "entrant": "{name} is taken off the list.",
    "wish": "No longer asked for: {name}.",
    "prize": "{name} is taken off the list of prizes.",
    "award": "{name} does not have it any more.",
    "moneyline": "{name} is taken out of the money.",
}
ROW_RESTORED = {
    "wish": "Asked for again: {name}.",
    "prize": "{name} is on the list of prizes again.",
    "award": "{name} has it again.",
    "moneyline": "{name} is in the money again.",
}
EMPTY_TEXTS = {
    "owed": "the party’s fee",
    "rounds_planned": "as many as there are tables",
    "break_after": "none",
    "clock_minutes": "no clock",
    "hands": "not finished",
    "prize_group": "none",
    "cut": "nobody",
    "ahead": "nobody",
    "kept_for": "nobody",
    "passed_over": "nobody",
    "hall_address": "as the browser of the organiser",
}


@dataclass(frozen=True, slots=True)
class ValueChange:
    label: str
    old: str
    new: str


class Wording:
    def __init__(self, party: Party, names: Mapping[int, str]) -> None:
        self.party, self.names = party, names

    def changes(self, line: LogLine, *, is_organiser: bool) -> tuple[ValueChange, ...]:
        """Return the old and new values that the words of a line do not say."""
        steps = () if line.verb in COMPLETE_WORDS else steps_of(line.data)
        changes = [each for step in steps for each in self.step_changes(step)]
        changes += self._winner_changes([step for step in steps if step.row == "award"])
        if is_organiser and (wishes := line.data.get("wishes")):
            changes.append(ValueChange("Asked for", wishes, "nothing"))
        return tuple(changes)

    def step_changes(self, step: Step) -> Iterator[ValueChange]:
        not_shown = NOT_SHOWN.get(step.row, set())
        for column in _shown_columns(step):
            if column not in not_shown:
                yield from self._column_changes(step, column)

    def _winner_changes(self, steps: Iterable[Step]) -> Iterator[ValueChange]:
        names_by_prize: dict[str, tuple[list[str], list[str]]] = {}
        for step in steps:
            prize, _, name = step.name.rpartition(": ")
            old, new = names_by_prize.setdefault(prize, ([], []))
            names = old if step.after is None else new
            names.append(name)
        for prize, (old, new) in names_by_prize.items():
            if sorted(old) != sorted(new):
                yield ValueChange(prize, ", ".join(old) or "nobody", ", ".join(new) or "nobody")

    def undo_sentences(self, step: Step) -> Iterator[str]:
        if step.before is None:
            yield ROW_REMOVED[step.row].format(name=step.name)
        elif step.after is None:
            yield ROW_RESTORED[step.row].format(name=step.name)
        row = "" if step.row == "party" else f"{step.name}: "
        for column in _shown_columns(step):
            for each in self._column_changes(step, column):
                label = f"{each.label}: " if each.label else ""
                yield capfirst(f"{row}{label}{each.new} → {each.old.removesuffix('.')}.")

    def _column_changes(self, step: Step, column: str) -> Iterator[ValueChange]:
        old, new = (step.before or {})[column], (step.after or {})[column]
        if column == "rules_values":
            yield from _rule_changes(old, new)
        elif column == "format_values":
            yield from _format_changes(old, new)
        else:
            label = LABELS[step.row][column]
            old_text = self._value_text(step.row, column, old)
            yield ValueChange(label, old_text, self._value_text(step.row, column, new))

    def _value_text(self, row: str, column: str, value: Any) -> str:
        if value in (None, "", []):
            return EMPTY_TEXTS.get(column, "nothing")
        match column:
            case "fee" | "owed" | "paid" | "money" | "ticket_price" | "cents":
                text = money(value, self.party.currency) if value else "nothing"
            case "cut" | "ahead":
                text = PAIR_NAMES[value]
            case "preset":
                text = PRESETS[value].name if value in PRESETS else value
            case "starts_at":
                at = datetime.fromisoformat(value).astimezone(ZoneInfo(self.party.club.time_zone))
                text = f"{at:%a} {at.day} {at:%b %Y}, {clock(at)}"
            case "kept_for" | "passed_over":
                text = ", ".join(self.names.get(pk, "somebody") for pk in value)
            case "stands_in_for_id":
                text = self.names.get(value, "somebody")
            case _:
                text = _plain_text(row, column, value)
        return text


def _shown_columns(step: Step) -> list[str]:
    """Use the order of LABELS: JSON in a database has no order."""
    return [column for column in LABELS.get(step.row, {}) if column in step.changed]


def _plain_text(row: str, column: str, value: Any) -> str:
    field = fields_of(row)[column]
    if field.choices:
        words = str(dict(field.flatchoices).get(value, value))
        return words[:1].lower() + words[1:]
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _rule_changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[ValueChange]:
    """Yield the name of the game if it changed, otherwise every rule that differs."""
    before, after = Rules.of(old), Rules.of(new)
    if before.name != after.name:
        yield ValueChange("Rules", before.name, after.name)
        return
    for each in rule_differences(before, after):
        yield ValueChange(each.label, each.first, each.second)


def _format_changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[ValueChange]:
    for name, choice in CHOICES.items():
        before, after = old.get(name, ""), new.get(name, "")
        if before != after:
            old_answer = str(choice.answers.get(before, before))
            yield ValueChange(choice.label, old_answer, str(choice.answers.get(after, after)))
