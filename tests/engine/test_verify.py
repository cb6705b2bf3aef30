from party.engine import PRESETS
from party.engine.ptn import read_ptn
from party.engine.verify import result_of, verify

AMERICAN = PRESETS["american"]


def only(text):
    (record,) = read_ptn(text)
    return record


def test_a_seat_that_follows_later_has_revoked():
    record = only('[Contract "8H"]\n[Declarer "N"]\n[Play "N"]\nSA S5 C7 S6\nSK S7 S8 S9\n')

    (fault,) = verify(record, AMERICAN)
    assert fault.place == "trick 1 S"
    assert fault.code == "record-revoke"
    assert fault.legal == ("8S",)
    assert result_of(record, AMERICAN) is None
