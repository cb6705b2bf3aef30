import pytest

from party.engine import PRESETS, read_ptn, result_of, verify
from tests.hands import WHOLE


@pytest.mark.parametrize("preset", ["midway", "canadian", "declare", "australian"])
@pytest.mark.parametrize("announced", ["slam", "declare"])
@pytest.mark.parametrize("contract", ["GRAND", "MIS", "HILO"])
def test_an_announcement_on_a_special_bid_is_reported(contract, announced, preset):
    """T54, T55: an announcement needs a bid of tricks."""
    text = f'[Contract "{contract}"]\n[Announced "{announced}"]'
    (record,) = read_ptn(WHOLE.replace('[Contract "8H"]', text))
    assert "announced" in {fault.place for fault in verify(record, PRESETS[preset])}
    result = result_of(record, PRESETS[preset])
    assert result is None or result.announced is None
