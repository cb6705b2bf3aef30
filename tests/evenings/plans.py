"""Incidents that change the plan or the rules."""

from collections.abc import Iterator
from dataclasses import replace

from party.engine import PRESETS, RuleError, Rules
from party.progression import FORMATS
from party.queries.evening.parties import plan_of
from party.queries.rules import recount
from party.services.evening.parties import change_party, make_round_last, set_rounds
from party.services.evening.rounds import finish, reopen_party
from party.services.rules import change_rules, override_rules
from party.values.evening.live import OpenRound
from party.values.seats.corrections import SeatsAnswer
from tests.evenings.corrections import correct_and_answer
from tests.evenings.hands import is_a_hand
from tests.evenings.incidents import Moment, incident
from tests.evenings.night import Night

MOST_ROUNDS = 5
MOST_TRIED = 6
SCORE_SETTINGS = {
    "slam_rule": ("250_minimum", "none", "100_under_ten"),
    "defenders_score": ("10_per_trick_always", "only_if_contract_fails", "never"),
    "fail_rule": ("minus_own_value", "value_to_opponents"),
}


@incident("untracked", "From now on nobody tracks the seats", Moment.MOVING)
def stop_tracking(night: Night) -> bool:
    """Stop tracking seats; from now on all points come with the final cards."""
    plan = replace(plan_of(night.party()), capture="untracked")
    if plan.format.round_credit != "net_points":
        night.expect_refusal(change_party, night.party_id, plan)
        return False
    night.run(change_party, night.party_id, plan)
    return True


@incident("longer", "One round more is planned", Moment.PLAYING)
def play_longer(night: Night) -> bool:
    rounds_planned = night.snapshot.party.rounds_planned or 0
    if rounds_planned >= MOST_ROUNDS:
        return False
    night.run(set_rounds, night.party_id, rounds_planned + 1)
    return True


@incident("shorter", "One round fewer is planned", Moment.PLAYING)
def play_shorter(night: Night) -> bool:
    rounds_planned = night.snapshot.party.rounds_planned or 0
    night.expect_refusal(set_rounds, night.party_id, night.number - 1)
    if rounds_planned <= night.number:
        night.run(set_rounds, night.party_id, rounds_planned + 1)
        rounds_planned += 1
    night.run(set_rounds, night.party_id, rounds_planned - 1)
    return True


@incident("last-round", "This round is to be the last", Moment.PLAYING)
def make_this_round_last(night: Night) -> bool:
    night.run(make_round_last, night.party_id)
    return True


@incident("finish-now", "Everybody wants to go home: finish now", Moment.SEATED)
def finish_now(night: Night) -> bool:
    """Finish the party; a last round that has not started is deleted."""
    if not night.snapshot.closed_rounds or night.number < night.snapshot.party.rounds_planned:
        return False
    night.run(finish, night.party_id)
    return True


def has_results(night: Night) -> bool:
    return any(
        night.snapshot.entries.get(key) or table.ahead
        for key, table in night.snapshot.tables.items()
        if key[0] == night.number
    )


@incident(
    "finish-left",
    "The party is finished in the middle of a round, and goes on after all",
    Moment.PLAYING,
)
def finish_and_reopen(night: Night) -> bool:
    if not night.snapshot.closed_rounds or not has_results(night):
        return False
    rounds_planned = night.snapshot.party.rounds_planned
    night.expect_refusal(finish, night.party_id)
    night.run(finish, night.party_id, still_open=OpenRound.LEFT)
    night.run(reopen_party, night.party_id)
    if night.snapshot.party.rounds_planned < rounds_planned:
        night.run(set_rounds, night.party_id, rounds_planned)
    return True


@incident("finish-counts", "The lights go out, and the round counts as it stands", Moment.PLAYING)
def finish_with_open_round(night: Night) -> bool:
    """Finish the party during a round; the round counts with its results so far."""
    if not has_results(night):
        return False
    night.run(finish, night.party_id, still_open=OpenRound.COUNTS)
    for key in (key for key in night.snapshot.tables if key[0] == night.number):
        if (play := night.plays.get(key)) and not night.snapshot.has_total(key):
            del play.lines[len(night.snapshot.scoring_entries(key)) :]
            play.ahead = night.snapshot.tables[key].ahead
    return True


def other_rules(night: Night) -> Iterator[tuple[str, Rules]]:
    """Yield another preset, or one other setting of the score."""
    for _ in range(MOST_TRIED):
        if night.chance(0.3):
            preset = night.dice.choice(sorted(FORMATS))
            changed = PRESETS[preset]
        else:
            preset, name = night.snapshot.party.preset, night.dice.choice(sorted(SCORE_SETTINGS))
            try:
                changed = night.rules.replace(**{name: night.dice.choice(SCORE_SETTINGS[name])})
            except RuleError:
                continue
        if changed != night.rules:
            yield preset, changed


@incident("rules-agreed", "Before the first hand other rules are agreed", Moment.SEATED)
def change_rules_before_hands(night: Night) -> bool:
    for preset_and_rules in () if night.snapshot.entries else other_rules(night):
        night.run(change_rules, night.party_id, *preset_and_rules)
        return True
    return False


@incident("rules-overridden", "The rules change in the middle of the evening", Moment.PLAYING)
def override_with_other_rules(night: Night) -> bool:
    """Change the rules after hands were entered; each hand is scored again."""
    for preset, rules in other_rules(night) if night.snapshot.entries else ():
        recounted = recount(night.party(), rules)
        if not recounted.refused and are_hands_valid(night, rules):
            override_and_answer(night, preset, rules, newest_entry=recounted.newest_entry)
            return True
    return False


def override_and_answer(night: Night, preset: str, rules: Rules, *, newest_entry: int) -> None:
    """Change the rules, and answer the question about the seats."""
    party, reason = night.party_id, "so it was always played here"
    night.expect_refusal(change_rules, party, preset, rules)
    night.expect_refusal(
        override_rules, party, preset, rules, newest_entry=newest_entry, reason=" "
    )

    def change(choice: SeatsAnswer) -> None:
        night.try_verb(
            override_rules,
            party,
            preset,
            rules,
            newest_entry=newest_entry,
            reason=reason,
            choice=choice,
        )

    correct_and_answer(night, change)


def are_hands_valid(night: Night, rules: Rules) -> bool:
    lines = {line for play in night.plays.values() for line in play.lines}
    return all(is_a_hand(rules, line) for line in lines)


@incident("rules-refused", "The rules are not changed unseen", Moment.PLAYING)
def try_stale_override(night: Night) -> bool:
    for preset_and_rules in other_rules(night) if night.snapshot.entries else ():
        if recount(night.party(), preset_and_rules[1]).hands:
            options = {"newest_entry": 0, "reason": "so it was always played here"}
            night.expect_refusal(override_rules, night.party_id, *preset_and_rules, **options)
            return True
    return False


@incident("entered-otherwise", "Hands are entered in another way", Moment.PLAYING)
def change_capture(night: Night) -> bool:
    """Change how results are entered; tables with results go on as before."""
    plan = plan_of(night.party())
    captures = [capture for capture in ("hands", "totals", "cards") if capture != plan.capture]
    night.run(change_party, night.party_id, replace(plan, capture=night.dice.choice(captures)))
    night.expect_refusal(change_party, night.party_id, replace(plan, cards="blind", name=" "))
    return True
