import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.text import capfirst

from party.engine import PRESETS, RuleError, Rules, Toggle, Variation
from party.forms.evening.parties import preset_choices
from party.forms.plain_form import PlainForm, ReasonField, ValueForm
from party.progression import FORMATS
from party.rosters import words_of
from party.values.rules.sheets import (
    AT_A_PARTY,
    AT_A_TABLE,
    SECTIONS,
    SWITCHES,
    house_rules,
    refuse_conflicts,
    rules_named,
    switch_rules,
    switches_on,
)
from party.values.rules.words import NO_REASON

TEXTS = ("name", "misere_word")


@dataclass(frozen=True)
class RuleSearch:
    """With `only`, the search finds only rules that differ from the preset."""

    words: str = ""
    only: bool = False

    def __bool__(self) -> bool:
        return bool(self.words.strip() or self.only)

    def matches(self, rule: Toggle | Variation, title: str = "", *, differs: bool) -> bool:
        """Return whether each searched word begins a word of the rule; accents do not count."""
        words = words_of(f"{title} {rule_text(rule)}")
        has_words = all(
            any(word.startswith(part) for word in words) for part in words_of(self.words)
        )
        return has_words and (differs or not self.only)


def rule_text(rule: Toggle | Variation) -> str:
    if isinstance(rule, Variation):
        return f"{rule.name} {rule.words}"
    return " ".join([rule.label, rule.help, *rule.choices.values()])


@dataclass(frozen=True)
class RulesSection:
    """`differing` counts the fields that differ from the preset; pages omit `hidden` fields."""

    title: str
    fields: tuple[BoundField, ...]
    hidden: tuple[BoundField, ...]
    differing: int

    @property
    def has_errors(self) -> bool:
        return any(field.errors for field in self.fields)


def switches() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    for section, title in SECTIONS:
        of_section = {key: each for key, each in SWITCHES.items() if each.section == section}
        yield title, [(key, f"{each.name}: {each.words}") for key, each in of_section.items()]


class StartAgainForm(PlainForm):
    preset = forms.ChoiceField(
        label="Start again from",
        help_text="Changes below that you have not saved are lost.",
        choices=preset_choices,
    )


class RuleSearchForm(PlainForm):
    find = forms.CharField(
        label="Find a rule",
        help_text="A word of it: kitty, dealer, tens.",
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"class": "medium", "autocomplete": "off"}),
    )
    only = forms.BooleanField(label="Only what differs", required=False)

    @property
    def search(self) -> RuleSearch:
        self.is_valid()
        return RuleSearch(self.cleaned_data.get("find", ""), self.cleaned_data.get("only", False))


