"""An announcement where none can be: told, and never an exception."""

import pytest

from party.engine import PRESETS, read_ptn, result_of, verify
from tests.hands import WHOLE


@pytest.mark.parametrize("preset", ["midway", "canadian", "declare", "australian"])
@pytest.mark.parametrize("announced", ["slam", "declare"])
@pytest.mark.parametrize("contract", ["GRAND", "MIS", "HILO"])
def test_announcement_that_no_such_bid_has(contract, announced, preset):
    """T54, T55: only on a bid of tricks may it be announced."""
    said = f'[Contract "{contract}"]\n[Announced "{announced}"]'
    (record,) = read_ptn(WHOLE.replace('[Contract "8H"]', said))
    assert "announced" in {fault.place for fault in verify(record, PRESETS[preset])}
    result = result_of(record, PRESETS[preset])
    assert result is None or result.announced is None
