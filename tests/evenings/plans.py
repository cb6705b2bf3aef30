"""Incidents with the plan: rounds more or fewer, other rules, another way of entering."""

from collections.abc import Iterator
from dataclasses import replace

from party.engine import PRESETS, RuleError, Rules
from party.progression import FORMATS
from party.queries.evening.parties import plan_of
from party.queries.rules import recount
from party.services.evening.parties import change_party, make_round_last, set_rounds
from party.services.evening.rounds import finish, reopen_party
from party.services.rules import change_rules, override_rules
from party.values.evening.live import StillOpen
from party.values.seats.corrections import SeatsAnswer
from tests.evenings.corrections import answered
from tests.evenings.hands import is_a_hand
from tests.evenings.incidents import Incident, Moment
from tests.evenings.night import Night

MOST_ROUNDS = 5
MOST_TRIED = 6
SCORED_BY = {
    "slam_rule": ("250_minimum", "none", "100_under_ten"),
    "defenders_score": ("10_per_trick_always", "only_if_contract_fails", "never"),
    "fail_rule": ("minus_own_value", "value_to_opponents"),
}


def play_longer(night: Night) -> bool:
    planned = night.now.party.rounds_planned or 0
    if planned >= MOST_ROUNDS:
        return False
    night.do(set_rounds, night.party_id, planned + 1)
    return True


def play_shorter(night: Night) -> bool:
    planned = night.now.party.rounds_planned or 0
    night.refused(set_rounds, night.party_id, night.number - 1)
    if planned <= night.number:
        night.do(set_rounds, night.party_id, planned + 1)
        planned += 1
    night.do(set_rounds, night.party_id, planned - 1)
    return True


def this_is_the_last(night: Night) -> bool:
    night.do(make_round_last, night.party_id)
    return True


def finish_now(night: Night) -> bool:
    """The last round is seated, and nobody wants to play it: it goes, and the evening ends."""
    if not night.now.closed or night.number < night.now.party.rounds_planned:
        return False
    night.do(finish, night.party_id)
    return True


def something_is_in(night: Night) -> bool:
    """Tell that the latest round has hands, or tables that said who was ahead."""
    return any(
        night.now.entries.get(at) or table.ahead
        for at, table in night.now.tables.items()
        if at[0] == night.number
    )


def finish_and_go_on(night: Night) -> bool:
    """The party is finished in the middle of a round, and goes on after all."""
    if not night.now.closed or not something_is_in(night):
        return False
    planned = night.now.party.rounds_planned
    night.refused(finish, night.party_id)
    night.do(finish, night.party_id, still_open=StillOpen.LEFT)
    night.do(reopen_party, night.party_id)
    if night.now.party.rounds_planned < planned:
        night.do(set_rounds, night.party_id, planned)
    return True


def finish_as_it_stands(night: Night) -> bool:
    """The lights go out in the middle of a round: it counts as it stands."""
    if not something_is_in(night):
        return False
    night.do(finish, night.party_id, still_open=StillOpen.COUNTS)
    for at in (at for at in night.now.tables if at[0] == night.number):
        if (play := night.plays.get(at)) and not night.now.has_total(at):
            del play.lines[len(night.now.counted(at)) :]
            play.ahead = night.now.tables[at].ahead
    return True


def other_rules(night: Night) -> Iterator[tuple[str, Rules]]:
    """Yield other rules: those of another game, or with another way of scoring."""
    for _ in range(MOST_TRIED):
        if night.chance(0.3):
            preset = night.dice.choice(sorted(FORMATS))
            changed = PRESETS[preset]
        else:
            preset, name = night.now.party.preset, night.dice.choice(sorted(SCORED_BY))
            try:
                changed = night.rules.replace(**{name: night.dice.choice(SCORED_BY[name])})
            except RuleError:
                continue
        if changed != night.rules:
            yield preset, changed


def agree_on_other_rules(night: Night) -> bool:
    """Before the first hand the rules may change as anybody likes."""
    for chosen in () if night.now.entries else other_rules(night):
        night.do(change_rules, night.party_id, *chosen)
        return True
    return False


def override(night: Night) -> bool:
    """Hands have been played, and the rules change all the same: each is scored again."""
    for preset, rules in other_rules(night) if night.now.entries else ():
        found = recount(night.party(), rules)
        if not found.refused and playable(night, rules):
            override_with(night, preset, rules, seen=found.last)
            return True
    return False


def override_with(night: Night, preset: str, rules: Rules, *, seen: int) -> None:
    """Change the rules, and say what becomes of the seats where others were ahead."""
    party, why = night.party_id, "so it was always played here"
    night.refused(change_rules, party, preset, rules)
    night.refused(override_rules, party, preset, rules, newest_entry=seen, reason=" ")

    def change(choice: SeatsAnswer) -> None:
        night.ask(
            override_rules, party, preset, rules, newest_entry=seen, reason=why, choice=choice
        )

    answered(night, change)


def playable(night: Night, rules: Rules) -> bool:
    """Tell whether the new rules know every hand that the tables have played."""
    lines = {line for play in night.plays.values() for line in play.lines}
    return all(is_a_hand(rules, line) for line in lines)


def refused_override(night: Night) -> bool:
    """A change of rules was looked at, and more hands have come in since."""
    for chosen in other_rules(night) if night.now.entries else ():
        if recount(night.party(), chosen[1]).hands:
            how = {"newest_entry": 0, "reason": "so it was always played here"}
            night.refused(override_rules, night.party_id, *chosen, **how)
            return True
    return False


def enter_otherwise(night: Night) -> bool:
    """From now on it is entered in another way; tables that have begun keep theirs."""
    plan = plan_of(night.party())
    ways = [way for way in ("hands", "totals", "cards") if way != plan.capture]
    night.do(change_party, night.party_id, replace(plan, capture=night.dice.choice(ways)))
    night.refused(change_party, night.party_id, replace(plan, cards="blind", name=" "))
    return True


def track_no_more(night: Night) -> bool:
    """From now on nobody writes down who sits where: the points come with the final cards."""
    plan = replace(plan_of(night.party()), capture="untracked")
    if plan.format.round_credit != "net_points":
        night.refused(change_party, night.party_id, plan)
        return False
    night.do(change_party, night.party_id, plan)
    return True


INCIDENTS = (
    Incident("untracked", "From now on nobody tracks the seats", Moment.MOVING, track_no_more),
    Incident("longer", "One round more is planned", Moment.PLAYING, play_longer),
    Incident("shorter", "One round fewer is planned", Moment.PLAYING, play_shorter),
    Incident("last-round", "This round is to be the last", Moment.PLAYING, this_is_the_last),
    Incident("finish-now", "Everybody wants to go home: finish now", Moment.SEATED, finish_now),
    Incident(
        "finish-left",
        "The party is finished in the middle of a round, and goes on after all",
        Moment.PLAYING,
        finish_and_go_on,
    ),
    Incident(
        "finish-counts",
        "The lights go out, and the round counts as it stands",
        Moment.PLAYING,
        finish_as_it_stands,
    ),
    Incident(
        "rules-agreed",
        "Before the first hand other rules are agreed",
        Moment.SEATED,
        agree_on_other_rules,
    ),
    Incident(
        "rules-overridden",
        "The rules change in the middle of the evening",
        Moment.PLAYING,
        override,
    ),
    Incident(
        "rules-refused", "The rules are not changed unseen", Moment.PLAYING, refused_override
    ),
    Incident(
        "entered-otherwise", "Hands are entered in another way", Moment.PLAYING, enter_otherwise
    ),
)
