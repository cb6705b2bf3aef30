"""Changes the rules of a party. The first entry locks them; an override scores all hands again."""

from contextlib import suppress
from datetime import datetime
from typing import Any

from party.engine import RuleError, Rules, pair_points
from party.models import Entry, Party
from party.queries.rules import count_entries, recount
from party.queries.scores.tables import result_of
from party.services.backups.copies import copy_before
from party.services.log.row_changes import Watch
from party.services.scores.corrections import NO_CHOICE
from party.services.seats.corrections import change_seats, require_seats_answer, seats_words
from party.services.write import unfinished_party_act
from party.values.accounts import Actor
from party.values.refusals import Code, Fault, Refused, refuse_if_any
from party.values.rules.recount import Recount
from party.values.rules.sheets import rule_differences
from party.values.rules.words import LOCKED, NO_REASON
from party.values.scores.tables import count_hands
from party.values.seats.corrections import SeatsAnswer

LOOK_FIRST = f"{LOCKED} Preview the change first."


def change_rules(party_id: int, preset: str, rules: Rules, *, actor: Actor, at: datetime) -> Party:
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        if (party.preset, party.rules.values()) == (preset, rules.values()):
            return party
        if count_entries(party):
            raise Refused(LOOK_FIRST)
        words = _change_text(party, rules)
        act.watched = Watch(Party.objects.filter(pk=party.pk))
        _store_rules(party, preset, rules)
        act.log("rules changed", words)
    return party


def override_rules(
    party_id: int,
    preset: str,
    rules: Rules,
    *,
    newest_entry: int,
    reason: str,
    actor: Actor,
    at: datetime,
    choice: SeatsAnswer = NO_CHOICE,
) -> Recount:
    """Raises Refused if a hand came in after the `newest_entry` that the organiser was shown.

    Raises SeatsInQuestion if people would now sit elsewhere and `choice` does not say what to do.
    """
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        recounted = recount(party, rules)
        _refuse_override(recounted, newest_entry, reason)
        effects = recounted.effects_with_choice
        if effects is not None:
            require_seats_answer(effects, choice)
        changes = _change_text(party, rules)
        copy_before("before other rules for hands")
        _store_rules(party, preset, rules)
        _rescore_entries(party)
        seats: dict[str, Any] = {}
        if effects is not None:
            next_round = party.rounds.get(number=effects.round)
            seats = change_seats(party, next_round, recounted.pairs, effects, choice)
        words = f"{changes}. {count_hands(len(recounted.hands))} rescored{seats_words(seats)}"
        points = _logged_points(recounted)
        act.log("rules overridden", words, reason=reason.strip(), points=points, **seats)
    return recounted


def _refuse_override(recounted: Recount, newest_entry: int, reason: str) -> None:
    faults = [Fault(f"{each.stored_hand}. {each.reason}") for each in recounted.refused]
    if any(each.stored_hand.entry > newest_entry for each in recounted.hands):
        text = "More hands have come in since. Check the changes again."
        faults.append(Fault(text, code=Code.CHANGED))
    if not reason.strip():
        faults.append(Fault(NO_REASON, "reason"))
    refuse_if_any(faults)


def _store_rules(party: Party, preset: str, rules: Rules) -> None:
    party.preset, party.rules_values = preset, rules.values()
    party.save(update_fields=["preset", "rules_values"])
    del party.rules  # a cached property of the columns above


def _rescore_entries(party: Party) -> None:
    """Score also replaced and undone entries, which an undo may bring back.

    An entry that the new rules do not allow keeps its points. No such entry is in force:
    `_refuse_override` refuses rules that do not allow an entry in force.
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
    differences = rule_differences(party.rules, rules)
    text = "; ".join(f"{each.label}: {each.first} → {each.second}" for each in differences)
    return f"Rules changed to {rules.name}: {text}" if text else f"Rules are now {rules.name}"


def _logged_points(recounted: Recount) -> dict[str, list[int]]:
    return {
        str(each.stored_hand.entry): [each.ns, each.ew, each.new_ns, each.new_ew]
        for each in recounted.hands
    }
