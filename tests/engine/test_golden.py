import pytest

from party.engine import PRESETS
from tests.engine.golden import FOLDER, STORIES, text


def test_every_preset_has_one_golden_file():
    assert set(STORIES) == set(PRESETS)
    assert {path.stem for path in FOLDER.iterdir()} == set(PRESETS)


@pytest.mark.parametrize("preset", STORIES)
def test_the_golden_hand_of_a_preset_is_played_as_recorded(preset):
    """After an intended change of a rule, run `python -m tests.engine.golden`; read the diff."""
    assert text(preset) == (FOLDER / f"{preset}.txt").read_text(encoding="utf-8")
