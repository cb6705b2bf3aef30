import json
from types import SimpleNamespace

from party.slip_reader.layout import Question
from party.slip_reader.results import ReadingState
from party.values.scores.slip_pictures import reading_as_json, stored_reading
from tests.slip_pictures import group, slip_reading


def test_the_reading_of_a_slip_is_the_same_after_storage():
    reading = slip_reading(SimpleNamespace(seed="7"), round_number=3, table=4, hands=2)
    asked = group(2, Question.SUIT, "H", ReadingState.UNSURE)
    reading = type(reading)(**vars(reading) | {"groups": (*reading.groups, asked)})

    stored = stored_reading(json.loads(json.dumps(reading_as_json(reading))))

    assert (stored.groups, stored.boxes) == (reading.groups, reading.boxes)
    assert stored.size == reading.size
