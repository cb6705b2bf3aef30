import secrets
from collections.abc import Sequence
from datetime import datetime

from party.models import Entry, Party, Round, Table, Wish
from party.queries.evening.rounds import latest_round
from party.queries.log.change_words import Wording
from party.services.evening.rounds import PLAN_COLUMNS, require_latest_round, set_planned_rounds
from party.services.log.row_changes import Watch
from party.services.write import PartyAct, club_act, party_act, unfinished_party_act
from party.values.accounts import Actor
from party.values.evening.parties import MOST_ROUNDS, NO_PARTY_NAME, ROUNDS_ARE, PartyPlan
from party.values.evening.words import SEATS_UNKNOWN
from party.values.hall.clock import BREAK_MINUTES_ARE, CLOCK_MINUTES_ARE, MOST_MINUTES
from party.values.log.row_changes import Step
from party.values.people.money import MOST_MONEY, money
from party.values.phones.addresses import ADDRESS_LETTERS
from party.values.refusals import Fault, Refused, refuse_if_any

# These settings are not in the plan. A new party copies them from the last party.
COPIED_COLUMNS = (
    *("phones", "phone_ranking", "guests", "guest_names", "guest_standings", "reveal"),
    "address_left_out",
)

# These columns cannot change after the draw. The texts name them in a refusal.
FIXED_BY_DRAW = {
    "preset": "the rules",
    "rules_values": "the rules",
    "format_values": "the movement and the policies",
    "cards": "how seats are drawn",
}


def create_party(
    club_id: int,
    plan: PartyPlan,
    *,
    actor: Actor,
    at: datetime,
    seed: str | None = None,
    source_party_id: int | None = None,
) -> Party:
    """With the same `seed`, draws give the same seats."""
    columns = plan_columns(plan)
    seed = secrets.token_hex(16) if seed is None else seed
    with club_act(club_id, actor, at) as act:
        source = Party.objects.filter(pk=source_party_id or 0, club=act.club).first()
        if source is not None:
            columns |= {name: getattr(source, name) for name in COPIED_COLUMNS}
            columns["copied_from"] = source
        party = Party.objects.create(club=act.club, seed=seed, code=unused_code(), **columns)
        plan_values = {name: columns[name] for name in ("name", "preset", "capture", "cards")}
        act.in_log_of(party).log("party created", f"{party} created", seed=seed, plan=plan_values)
    return party


def change_party(party_id: int, plan: PartyPlan, *, actor: Actor, at: datetime) -> Party:
    columns = plan_columns(plan)
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        # Compare with the values that the models compute: older stored values lack fields, or have
        # names of presets that were renamed since.
        read = {"rules_values": party.rules.values(), "format_values": party.format.values()}
        changed = {
            field
            for field, value in columns.items()
            if read.get(field, getattr(party, field)) != value
        }
        latest = latest_round(party)
        if latest is not None:
            _refuse_columns_fixed_by_draw(changed)
            if "capture" in changed:
                _refuse_unknown_seats(plan, latest)
            if "rounds_planned" in changed:
                _refuse_rounds(plan.rounds, latest.number)
        _refuse_start_partners(party, plan)
        if not changed:
            return party
        act.watched = _watch_plan(party)
        set_planned_rounds(party, plan.rounds)
        for field in changed:
            setattr(party, field, columns[field])
        party.save(update_fields=[*changed, *PLAN_COLUMNS])
        if "capture" in changed:
            _copy_capture_to_untouched_tables(party)
        steps = act.steps()
        words = f"Settings changed: {', '.join(_changed_names(party, steps))}"
        act.log("party changed", words, steps=steps)
    return party


def set_rounds(party_id: int, rounds: int, *, actor: Actor, at: datetime) -> None:
    with unfinished_party_act(party_id, actor, at) as act:
        latest = latest_round(act.party)
        _refuse_rounds(rounds, latest.number if latest else 1)
        _plan_rounds(act, rounds)


def make_round_last(party_id: int, *, actor: Actor, at: datetime) -> None:
    with unfinished_party_act(party_id, actor, at) as act:
        _plan_rounds(act, require_latest_round(act.party).number)


def archive_party(party_id: int, *, actor: Actor, at: datetime) -> Party:
    with party_act(party_id, actor, at) as act:
        party = act.party
        latest = latest_round(party)
        if latest is not None and latest.is_open and party.finished_at is None:
            raise Refused(f"Round {latest.number} is going on: archive {party} once it is closed.")
        if party.archived_at is None:
            _set_archived_at(act, at)
            act.log("archived", f"{party} is archived")
    return party


