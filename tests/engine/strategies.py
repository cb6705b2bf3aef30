"""What hypothesis draws from: the presets, and results that their rules know."""

from hypothesis import strategies as st

from party.engine import PRESETS, HandResult, biddable

presets = st.sampled_from(list(PRESETS.values()))


def results_of(rules):
    return st.builds(
        HandResult,
        bid=st.sampled_from(biddable(rules)),
        tricks=st.integers(0, 10),
        declarer=st.sampled_from("NESW"),
    )
