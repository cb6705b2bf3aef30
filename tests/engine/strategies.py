from dataclasses import replace

from hypothesis import strategies as st

from party.engine import PRESETS, SEATS, TOGGLES, HandResult, RuleError, biddable
from party.engine.scoring.scoring import counted_seats

presets = st.sampled_from(list(PRESETS.values()))
four_handed = st.sampled_from([rules for rules in PRESETS.values() if rules.players == 4])
other_numbers = st.sampled_from([rules for rules in PRESETS.values() if rules.players != 4])


@st.composite
def changed_rules(draw, names=tuple(TOGGLES)):
    rules = draw(presets)
    for name in draw(st.lists(st.sampled_from(names), max_size=6, unique=True)):
        value = draw(st.sampled_from(TOGGLES[name].values))
        try:
            rules = rules.replace(**{name: value})
        except RuleError:
            continue
    return rules


def results_of(rules):
    """Return results as a table of four reports them: bid, bidder and tricks."""
    return st.builds(
        HandResult,
        bid=st.sampled_from(biddable(rules)),
        tricks=st.integers(0, 10),
        declarer=st.sampled_from("NESW"),
    )


@st.composite
def full_results_of(draw, rules):
    """Draw a result with the winner of every trick, for any number of players."""
    bid, order = draw(st.sampled_from(biddable(rules))), draw(winners_of(rules))
    return draw(
        complete_results_of(rules, bid, draw(st.sampled_from(SEATS[rules.players])), order)
    )


@st.composite
def made_results_of(draw, rules):
    """Draw a result in which the declarer wins at least as many tricks as were bid."""
    bid = draw(st.sampled_from([bid for bid in biddable(rules) if bid.level]))
    declarer = draw(st.sampled_from(SEATS[rules.players]))
    order = (declarer,) * bid.level + draw(winners_of(rules))[bid.level :]
    return draw(complete_results_of(rules, bid, declarer, tuple(draw(st.permutations(order)))))


def winners_of(rules):
    seats = st.sampled_from(SEATS[rules.players])
    return st.lists(seats, min_size=10, max_size=10).map(tuple)


@st.composite
def complete_results_of(draw, rules, bid, declarer, order):
    partners = ()
    if rules.players == 5 and not bid.is_special and rules.partner_mode != "alone":
        partners = (draw(st.sampled_from(SEATS[5].replace(declarer, ""))),)
    result = HandResult(bid=bid, tricks=0, declarer=declarer, partners=partners)
    tricks = sum(order.count(seat) for seat in counted_seats(rules, result))
    return replace(result, tricks=tricks, order=order)
