"""What hypothesis draws from: the presets, and results that their rules know."""

from hypothesis import strategies as st

from party.engine import PRESETS, SEATS, HandResult, biddable
from party.engine.scoring.results import counted_seats

presets = st.sampled_from(list(PRESETS.values()))
four_handed = st.sampled_from([rules for rules in PRESETS.values() if rules.players == 4])
other_numbers = st.sampled_from([rules for rules in PRESETS.values() if rules.players != 4])


def results_of(rules):
    """Results as a table of four tells them: who bid what, and how many tricks."""
    return st.builds(
        HandResult,
        bid=st.sampled_from(biddable(rules)),
        tricks=st.integers(0, 10),
        declarer=st.sampled_from("NESW"),
    )


@st.composite
def full_results_of(draw, rules):
    """Results that tell who won every trick, for any number of players."""
    seats = SEATS[rules.players]
    bid = draw(st.sampled_from(biddable(rules)))
    declarer = draw(st.sampled_from(seats))
    order = draw(st.lists(st.sampled_from(seats), min_size=10, max_size=10).map(tuple))
    partners = ()
    if rules.players == 5 and not bid.special and rules.partner_mode != "alone":
        partners = (draw(st.sampled_from(seats.replace(declarer, ""))),)
    told = HandResult(bid=bid, tricks=0, declarer=declarer, partners=partners)
    tricks = sum(order.count(seat) for seat in counted_seats(rules, told))
    return HandResult(bid=bid, tricks=tricks, declarer=declarer, partners=partners, order=order)
