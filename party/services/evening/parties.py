"""Verbs of a party's plan: set it up, change it, say how many rounds there are."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from party.models import Entry, Party, Round, Table
from party.queries.evening.rounds import latest_round
from party.queries.log.change_words import Wording
from party.services.evening.rounds import latest_or_refused
from party.services.log.row_changes import Watch
from party.services.write import PartyAct, club_act, party_act, unfinished_act
from party.values.accounts import Actor
from party.values.evening.parties import MOST_ROUNDS, Plan
from party.values.hall.clock import CLOCK_MINUTES_ARE, MOST_MINUTES
from party.values.log.row_changes import Step
from party.values.people.money import MOST_MONEY, money
from party.values.phones.addresses import LETTERS
from party.values.refusals import Fault, Refused, refuse_if_any

# What is no part of a plan, and is as it was at the party before.
AS_LAST_TIME = ("phones", "guests", "guest_names", "guest_standings")

# What is settled once the seats are drawn, and the fields of the form that show it.
SETTLED = {
    "preset": "the rules",
    "rules_values": "the rules",
    "format_values": "the movement and the policies",
    "cards": "how seats are drawn",
}


def create_party(
    club_id: int,
    plan: Plan,
    *,
    actor: Actor,
    at: datetime,
    seed: str | None = None,
    like: int | None = None,
) -> Party:
    """Start a party. Every draw of seats can be repeated from its seed.

    `like` is the club's party whose phones and guests it has, beside the plan.
    """
    columns = columns_of(plan)
    seed = secrets.token_hex(16) if seed is None else seed
    with club_act(club_id, actor, at) as act:
        parties = Party.objects.filter(pk=like or 0, club=act.club)
        columns |= parties.values(*AS_LAST_TIME).first() or {}
        party = Party.objects.create(club=act.club, seed=seed, code=free_code(), **columns)
        chosen = {name: columns[name] for name in ("name", "preset", "capture", "cards")}
        act.about(party).log("party created", f"{party} created", seed=seed, plan=chosen)
    return party


def change_party(party_id: int, plan: Plan, *, actor: Actor, at: datetime) -> Party:
    """Change the plan; after the draw only name, place, time, paper, rounds and capture."""
    columns = columns_of(plan)
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        changed = {field for field, value in columns.items() if getattr(party, field) != value}
        latest = latest_round(party)
        if latest is not None:
            _refuse_settled(changed)
            if "capture" in changed:
                _refuse_unknown_seats(plan, latest)
            if "rounds_planned" in changed:
                _refuse_rounds(plan.rounds, latest.number)
        if not changed:
            return party
        act.watched = _watch(party)
        for field in changed:
            setattr(party, field, columns[field])
        party.save(update_fields=[*changed])
        if "capture" in changed:
            _capture_untouched_tables(party)
        steps = act.watched.steps()
        words = f"Settings changed: {', '.join(_changed_names(party, steps))}"
        act.log("party changed", words, steps=steps)
    return party


def set_rounds(party_id: int, rounds: int, *, actor: Actor, at: datetime) -> None:
    """Set how many rounds there are; possible until the finish, never below the current one."""
    with unfinished_act(party_id, actor, at) as act:
        latest = latest_round(act.party)
        _refuse_rounds(rounds, latest.number if latest else 1)
        _plan_rounds(act, rounds)


def last_round(party_id: int, *, actor: Actor, at: datetime) -> None:
    with unfinished_act(party_id, actor, at) as act:
        _plan_rounds(act, latest_or_refused(act.party).number)


def archive_party(party_id: int, *, actor: Actor, at: datetime) -> Party:
    """Take a party off the first page; nothing is deleted, and every page of it still opens."""
    with party_act(party_id, actor, at) as act:
        party = act.party
        latest = latest_round(party)
        if latest is not None and latest.is_open and party.finished_at is None:
            raise Refused(f"Round {latest.number} is going on: archive {party} once it is closed.")
        if party.archived_at is None:
            _archive(act, at)
            act.log("archived", f"{party} is archived")
    return party


def bring_back_party(party_id: int, *, actor: Actor, at: datetime) -> Party:
    """Put an archived party on the first page again."""
    with party_act(party_id, actor, at) as act:
        if act.party.archived_at is not None:
            _archive(act, None)
            act.log("brought back", f"{act.party} is back from the archive")
    return act.party


def _archive(act: PartyAct, at: datetime | None) -> None:
    act.party.archived_at = at
    act.party.save(update_fields=["archived_at"])


def columns_of(plan: Plan) -> dict[str, object]:
    """Turn a plan into columns. Raises Refused with everything that is wrong in it."""
    faults = []
    if not plan.name.strip():
        faults.append(Fault("Type a name for the party.", "name"))
    if plan.rounds is not None and not 1 <= plan.rounds <= MOST_ROUNDS:
        faults.append(Fault(f"Rounds are a number from 1 to {MOST_ROUNDS}.", "rounds"))
    if plan.break_after is not None and not 1 <= plan.break_after <= MOST_ROUNDS:
        faults.append(Fault(f"The break is after a round from 1 to {MOST_ROUNDS}.", "break_after"))
    if plan.clock_minutes is not None and not 1 <= plan.clock_minutes <= MOST_MINUTES:
        faults.append(Fault(CLOCK_MINUTES_ARE, "clock_minutes"))
    if not 0 <= plan.fee <= MOST_MONEY:
        faults.append(Fault(f"A fee is at most {money(MOST_MONEY, '')}.", "fee"))
    capture = Party.Capture(plan.capture)
    if capture == Party.Capture.UNTRACKED and plan.format.round_credit != "net_points":
        text = "Where rounds won count, somebody has to enter who was ahead at each table."
        faults.append(Fault(text, "capture"))
    refuse_if_any(faults)
    return {
        "name": plan.name.strip(),
        "place": plan.place.strip(),
        "starts_at": plan.starts_at,
        "preset": plan.preset,
        "rules_values": plan.rules.values(),
        "format_values": plan.format.values(),
        "rounds_planned": plan.rounds,
        "break_after": plan.break_after,
        "clock_minutes": plan.clock_minutes,
        "capture": capture,
        "cards": Party.Cards(plan.cards),
        "paper": Party.Paper(plan.paper),
        "fee": plan.fee,
        "currency": plan.currency.strip(),
    }


def _refuse_settled(changed: set[str]) -> None:
    faults = {
        Fault(f"The seats are drawn: {what} cannot be changed any more.", field.split("_")[0])
        for field, what in SETTLED.items()
        if field in changed
    }
    refuse_if_any(sorted(faults, key=lambda fault: fault.field))


def _refuse_unknown_seats(plan: Plan, latest: Round) -> None:
    """Refuse to track seats again after a round in which nobody did."""
    if plan.capture != Party.Capture.UNTRACKED and not latest.tables.exists():
        text = f"Nobody knows who sits where in round {latest.number}: it stays at final cards."
        raise Refused(Fault(text, "capture"))


def _refuse_rounds(rounds: int | None, current: int) -> None:
    if rounds is None or not current <= rounds <= MOST_ROUNDS:
        text = f"Say how many rounds: at least {current}, at most {MOST_ROUNDS}."
        raise Refused(Fault(text, "rounds"))


def _plan_rounds(act: PartyAct, rounds: int) -> None:
    party = act.party
    act.watched = _watch(party)
    party.rounds_planned = rounds
    party.save(update_fields=["rounds_planned"])
    act.log("rounds", f"{rounds} rounds planned" if rounds > 1 else "One round planned")


def _watch(party: Party) -> Watch:
    """Watch the party, and the tables whose way of entering changes with it."""
    tables = Table.objects.filter(round__party=party).exclude(round__state=Round.State.CLOSED)
    return Watch(Party.objects.filter(pk=party.pk), tables)


def _changed_names(party: Party, steps: Sequence[Step]) -> list[str]:
    wording = Wording(party, {})
    of_party = [step for step in steps if step.row == "party"]
    names = dict.fromkeys(each.what for step in of_party for each in wording.step_changes(step))
    return [f"{name[:1].lower()}{name[1:]}" for name in names]


def _capture_untouched_tables(party: Party) -> None:
    """Enter the tables of the open round in the party's new way; those begun keep theirs."""
    entered = Entry.objects.in_force().filter(table__round__party=party)
    tables = Table.objects.filter(round__party=party, hands=None, ahead="")
    tables = tables.exclude(round__state=Round.State.CLOSED)
    tables.exclude(pk__in=entered.values("table")).update(capture=party.table_capture)


def free_code() -> str:
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(8))
        if not Party.objects.filter(code=code).exists():
            return code
