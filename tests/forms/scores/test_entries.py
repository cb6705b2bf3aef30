import pytest

from party.forms.scores.entries import PointsField


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
