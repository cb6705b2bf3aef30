from collections.abc import Iterator, Mapping

from party.engine.rule_sheets.ladder import misere_names
from party.engine.rule_sheets.words import OUR_READING
from party.engine.rules.rules import Rules
from party.engine.seats import sides_of

LOST_BID: Mapping[str, str] = {
    "minus_own_value": "a bid that fails costs as much",
    "value_to_opponents": "a bid that fails gives that much to the other side instead",
}
TENS_SENTENCES: Mapping[str, str] = {
    "10_per_trick_always": "The other side scores 10 for each trick it takes, "
    "whether the bid is made or not.",
    "only_if_contract_fails": "If the bid fails, the other side scores 10 for each trick it "
    "takes; if it is made, nothing.",
    "never": "The other side scores nothing for its tricks.",
}
SWEEP_SENTENCES: Mapping[str, str] = {
    "250_minimum": "Extra tricks score nothing, except that all ten are worth at least 250.",
    "none": "Extra tricks score nothing, not even all ten.",
    "100_under_ten": "Extra tricks score nothing, except that all ten on a bid of less than ten "
    "are worth 100 more than the bid.",
}
CAP_SENTENCES: Mapping[str, str] = {
    "none": "",
    "capped_at_490": "These tens take nobody past 490.",
    "capped_at_460": "These tens take nobody past 460.",
    "none_while_at_400": "A side with 400 or more gets none of these tens.",
}
BACK_DOOR_SENTENCES: Mapping[str, str] = {
    "at_minus_500": "A side that falls to minus 500 or lower loses the game.",
    "below_minus_500": "A side that falls below minus 500 loses the game.",
    "only_if_other_side_not_negative": "A side below minus 500 loses the game, "
    "unless {rival} is below zero as well.",
    "off": "",
}


def contract(rules: Rules) -> Iterator[str]:
    yield (
        f"A bid that is made scores its worth for the bidder’s side; {LOST_BID[rules.fail_rule]}."
    )
    yield "A bid of tricks is made by taking at least that many."
    yield SWEEP_SENTENCES[rules.slam_rule]
    if rules.slam_and_bonus_stack == "yes":
        yield "If the bid is worth less than 250, the 100 is added to 250."
    yield from shares(rules)
    yield from announcements(rules)


def shares(rules: Rules) -> Iterator[str]:
    if rules.players == 5 and rules.partner_mode != "alone":
        part = {"half_each": "half of the bid", "full_each": "the whole bid"}[rules.partner_share]
        yield f"Bidder and partner each score {part}; a bidder alone scores the whole bid."


def announcements(rules: Rules) -> Iterator[str]:
    if rules.players not in {4, 6}:
        return
    if rules.grand_slam == "on":
        yield (
            "An announced grand slam is worth 500 in a suit and 520 at no trump; if it fails, it "
            "costs 500."
        )
    if rules.declare == "on":
        yield f"“Declare” is worth 500 if it is made and costs 500 if it fails.{OUR_READING}"


def defenders(rules: Rules) -> Iterator[str]:
    yield TENS_SENTENCES[rules.defenders_score]
    if rules.defenders_score != "never" and len(sides_of(rules)) > 2:
        yield "Each of them scores only for their own tricks."
    if rules.hi_lo != "off" and rules.defenders_score != "never":
        yield f"They score this way in Hi/Lo too.{OUR_READING}"
    if rules.target != "none" and CAP_SENTENCES[rules.defenders_cap]:
        yield CAP_SENTENCES[rules.defenders_cap]


def miseres(rules: Rules) -> Iterator[str]:
    if not misere_names(rules):
        return
    has_bids_of_lodige = {rules.blind_misere, rules.patastrophe, rules.hi_lo} != {"off"}
    is_two2six = rules.back_door == "only_if_other_side_not_negative"
    # The sources of both games give tens for made and set bids, and do not mention misère.
    mark = OUR_READING if has_bids_of_lodige or is_two2six else ""
    others = "each of the others scores" if rules.players in {3, 5} else "the other side scores"
    yield (
        f"On a bid to take no tricks the other side scores nothing for tricks.{mark}"
        if rules.misere_defenders_score == 0
        else f"On a bid to take no tricks {others} 10 for each trick that the bidder’s side takes."
    )


def ralphing(rules: Rules) -> Iterator[str]:
    if rules.ralphing == "on":
        yield (
            "A player who is set by three tricks or more, or takes three or more when none was "
            "bid, may not bid on the next hand."
        )


def winning(rules: Rules) -> Iterator[str]:
    if rules.target == "none":
        yield "There is no total to reach: a round is a fixed number of hands."
        return
    yield target_sentence(rules)
    if rules.win_needs_contract == "yes":
        yield "It must be reached by making your own bid; until then the game goes on."
        if rules.players == 5:
            yield "Bidder and partner may win together."
        return
    yield "Points of any kind count toward it."
    if rules.defenders_score == "10_per_trick_always":
        yield both_reach_target_sentence(rules)
    if rules.players in {3, 5} and rules.defenders_race == "first_to_500_in_trick_order":
        yield "If two of the others get there, the one whose tricks got there first wins."


def both_reach_target_sentence(rules: Rules) -> str:
    people, bidder_wins = {
        2: ("both players", "the bidder wins"),
        3: ("the bidder and another player", "the bidder wins"),
        5: ("the bidder’s side and another player", "the bidder’s side wins"),
    }.get(rules.players, ("both sides", "the side that bid wins"))
    outcome = bidder_wins if rules.both_cross == "declaring_side_wins" else "the higher total wins"
    return f"If {people} get there on the same hand, {outcome}."


def target_sentence(rules: Rules) -> str:
    if rules.target == "exactly_500":
        return "Only a total of exactly 500 wins the game."
    if rules.target_inclusive == "yes":
        return f"A total of {rules.target:,} or more wins the game."
    return f"A total of more than {rules.target:,} wins the game."


def losing(rules: Rules) -> Iterator[str]:
    if rules.target == "none":
        return
    if BACK_DOOR_SENTENCES[rules.back_door]:
        rival = "the other side" if len(sides_of(rules)) == 2 else "somebody else"
        yield BACK_DOOR_SENTENCES[rules.back_door].format(rival=rival)
    if rules.walker_bust == "1000_loses":
        yield "A side that reaches 1,000 or more loses the game."
