"""Nothing of the rule catalogue is without a test, and no field is without its number."""

from tests.engine.catalogue import ONE_VALUE, RESERVED, fields, proofs, wanted


def test_every_number_has_a_test():
    found = proofs()
    assert [number for number in wanted() if number not in found] == []


def test_every_toggle_is_a_field_a_rule_or_reserved():
    named = [int(number[1:]) for number in fields()]
    assert sorted([*named, *ONE_VALUE, *RESERVED]) == list(range(1, 94))
