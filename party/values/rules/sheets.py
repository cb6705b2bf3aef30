"""Rules as people read them: the sheet in sentences, where two games differ, house rules.

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
    Toggle,
    Variation,
    differences,
    refuse_any,
    rule_sheet,
)
from party.values.papers import Heading
from party.values.people.names import words_of
from party.values.rules.house_rules import is_heard, opposed, played

AT_A_TABLE = 4
HOUSE_RULES = "House rules"
END_OF_THE_GAME = "The end of the game"  # a part of the sheet that no party needs
FOR_THE_RECORD = "For the record: cards and deal"
# What changes the points comes first; what only stands on paper comes last.
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
class RulePart:
    """A part of the rule sheet: a title and whole sentences."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RuleSheet:
    """The rules of a game or a party, to hang up."""

    heading: Heading
    title: str  # "The rules: St Paul Midway"
    parts: tuple[RulePart, ...]


def _matters(toggle: Toggle) -> bool:
    """Tell whether a field matters at a party: not the players, nor T65 and T73 to T80."""
    ends = toggle.number == "T65" or toggle.section == TOGGLES["target"].section
    return AT_A_TABLE in toggle.players and toggle.name != "players" and not ends


AT_A_PARTY: Mapping[str, Toggle] = MappingProxyType(
    {name: toggle for name, toggle in TOGGLES.items() if _matters(toggle)}
)


def at_a_party(variation: Variation) -> dict[str, str | int]:
    """Return what a variation changes at a party."""
    return {name: value for name, value in variation.changes.items() if name in AT_A_PARTY}


SWITCHES: Mapping[str, Variation] = MappingProxyType(
    {
        key: replace(each, changes=at_a_party(each))
        for key, each in VARIATIONS.items()
        if AT_A_TABLE in each.players and 2 * len(at_a_party(each)) >= len(each.changes)
    }
)


@dataclass(frozen=True)
class Asked:
    """Which rules are asked for: by words that they have, or only those that differ."""

    words: str = ""
    only: bool = False

    def __bool__(self) -> bool:
        return bool(self.words.strip() or self.only)

    def fits(self, rule: Toggle | Variation, title: str = "", *, differs: bool) -> bool:
        """Tell whether every word asked for begins a word of the rule; accents do not count."""
        has = words_of(f"{title} {told(rule)}")
        found = all(any(word.startswith(part) for word in has) for part in words_of(self.words))
        return found and (differs or not self.only)


EVERYTHING = Asked()


def told(rule: Toggle | Variation) -> str:
    """Return all that a page says of a rule: its name, what it means, its choices."""
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


def compared(first: Rules, second: Rules) -> tuple[Difference, ...]:
    """Return every rule in which the two differ, in the order of the sheet."""
    return tuple(
        Difference(each.section, each.label, each.choices[one], each.choices[other])
        for each, one, other in differences(first, second)
    )


def printed(rules: Rules, heading: Heading | None = None) -> RuleSheet:
    """Return the rule sheet of a party, or without its heading of the game itself."""
    return RuleSheet(
        heading=heading or Heading(party="Five Hundred"),
        title=f"The rules: {rules.name}",
        parts=tuple(
            RulePart(title=part.title, lines=part.lines)
            for part in rule_sheet(rules)
            if heading is None or part.title != END_OF_THE_GAME
        ),
    )


def in_short(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return what people ask most often: each rule with its answer."""
    return tuple(
        (TOGGLES[name].label, TOGGLES[name].choices[getattr(rules, name)]) for name in IN_SHORT
    )


def are_on(rules: Rules) -> tuple[str, ...]:
    """Return the switches of which these rules have every value."""
    return tuple(key for key, each in SWITCHES.items() if each.is_on(rules))


def switched(rules: Rules, base: Rules, *, on: Sequence[str], off: Sequence[str]) -> Rules:
    """Return the rules with some switches turned on and others turned off.

    What is turned on takes the place of what was on before. Turned off, a field has the value of
    the base again, or the Australian one. Raises RuleError for what makes no sense together.
    """
    undone: dict[str, str | int] = {}
    for key in off:
        undone |= _undone(SWITCHES[key], base)
    return played(rules, [SWITCHES[key] for key in on], first=undone)


def refuse_two(rules: Rules, on: Sequence[str], kept: Collection[str]) -> None:
    """Refuse to turn on what opposes a switch that is to stay on and is played in these rules."""
    new = [SWITCHES[key] for key in on]
    old = [SWITCHES[key] for key in sorted(kept)]
    refuse_any(
        [
            fault
            for one in old
            for other in new
            for fault in opposed([one, other])
            if is_heard(rules, one)
        ]
    )


def _undone(switch: Variation, base: Rules) -> dict[str, str | int]:
    """Return the fields of a switch as in the base, or where that has it on as in Australia."""
    if switch.is_on(base):
        return {name: TOGGLES[name].values[0] for name in switch.changes}
    return {name: getattr(base, name) for name in switch.changes}


def house_rules(base: str, name: str, misere_word: str, **fields: object) -> Rules:
    """Return the rules of a preset with every field of a party as given, and with their name.

    Raises RuleError with all that makes no sense, each with its field.
    """
    preset = PRESETS[base]
    # What stops the tens is a rule of whole games: where there are no tens it must not object.
    capped = "none" if fields["defenders_score"] == "never" else preset.defenders_cap
    words = misere_word.strip() or preset.misere_word
    return named(base, preset.replace(**fields, defenders_cap=capped, misere_word=words), name)


def named(base: str, rules: Rules, name: str) -> Rules:
    """Return the rules under the name that was typed; one of a preset stays with its preset.

    Without a name of their own they are called as their preset, or "House rules".
    """
    preset, own = PRESETS[base], name.strip()
    if own in {"", HOUSE_RULES, *(each.name for each in PRESETS.values())}:
        own = preset.name if rules == preset else HOUSE_RULES
    return rules.replace(name=own, where=preset.where if rules == preset else Rules.where)
