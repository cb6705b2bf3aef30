from collections.abc import Sequence
from typing import Any

from django import forms

from party.engine import PRESETS, VARIATIONS, RuleError, Rules
from party.forms.plain_form import PlainForm
from party.values.rules.house_rules import included_names, rules_with, variations_to_offer

PLAYER_COUNTS = {
    4: "Four players",
    2: "Two players",
    3: "Three players",
    5: "Five players",
    6: "Six players",
}


def presets_by_players() -> list[tuple[str, list[tuple[str, str]]]]:
    return [
        (text, [(key, rules.name) for key, rules in PRESETS.items() if rules.players == number])
        for number, text in PLAYER_COUNTS.items()
    ]


class CompareForm(PlainForm):
    first = forms.ChoiceField(label="This game", choices=presets_by_players, initial="midway")
    second = forms.ChoiceField(
        label="beside this one", choices=presets_by_players, initial="youngstown"
    )

    @property
    def games(self) -> tuple[Rules, Rules]:
        return PRESETS[self.cleaned_data["first"]], PRESETS[self.cleaned_data["second"]]


class AddHouseRulesForm(PlainForm):
    on = forms.MultipleChoiceField(
        label="House rules by name",
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.set_choices(
            "on",
            [
                (key, f"{each.name}: {each.words}")
                for key, each in variations_to_offer(rules).items()
            ],
        )
        included = ", ".join(f"“{name}”" for name in included_names(rules))
        self.fields["on"].help_text = (
            f"Already played in this game: {included}." if included else ""
        )

    def clean_on(self) -> list[str]:
        names: list[str] = self.cleaned_data["on"]
        try:
            self.rules = rules_with_named(self.rules, names)
        except RuleError as error:
            raise forms.ValidationError([fault.text for fault in error.faults]) from error
        return names


def rules_with_named(rules: Rules, names: Sequence[str]) -> Rules:
    """Raises the errors of `rules_with`."""
    chosen = [VARIATIONS[name] for name in names]
    changed = rules_with(rules, chosen)
    return changed.replace(name=", ".join([rules.name, *(each.name for each in chosen)]))
