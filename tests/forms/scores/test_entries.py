import pytest

from party.engine import PRESETS
from party.forms.scores.entries import PointsField, read_line


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("+300", 300),
        ("-290", -290),
        ("−290", -290),
        ("— 290", -290),
        ("1,060", 1060),
        (" 1 060 ", 1060),
    ],
)
def test_points_are_read_with_any_minus_and_with_commas_and_spaces(typed, points):
    assert PointsField().clean(typed) == points


def test_a_line_of_points_may_have_any_minus():
    assert read_line(PRESETS["midway"], "−300 30").ns == -300
