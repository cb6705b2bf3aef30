"""Rule sheets, and the choice of house rules for a party.

Fields for other numbers of players and for the end of a game never matter at a party. A *switch*
is a variation (one named house rule) without its changes to such fields. The *base* of house rules
is the preset that they began with.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from types import MappingProxyType

from party.engine import (
    OUR_READING,
    PRESETS,
    READING_NOTE,
    TOGGLES,
    VARIATIONS,
    RuleError,
    Rules,
    Section,
    Toggle,
    Variation,
    differences,
    rule_sheet,
)
from party.progression import FORMATS
from party.values.papers import Heading
from party.values.rules.house_rules import conflicts, has_effect, rules_with
from party.values.rules.own_words import words_section

AT_A_TABLE = 4  # players
HOUSE_RULES = "House rules"
END_OF_THE_GAME = "The end of the game"  # a part of the sheet that no party needs
FOR_THE_RECORD = "For the record: cards and deal"
# Fields that change points come first, fields that are only printed come last.
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
    heading: Heading
    title: str  # "The rules: St Paul Midway"
    parts: tuple[Section, ...]

    @property
    def note(self) -> str:
        has_readings = any(OUR_READING in line for part in self.parts for line in part.lines)
        return READING_NOTE if has_readings else ""


def _is_used_at_a_party(toggle: Toggle) -> bool:
    """Exclude the number of players, and the end of a game (T65, T73 to T80)."""
    ends_game = toggle.number == "T65" or toggle.section == TOGGLES["target"].section
    return AT_A_TABLE in toggle.players and toggle.name != "players" and not ends_game


AT_A_PARTY: Mapping[str, Toggle] = MappingProxyType(
    {name: toggle for name, toggle in TOGGLES.items() if _is_used_at_a_party(toggle)}
)


def changes_at_a_party(variation: Variation) -> dict[str, str | int]:
    return {name: value for name, value in variation.changes.items() if name in AT_A_PARTY}


SWITCHES: Mapping[str, Variation] = MappingProxyType(
    {
        key: replace(variation, changes=changes_at_a_party(variation))
        for key, variation in VARIATIONS.items()
        if AT_A_TABLE in variation.players
        and 2 * len(changes_at_a_party(variation)) >= len(variation.changes)
    }
)


@dataclass(frozen=True)
class RuleDifference:
    section: str
    label: str
    first: str
    second: str


def rule_differences(first: Rules, second: Rules) -> tuple[RuleDifference, ...]:
    return tuple(
        RuleDifference(toggle.section, toggle.label, toggle.choices[old], toggle.choices[new])
        for toggle, old, new in differences(first, second)
    )


def rule_sheet_of(
    rules: Rules,
    heading: Heading | None = None,
    *,
    preset: str = "",
    evening: Section | None = None,
) -> RuleSheet:
    """Return the sheet of a party; without a heading, that of the game itself."""
    is_party = heading is not None
    parts = [
        *(part for part in rule_sheet(rules) if not (is_party and part.title == END_OF_THE_GAME)),
        words_section(preset, at_a_party=is_party),
        *([evening] if evening else []),
    ]
    return RuleSheet(
        heading=heading or Heading(party="Five Hundred"),
        title=f"The rules: {rules.name}",
        parts=tuple(part for part in parts if part.lines),
    )


NULLO_GAMES = tuple(
    key
    for key in FORMATS
    if PRESETS[key].misere_word == "Nullo" and PRESETS[key].misere_allowed == "yes"
)


def without_nullo(rules: Rules) -> Rules:
    changed = switch_rules(rules, rules, on=["no-misere"], off=[])
    return changed.replace(name=f"{rules.name} without Nullo")


def rules_in_short(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the rules that people ask about most often, each with its answer."""
    return tuple(
        (TOGGLES[name].label, TOGGLES[name].choices[getattr(rules, name)]) for name in IN_SHORT
    )


def switches_on(rules: Rules) -> tuple[str, ...]:
    return tuple(key for key, switch in SWITCHES.items() if switch.is_on(rules))


def switch_rules(rules: Rules, base: Rules, *, on: Sequence[str], off: Sequence[str]) -> Rules:
    """Turn switches on and off.

    A switch turned on replaces fields set before. One turned off restores the base's fields or, if
    the base has it on, the Australian ones. Raises RuleError for rules that conflict.
    """
    fields: dict[str, str | int] = {}
    for key in off:
        fields |= _fields_switched_off(SWITCHES[key], base)
    return rules_with(rules, [SWITCHES[key] for key in on], fields=fields)


def refuse_conflicts(rules: Rules, on: Sequence[str], remaining: Collection[str]) -> None:
    """Refuse a new switch that conflicts with one that stays on and has an effect."""
    old_switches = [SWITCHES[key] for key in sorted(remaining)]
    effective = [switch for switch in old_switches if has_effect(rules, switch)]
    pairs = product(effective, [SWITCHES[key] for key in on])
    if faults := [fault for pair in pairs for fault in conflicts(pair)]:
        raise RuleError(*faults)


def _fields_switched_off(switch: Variation, base: Rules) -> dict[str, str | int]:
    if switch.is_on(base):
        return {name: TOGGLES[name].values[0] for name in switch.changes}
    return {name: getattr(base, name) for name in switch.changes}


def house_rules(base: str, name: str, misere_word: str, **fields: object) -> Rules:
    """Raises RuleError with every fault and its field."""
    preset = PRESETS[base]
    # At the cap, defenders no longer get ten points a trick. Where they never do, there is no cap.
    capped = "none" if fields["defenders_score"] == "never" else preset.defenders_cap
    word = misere_word.strip() or preset.misere_word
    rules = preset.replace(**fields, defenders_cap=capped, misere_word=word)
    return rules_named(base, rules, name)


def rules_named(base: str, rules: Rules, name: str) -> Rules:
    """Without a new name, unchanged rules have the preset's name, changed ones "House rules"."""
    preset, typed = PRESETS[base], name.strip()
    if typed in {"", HOUSE_RULES, *(preset_rules.name for preset_rules in PRESETS.values())}:
        typed = preset.name if rules == preset else HOUSE_RULES
    return rules.replace(name=typed, where=preset.where if rules == preset else Rules.where)