class HouseRulesForm(PlainForm):
    """Makes Rules from a preset, a field for each choice, and the switches of house rules.

    A switch sets several choices at once. `were_on` are the switches that were on when the page
    was made; switches that were turned on or off since are applied after the fields.
    """

    preset = forms.ChoiceField(choices=[(key, key) for key in FORMATS], widget=forms.HiddenInput)
    were_on = forms.CharField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(
        label="What you call these rules",
        max_length=60,
        required=False,
        help_text="It is printed on the rule sheet. Without it they are called “House rules”.",
    )
    misere_word = forms.CharField(
        label="Your name for a bid to take no tricks",
        max_length=30,
        required=False,
        help_text="For example Misère or Nullo.",
    )
    on = forms.MultipleChoiceField(
        label="House rules by name",
        required=False,
        choices=lambda: list(switches()),
        widget=forms.CheckboxSelectMultiple,
    )

    rules: Rules
    offered_count: int

    def __init__(self, *args: Any, base: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.base = base if base in FORMATS else next(iter(FORMATS))
        for name, toggle in AT_A_PARTY.items():
            self.fields[name] = field_of(toggle)

    @classmethod
    def for_rules(cls, base: str, rules: Rules) -> "HouseRulesForm":
        on = switches_on(rules)
        initial = {"preset": base, "on": list(on), "were_on": " ".join(on)}
        initial |= {name: getattr(rules, name) for name in (*TEXTS, *AT_A_PARTY)}
        form = cls(initial=initial, base=base)
        form.rules = rules
        return form

    def clean(self) -> None:
        data = self.cleaned_data
        if not self.errors:
            try:
                self.rules = self._with_switches(data, self._typed_rules(data))
            except RuleError as error:
                for fault in error.faults:
                    self.add_error(fault.place if fault.place in self.fields else None, fault.text)

    def _typed_rules(self, data: dict[str, Any]) -> Rules:
        texts = [data[name] for name in ("preset", *TEXTS)]
        return house_rules(*texts, **{name: data[name] for name in AT_A_PARTY})

    def _with_switches(self, data: dict[str, Any], rules: Rules) -> Rules:
        were_on, now_on = set(data["were_on"].split()) & SWITCHES.keys(), set(data["on"])
        if were_on == now_on:
            return rules
        on, off = sorted(now_on - were_on), sorted(were_on - now_on)
        try:
            # A switch ticked alone replaces its opposite. If a form ticks both, they conflict.
            if "switching" not in self.data:
                refuse_conflicts(rules, on, were_on & now_on)
            rules = switch_rules(rules, PRESETS[data["preset"]], on=on, off=off)
        except RuleError as error:
            # The fields are valid without the switches, so show the fault beside the switches.
            raise RuleError(*(replace(fault, place="on") for fault in error.faults)) from error
        return rules_named(data["preset"], rules, data["name"])

    @property
    def changed_switches(self) -> set[str]:
        return set(self["on"].value()) ^ set(switches_on(PRESETS[self.base]))

    def sections(self, search: RuleSearch) -> Iterator[RulesSection]:
        """Yield the sections; fields that differ from the preset also show the preset's value."""
        preset = PRESETS[self.base]
        for section, title in SECTIONS:
            names = [name for name, each in AT_A_PARTY.items() if each.section == section]
            differing = {name for name in names if self._differs_from_preset(name, preset)}
            for name in differing:
                preset_value = AT_A_PARTY[name].choices[getattr(preset, name)]
                field = self[name]
                field.help_text = f"{field.help_text} {preset.name}: {preset_value}.".strip()
            shown = [
                name
                for name in names
                if self[name].errors
                or search.matches(AT_A_PARTY[name], title, differs=name in differing)
            ]
            hidden = tuple(self[name] for name in names if name not in shown)
            yield RulesSection(title, tuple(self[name] for name in shown), hidden, len(differing))

    def offer_switches(self, search: RuleSearch) -> list[str]:
        """Offer the switches that match; return the hidden ones that are on."""
        changed, on = self.changed_switches, set(self["on"].value())
        keys = {
            key for key, each in SWITCHES.items() if search.matches(each, differs=key in changed)
        }
        if self["on"].errors:
            keys |= on
        widget: Any = self.fields["on"].widget
        groups = [
            (title, [each for each in choices if each[0] in keys]) for title, choices in switches()
        ]
        widget.choices = [group for group in groups if group[1]]
        self.offered_count = len(keys)
        return sorted(on - keys)

    def _differs_from_preset(self, name: str, preset: Rules) -> bool:
        return str(self[name].value()) != str(getattr(preset, name))


def field_of(toggle: Toggle) -> forms.ChoiceField:
    choices = [(value, capfirst(words)) for value, words in toggle.choices.items()]
    return forms.ChoiceField(label=toggle.label, help_text=toggle.help, choices=choices)


class LateRulesForm(ValueForm[tuple[str, Rules, int, str]]):
    """Rules that are chosen after hands were entered; `seen` is the newest entry on the page."""

    preset = forms.ChoiceField(choices=[(key, key) for key in FORMATS], widget=forms.HiddenInput)
    chosen = forms.CharField(widget=forms.HiddenInput)
    seen = forms.IntegerField(widget=forms.HiddenInput)
    reason = ReasonField(
        label="Why do the rules change now?",
        example="announced at the start, set up wrongly",
        error_messages={"required": NO_REASON},
    )

    def clean_chosen(self) -> Rules:
        try:
            rules = Rules.of({**json.loads(self.cleaned_data["chosen"])})
        except (ValueError, TypeError) as error:
            raise forms.ValidationError("Choose the rules again.") from error
        if rules.players != AT_A_TABLE:
            raise forms.ValidationError("Four people play at a table: choose the rules again.")
        return rules

    @property
    def rules(self) -> Rules | None:
        """Return the rules that were sent, even if the reason is missing."""
        return self.cleaned_data.get("chosen") if self.is_bound else None

    @staticmethod
    def rules_as_json(rules: Rules) -> str:
        return json.dumps(rules.values(), ensure_ascii=False)
