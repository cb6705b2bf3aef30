import pytest

from party.engine import PRESETS
from tests.engine.golden import FOLDER, STORIES, text


def test_every_preset_has_its_story_and_nothing_else_is_there():
    assert set(STORIES) == set(PRESETS)
    assert {path.stem for path in FOLDER.iterdir()} == set(PRESETS)


@pytest.mark.parametrize("preset", STORIES)
def test_the_hand_of_a_preset_is_played_as_written_down(preset):
    """When a rule was changed on purpose: python -m tests.engine.golden, and read the changes."""
    assert text(preset) == (FOLDER / f"{preset}.txt").read_text(encoding="utf-8")
