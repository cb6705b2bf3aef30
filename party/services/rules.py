"""Verbs of house rules: change them before the first hand, or afterwards with a recount.

Rules are *locked* by the first entry that is in force. Changing them all the same gives every
hand the points that the new rules have for it; round totals, typed as points, stay.
"""

from contextlib import suppress
from datetime import datetime
from typing import Any

from party.engine import RuleError, Rules, pair_points
from party.models import Entry, Party
from party.queries.rules import count_entries, recount
from party.queries.scores.entries import result_of
from party.services.backups.copies import copy_before
from party.services.log.row_changes import Watch
from party.services.seats.corrections import change_seats, refuse_open_question, seats_words
from party.services.write import unfinished_act
from party.values.accounts import Actor
from party.values.refusals import Code, Fault, Refused, refuse_if_any
from party.values.rules.recount import Recount
from party.values.rules.sheets import rule_differences
from party.values.scores.tables import count_hands
from party.values.seats.corrections import Choice

OPEN = Choice()  # no decision about the seats
LOCKED = "Hands have been entered, so the rules are locked. Look at what a change would do first."


def change_rules(party_id: int, preset: str, rules: Rules, *, actor: Actor, at: datetime) -> Party:
    """Give a party other rules, made from a preset. Raises Refused once hands are in."""
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        if (party.preset, party.rules.values()) == (preset, rules.values()):
            return party
        if count_entries(party):
            raise Refused(LOCKED)
        words = _change_text(party, rules)
        act.watched = Watch(Party.objects.filter(pk=party.pk))
        _keep(party, preset, rules)
        act.log("rules changed", words)
    return party


def override_rules(
    party_id: int,
    preset: str,
    rules: Rules,
    *,
    seen: int,
    reason: str,
    actor: Actor,
    at: datetime,
    choice: Choice = OPEN,
) -> Recount:
    """Change the rules although hands are in, and score every hand anew.

    `seen` is the newest entry that the writer was shown: nothing changes that was not seen.
    Raises SeatsInQuestion where people would sit elsewhere now and `choice` says nothing of it.
    """
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        effects = recount(party, rules)
        _refuse(effects, seen, reason)
        if effects.in_question:
            refuse_open_question(effects.in_question, choice)
        changes = _change_text(party, rules)
        copy_before("before other rules for hands")
        _keep(party, preset, rules)
        _score_anew(party)
        seats = _seat(party, effects, choice)
        words = f"{changes}. {count_hands(len(effects.hands))} scored anew{seats_words(seats)}"
        points = _points(effects)
        act.log("rules overridden", words, reason=reason.strip(), points=points, **seats)
    return effects


def _seat(party: Party, recounted: Recount, choice: Choice) -> dict[str, Any]:
    """Do what was chosen about the seats that people have now; return what the log says."""
    effects = recounted.in_question
    if effects is None:
        return {}
    after = party.rounds.get(number=effects.round)
    return change_seats(party, after, recounted.pairs, effects, choice)


def _refuse(effects: Recount, seen: int, reason: str) -> None:
    faults = [Fault(f"{each.at}. {each.why}") for each in effects.refused]
    if any(each.at.entry > seen for each in effects.hands):
        text = "More hands have come in since. Look once more at what changes."
        faults.append(Fault(text, code=Code.CHANGED))
    if not reason.strip():
        faults.append(Fault("Say why the rules change although hands have been played.", "reason"))
    refuse_if_any(faults)


def _keep(party: Party, preset: str, rules: Rules) -> None:
    party.preset, party.rules_values = preset, rules.values()
    party.save(update_fields=["preset", "rules_values"])
    del party.rules  # it was read before, and is read again from what is kept now


def _score_anew(party: Party) -> None:
    """Give every row its points, also those that were replaced or taken back.

    Whoever brings one of those back must not bring back the points of other rules. What the new
    rules do not know keeps its points; none of it is in force.
    """
    changed = []
    for row in Entry.objects.filter(table__round__party=party):
        result = result_of(row)
        if result is None:
            continue
        with suppress(RuleError):
            row.ns, row.ew = pair_points(party.rules, result)
            changed.append(row)
    Entry.objects.bulk_update(changed, ["ns", "ew"], batch_size=500)


def _change_text(party: Party, rules: Rules) -> str:
    """Return the change in words, with old and new values."""
    differences = rule_differences(party.rules, rules)
    text = "; ".join(f"{each.label}: {each.first} → {each.second}" for each in differences)
    return f"Rules changed to {rules.name}: {text}" if text else f"Rules are now {rules.name}"


def _points(effects: Recount) -> dict[str, list[int]]:
    return {
        str(each.at.entry): [each.ns, each.ew, each.new_ns, each.new_ew] for each in effects.hands
    }
