import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from party.engine import PRESETS, RULES_VERSION, TOGGLES, RuleError, Rules
from tests.engine.strategies import presets

AUSTRALIAN = PRESETS["australian"]


def test_the_default_is_the_australian_game():
    assert Rules() == AUSTRALIAN


def test_rules_that_differ_only_in_texts_are_equal():
    renamed = AUSTRALIAN.replace(name="Ruth’s evening", misere_word="Nullo", where="at Ruth’s")

    assert renamed == AUSTRALIAN
    assert hash(renamed) == hash(AUSTRALIAN)
    assert renamed.misere_word == "Nullo"


def test_rules_with_different_fields_are_not_equal():
    assert AUSTRALIAN.replace(slam_rule="none") != AUSTRALIAN
    assert AUSTRALIAN != "australian"
    assert len({AUSTRALIAN, AUSTRALIAN.replace(slam_rule="none"), Rules()}) == 2


def test_replace_reads_printed_values_and_names_in_capitals():
    rules = AUSTRALIAN.replace(misere_rank="8S<m<8C", misere_score="230", J5="on")
    assert (rules.misere_rank, rules.misere_score, rules.j5) == ("8s_m_8c", 230, "on")


def test_the_constructor_stores_a_number_given_as_text_as_a_number():
    assert Rules(misere_score="230").misere_score == 230


def test_the_constructor_refuses_a_value_that_is_no_choice():
    with pytest.raises(RuleError, match="not one of the choices"):
        Rules(slam_rule="huge")


def test_replace_reports_every_unknown_field_and_value():
    with pytest.raises(RuleError) as refused:
        AUSTRALIAN.replace(slam_rule="huge", colour="red", misere_score=99, name=3)

    faults = {fault.place: fault.code for fault in refused.value.faults}
    assert faults == {
        "colour": "rules-field",
        "slam_rule": "rules-value",
        "misere_score": "rules-value",
        "name": "rules-text",
    }


@pytest.mark.parametrize("value", [True, None, 2.5, ["yes"]])
def test_values_of_a_wrong_type_are_refused(value):
    with pytest.raises(RuleError, match="not one of the choices"):
        AUSTRALIAN.replace(misere_defenders_score=value)


@given(rules=presets)
def test_rules_are_the_same_after_storage(rules):
    stored = json.loads(json.dumps(rules.values()))

    assert stored["version"] == RULES_VERSION
    assert Rules.of(stored) == rules
    assert Rules.of(stored).values() == rules.values()


def test_a_field_that_is_not_stored_has_the_value_of_the_base():
    stored = PRESETS["midway"].values()
    del stored["pack"], stored["name"]

    assert Rules.of(stored).pack == AUSTRALIAN.pack
    assert Rules.of(stored, base=PRESETS["midway"]).values() == PRESETS["midway"].values()
    assert Rules.of(stored, base=PRESETS["canadian"].replace(jokers=1, pack=45)).pack == 45


def test_stored_rules_with_an_unknown_field_are_refused():
    with pytest.raises(RuleError) as refused:
        Rules.of({**AUSTRALIAN.values(), "colour": "red"})

    assert refused.value.code == "rules-field"


def test_rules_of_another_version_are_refused():
    with pytest.raises(RuleError) as refused:
        Rules.of({"version": RULES_VERSION + 1})

    assert refused.value.code == "rules-version"


@pytest.mark.parametrize("name", TOGGLES)
def test_every_toggle_is_documented_and_every_value_is_readable(name):
    toggle = TOGGLES[name]

    assert re.fullmatch(r"T\d+", toggle.number) or name == "players"
    assert toggle.label
    assert toggle.section
    assert len(toggle.values) >= 2
    assert getattr(Rules(), name) == toggle.values[0]
    for value, words in toggle.choices.items():
        assert words
        assert toggle.read(value) == toggle.read(str(value).upper()) == value
    for other, value in toggle.aliases.items():
        assert toggle.read(other) == value


@given(
    name=st.sampled_from(sorted(TOGGLES)),
    value=st.text(max_size=8) | st.integers() | st.none() | st.booleans(),
)
def test_replace_accepts_a_value_or_reports_a_fault(name, value):
    refused = ()
    try:
        AUSTRALIAN.replace(**{name: value})
    except RuleError as error:
        refused = error.faults

    taken = TOGGLES[name].read(value) is not None
    assert taken or [fault.place for fault in refused] == [name]


def test_t40_the_schedule_of_roger_knight_sets_the_values_of_other_fields():
    rules = AUSTRALIAN.replace(roger_knights_schedule="150-250-350")

    assert rules.in_force.misere_score == 150
    assert rules.in_force.open_misere_rank == "8s_o_8c"
    assert rules.misere_score == 250
    assert AUSTRALIAN.in_force is AUSTRALIAN
