from tests.engine.catalogue import (
    RESERVED,
    WITHOUT_FIELD,
    fields_by_number,
    numbers_to_prove,
    proofs,
)


def test_every_number_of_the_catalogue_has_a_test():
    found = proofs()
    assert [number for number in numbers_to_prove() if number not in found] == []


def test_every_toggle_number_is_a_field_a_fixed_rule_or_reserved():
    named = [int(number[1:]) for number in fields_by_number()]
    assert sorted([*named, *WITHOUT_FIELD, *RESERVED]) == list(range(1, 94))
