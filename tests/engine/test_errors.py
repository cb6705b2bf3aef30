import pytest

from party.engine import RuleError, fault

WHO = fault("bidder", "Who bid?", place="bidder")
TRICKS = fault("tricks", "{tricks} tricks cannot be.", rule="T0", place="tricks", tricks=11)


def test_an_error_holds_every_fault_and_its_text():
    error = RuleError(WHO, TRICKS)

    assert isinstance(error, ValueError)
    assert error.faults == (WHO, TRICKS)
    assert error.code == "bidder"
    assert str(error) == "Who bid? 11 tricks cannot be."


def test_faults_can_be_hashed():
    assert len({WHO, TRICKS, WHO}) == 2


def test_an_error_needs_a_fault():
    with pytest.raises(TypeError):
        RuleError()
