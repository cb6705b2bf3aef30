from tests.engine.catalogue import ONE_VALUE, RESERVED, fields, proofs, wanted


def test_every_number_of_the_catalogue_has_a_test():
    found = proofs()
    assert [number for number in wanted() if number not in found] == []


def test_every_toggle_number_is_a_field_a_fixed_rule_or_reserved():
    named = [int(number[1:]) for number in fields()]
    assert sorted([*named, *ONE_VALUE, *RESERVED]) == list(range(1, 94))