def unarchive_party(party_id: int, *, actor: Actor, at: datetime) -> Party:
    with party_act(party_id, actor, at) as act:
        if act.party.archived_at is not None:
            _set_archived_at(act, None)
            act.log("brought back", f"{act.party} is back from the archive")
    return act.party


def _set_archived_at(act: PartyAct, at: datetime | None) -> None:
    act.party.archived_at = at
    act.party.save(update_fields=["archived_at"])


def plan_columns(plan: PartyPlan) -> dict[str, object]:
    """Raises Refused with all faults."""
    faults = []
    if not plan.name.strip():
        faults.append(Fault(NO_PARTY_NAME, "name"))
    if plan.rounds is not None and not 1 <= plan.rounds <= MOST_ROUNDS:
        faults.append(Fault(ROUNDS_ARE, "rounds"))
    if plan.break_after is not None and not 1 <= plan.break_after <= MOST_ROUNDS:
        faults.append(Fault(f"The break is after a round from 1 to {MOST_ROUNDS}.", "break_after"))
    if not 1 <= plan.break_minutes <= MOST_MINUTES:
        faults.append(Fault(BREAK_MINUTES_ARE, "break_minutes"))
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
        "break_minutes": plan.break_minutes,
        "clock_minutes": plan.clock_minutes,
        "capture": capture,
        "cards": Party.Cards(plan.cards),
        "paper": Party.Paper(plan.paper),
        "fee": plan.fee,
        "currency": plan.currency.strip(),
    }


def _refuse_columns_fixed_by_draw(changed: set[str]) -> None:
    faults = {  # the form's field for the column "rules_values" is "rules"
        Fault(f"The seats are drawn: {subject} cannot be changed any more.", field.split("_")[0])
        for field, subject in FIXED_BY_DRAW.items()
        if field in changed
    }
    refuse_if_any(sorted(faults, key=lambda fault: fault.field))


def _refuse_unknown_seats(plan: PartyPlan, latest: Round) -> None:
    if plan.capture != Party.Capture.UNTRACKED and not latest.tables.exists():
        raise Refused(Fault(SEATS_UNKNOWN.format(round=latest.number), "capture"))


def _refuse_start_partners(party: Party, plan: PartyPlan) -> None:
    becomes_blind = plan.is_blind and not party.is_blind
    if becomes_blind and party.wishes.filter(kind=Wish.Kind.START_PARTNERS).exists():
        text = "Some people asked to start as partners, and a blind draw cannot do that."
        raise Refused(Fault(f"{text} Take these wishes back first.", "cards"))


def _refuse_rounds(rounds: int | None, current: int) -> None:
    if rounds is None or not current <= rounds <= MOST_ROUNDS:
        text = f"Say how many rounds: at least {current}, at most {MOST_ROUNDS}."
        raise Refused(Fault(text, "rounds"))


def _plan_rounds(act: PartyAct, rounds: int) -> None:
    party = act.party
    act.watched = _watch_plan(party)
    set_planned_rounds(party, rounds)
    party.save(update_fields=[*PLAN_COLUMNS])
    act.log("rounds", f"{rounds} rounds planned" if rounds > 1 else "One round planned")


def _watch_plan(party: Party) -> Watch:
    tables = Table.objects.filter(round__party=party).exclude(round__state=Round.State.CLOSED)
    return Watch(Party.objects.filter(pk=party.pk), tables)


def _changed_names(party: Party, steps: Sequence[Step]) -> list[str]:
    wording = Wording(party, {})
    party_steps = [step for step in steps if step.row == "party"]
    names = dict.fromkeys(
        change.label for step in party_steps for change in wording.step_changes(step)
    )
    return [f"{name[:1].lower()}{name[1:]}" for name in names]


def _copy_capture_to_untouched_tables(party: Party) -> None:
    entries = Entry.objects.in_force().filter(table__round__party=party)
    tables = Table.objects.filter(round__party=party, hands=None, ahead="")
    tables = tables.exclude(round__state=Round.State.CLOSED)
    tables.exclude(pk__in=entries.values("table")).update(capture=party.table_capture)


def unused_code() -> str:
    while True:
        code = "".join(secrets.choice(ADDRESS_LETTERS) for _ in range(8))
        if not Party.objects.filter(code=code).exists():
            return code
