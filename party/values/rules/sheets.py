"""Rules as people read them: the sheet in sentences, differences of two games, house rules.

At a party four play, and a round is its hands: the fields for other numbers of players and for
the end of a game never matter there. A *switch* is a variation that matters at a party, with
only what it changes there. The *base* of house rules is the preset that they began with.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from party.engine import (
    PRESETS,
    TOGGLES,
    VARIATIONS,
    Rules,
    Section,
    Toggle,
    Variation,
    differences,
    refuse_any,
    rule_sheet,
)
from party.values.papers import Heading
from party.values.people.names import words_of
from party.values.rules.house_rules import conflicts, has_effect, rules_with

AT_A_TABLE = 4
HOUSE_RULES = "House rules"
END_OF_THE_GAME = "The end of the game"  # a part of the sheet that no party needs
FOR_THE_RECORD = "For the record: cards and deal"
# Fields that change points come first; those that are only printed come last.
SECTIONS = (
    ("Scoring", "Scoring"),
    ("Auction", "Auction"),
    ("Misère and its family", "Misère and its family"),
    ("Other special bids", "Other special bids"),
    ("Joker without trumps, first lead", "Joker without trumps, first lead"),
    ("Deck and deal", FOR_THE_RECORD),
)
IN_SHORT = (
    "min_contract",
    "six_bid_meaning",
    "all_pass",
    "misere_allowed",
    "open_misere_allowed",
    "slam_rule",
    "defenders_score",
    "fail_rule",
)


@dataclass(frozen=True, kw_only=True)
class RuleSheet:
    """The rules of a game or a party, to hang up."""

    heading: Heading
    title: str  # "The rules: St Paul Midway"
    parts: tuple[Section, ...]


def _is_used_at_a_party(toggle: Toggle) -> bool:
    """Return whether a field is used at a party: not the players, nor T65 and T73 to T80."""
    ends = toggle.number == "T65" or toggle.section == TOGGLES["target"].section
    return AT_A_TABLE in toggle.players and toggle.name != "players" and not ends


AT_A_PARTY: Mapping[str, Toggle] = MappingProxyType(
    {name: toggle for name, toggle in TOGGLES.items() if _is_used_at_a_party(toggle)}
)


def changes_at_a_party(variation: Variation) -> dict[str, str | int]:
    """Return what a variation changes at a party."""
    return {name: value for name, value in variation.changes.items() if name in AT_A_PARTY}


SWITCHES: Mapping[str, Variation] = MappingProxyType(
    {
        key: replace(each, changes=changes_at_a_party(each))
        for key, each in VARIATIONS.items()
        if AT_A_TABLE in each.players and 2 * len(changes_at_a_party(each)) >= len(each.changes)
    }
)


@dataclass(frozen=True)
class RuleSearch:
    """Which rules to show: those with these words, or only those that differ."""

    words: str = ""
    only: bool = False

    def __bool__(self) -> bool:
        return bool(self.words.strip() or self.only)

    def matches(self, rule: Toggle | Variation, title: str = "", *, differs: bool) -> bool:
        """Return whether every searched word begins a word of the rule; accents do not count."""
        words = words_of(f"{title} {rule_text(rule)}")
        has_words = all(
            any(word.startswith(part) for word in words) for part in words_of(self.words)
        )
        return has_words and (differs or not self.only)


def rule_text(rule: Toggle | Variation) -> str:
    """Return the text of a rule on a page: its name, its help and its choices."""
    if isinstance(rule, Variation):
        return f"{rule.name} {rule.words}"
    return " ".join([rule.label, rule.help, *rule.choices.values()])


@dataclass(frozen=True)
class Difference:
    """One rule in which two games differ, with the words of each."""

    section: str
    label: str
    first: str
    second: str


def rule_differences(first: Rules, second: Rules) -> tuple[Difference, ...]:
    """Return every rule in which the two differ, in the order of the sheet."""
    return tuple(
        Difference(each.section, each.label, each.choices[one], each.choices[other])
        for each, one, other in differences(first, second)
    )


def rule_sheet_of(rules: Rules, heading: Heading | None = None) -> RuleSheet:
    """Return the rule sheet of a party, or without its heading of the game itself."""
    return RuleSheet(
        heading=heading or Heading(party="Five Hundred"),
        title=f"The rules: {rules.name}",
        parts=tuple(
            part for part in rule_sheet(rules) if heading is None or part.title != END_OF_THE_GAME
        ),
    )


def rules_in_short(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return what people ask most often: each rule with its answer."""
    return tuple(
        (TOGGLES[name].label, TOGGLES[name].choices[getattr(rules, name)]) for name in IN_SHORT
    )


def switches_on(rules: Rules) -> tuple[str, ...]:
    """Return the switches of which these rules have every value."""
    return tuple(key for key, each in SWITCHES.items() if each.is_on(rules))


def switch_rules(rules: Rules, base: Rules, *, on: Sequence[str], off: Sequence[str]) -> Rules:
    """Return the rules with some switches turned on and others turned off.

    A switch turned on replaces what was on before. The fields of a switch turned off get the
    values of the base again, or the Australian ones. Raises RuleError where rules conflict.
    """
    fields: dict[str, str | int] = {}
    for key in off:
        fields |= _fields_switched_off(SWITCHES[key], base)
    return rules_with(rules, [SWITCHES[key] for key in on], first=fields)


def refuse_conflicts(rules: Rules, on: Sequence[str], kept: Collection[str]) -> None:
    """Refuse a switch that conflicts with one that stays on and has an effect in these rules."""
    new = [SWITCHES[key] for key in on]
    old = [SWITCHES[key] for key in sorted(kept)]
    refuse_any(
        [
            fault
            for one in old
            for other in new
            for fault in conflicts([one, other])
            if has_effect(rules, one)
        ]
    )


def _fields_switched_off(switch: Variation, base: Rules) -> dict[str, str | int]:
    """Return the fields of a switch as in the base; where that has it on, as in Australia."""
    if switch.is_on(base):
        return {name: TOGGLES[name].values[0] for name in switch.changes}
    return {name: getattr(base, name) for name in switch.changes}


def house_rules(base: str, name: str, misere_word: str, **fields: object) -> Rules:
    """Return the rules of a preset with every field of a party as given, and with their name.

    Raises RuleError with all that makes no sense, each with its field.
    """
    preset = PRESETS[base]
    # The cap of the defenders' tens is a rule of whole games: without tens it is left out.
    capped = "none" if fields["defenders_score"] == "never" else preset.defenders_cap
    words = misere_word.strip() or preset.misere_word
    return rules_named(
        base, preset.replace(**fields, defenders_cap=capped, misere_word=words), name
    )


def rules_named(base: str, rules: Rules, name: str) -> Rules:
    """Return the rules with the name that was typed; the name of a preset is kept for the preset.

    Without a name the rules are called like their preset, or "House rules".
    """
    preset, typed = PRESETS[base], name.strip()
    if typed in {"", HOUSE_RULES, *(each.name for each in PRESETS.values())}:
        typed = preset.name if rules == preset else HOUSE_RULES
    return rules.replace(name=typed, where=preset.where if rules == preset else Rules.where)
