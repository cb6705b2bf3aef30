"""The list of a party's prizes. It cannot change while the prizes are confirmed."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from party.models import Award, Party, Prize
from party.queries.prizes.winners import (
    latest_party_with_prizes,
    prize_groups,
    prize_with_tie_choices,
)
from party.services.log.row_changes import Watch
from party.services.write import PartyAct, party_act, set_columns
from party.values.accounts import Actor
from party.values.people.money import MOST_MONEY
from party.values.prizes.prizes import (
    KINDS,
    MOST_PRIZES,
    PRIZE_PRESETS,
    Ladder,
    PrizeKind,
    PrizeLine,
    WonBy,
    missing_of,
)
from party.values.prizes.words import CONFIRMED, TAKE_SALES_BACK
from party.values.refusals import Fault, Refused, require

PRIZE_REMOVED = "This prize is not on the list any more."


def add_preset(party_id: int, preset: str, *, actor: Actor, at: datetime) -> list[Prize]:
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        chosen_preset = PRIZE_PRESETS[preset]
        groups = prize_groups(act.party) if chosen_preset.by_group else [""]
        if not groups:
            text = "Nobody has a prize group. Give people a group on the players page first."
            raise Refused(Fault(text, "preset"))
        existing = act.party.prizes.values_list("kind", "group")
        missing = missing_of(chosen_preset, groups, existing)
        if not missing:
            raise Refused(Fault("All of these are on the list already.", "preset"))
        added = append_prizes(act.party, missing)
        act.log("prizes added", f"Prizes added: {', '.join(map(str, added))}")
        return added


COPIED_COLUMNS = (
    "order",
    "kind",
    "group",
    "place",
    "title",
    "money",
    "gift",
    "must_be_here",
    "ticket_price",
)


def copy_prizes(party_id: int, *, actor: Actor, at: datetime) -> None:
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        party = act.party
        source = latest_party_with_prizes(party)
        # A 50/50 may be there already, because its tickets are sold at the door.
        existing = set(party.prizes.values_list("kind", "group", "place"))
        if any(kind != PrizeKind.FIFTY_FIFTY for kind, _, _ in existing):
            raise Refused("There are prizes on the list already.")
        source = require(source, "No other party of this club has prizes.")
        source_prizes = list(source.prizes.values(*COPIED_COLUMNS))
        prizes = [
            Prize(party=party, **_without_pot(values))
            for values in source_prizes
            if (values["kind"], values["group"], values["place"]) not in existing
        ]
        Prize.objects.bulk_create(prizes, batch_size=2000)
        _sort_by_ladder(
            party, [(each["kind"], each["group"], each["place"]) for each in source_prizes]
        )
        party.one_prize_each = source.one_prize_each
        party.gone_winners = source.gone_winners
        party.save(update_fields=["one_prize_each", "gone_winners"])
        act.log("prizes copied", f"The same prizes as at {source}", source=source.pk)


def add_prize(
    party_id: int,
    kind: str,
    *,
    actor: Actor,
    at: datetime,
    group: str = "",
    title: str = "",
    money: int | None = None,
    gift: str = "",
    must_be_here: bool = False,
) -> Prize:
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        party = act.party
        _refuse_too_much(money)
        if group and group not in prize_groups(party):
            raise Refused(Fault(f"Nobody is in the prize group “{group}”.", "group"))
        if group and kind == PrizeKind.FIFTY_FIFTY:
            raise Refused(Fault("Everybody may buy tickets of a 50/50.", "group"))
        [row] = append_prizes(
            party,
            [(kind, group)],
            title=title.strip(),
            money=money,
            gift=gift.strip(),
            must_be_here=must_be_here and KINDS[PrizeKind(kind)].won_by == WonBy.MEASURED,
        )
        act.log("prize added", f"Prize added: {row}")
        return row


def change_prize(
    party_id: int,
    prize_id: int,
    *,
    actor: Actor,
    at: datetime,
    title: str = "",
    money: int | None = None,
    gift: str = "",
    must_be_here: bool = False,
) -> None:
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        row = prize_of(act.party, prize_id)
        _refuse_too_much(money)
        if money is not None and row.ticket_price is not None:
            raise Refused(Fault("The pot is what the tickets brought in.", "money"))
        row.title, row.money, row.gift = title.strip(), money, gift.strip()
        row.must_be_here = must_be_here
        row.save(update_fields=["title", "money", "gift", "must_be_here"])
        if steps := act.steps():
            act.log("prize changed", f"Prize changed: {row}", steps=steps)


def remove_prize(party_id: int, prize_id: int, *, actor: Actor, at: datetime) -> None:
    """Remove a prize; the lower places of its ladder move up."""
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        party = act.party
        row = prize_of(party, prize_id)
        if row.sales.exists():
            raise Refused(f"Tickets are sold for {row}. {TAKE_SALES_BACK}")
        words = f"Prize taken off: {row}"
        row.delete()
        # One row at a time from the top, because the unique place is checked at each statement.
        below = party.prizes.filter(kind=row.kind, group=row.group, place__gt=row.place)
        for lower in below.order_by("place"):
            lower.place -= 1
            lower.save(update_fields=["place"])
        act.log("prize removed", words)


def move_prize(party_id: int, prize_id: int, *, up: bool, actor: Actor, at: datetime) -> None:
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        row = prize_of(act.party, prize_id)
        order = list(act.party.prizes.all())
        index = order.index(row)
        target = index + (-1 if up else 1)
        if not 0 <= target < len(order):
            raise Refused(f"{row} is the {'first' if up else 'last'} of the list.")
        neighbour = order[target]
        if (row.kind, row.group) == (neighbour.kind, neighbour.group):
            names = f"{row} and {neighbour}"
            raise Refused(f"{names} stand in the order of their places.")
        order[index], order[target] = neighbour, row
        _renumber_prizes(order)
        act.log("prize moved", f"{row} moved {'up' if up else 'down'}", up=up)


def set_one_prize_each(party_id: int, *, is_one_each: bool, actor: Actor, at: datetime) -> None:
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        if set_columns(act.party, one_prize_each=is_one_each):
            words = "One prize each" if is_one_each else "One person may have several prizes"
            act.log("one prize each", words)


@contextmanager
def unconfirmed_prizes_act(
    party_id: int, actor: Actor, at: datetime, shown_revision: int | None = None
) -> Iterator[PartyAct]:
    """Open an act that changes prizes, also after the finish. Refused once they are confirmed."""
    with party_act(party_id, actor, at, shown_revision) as act:
        refuse_confirmed(act.party)
        act.watched = watch_prizes(act.party)
        yield act


def refuse_confirmed(party: Party) -> None:
    if party.prizes_confirmed_at is not None:
        raise Refused(CONFIRMED)


def watch_prizes(party: Party, leaver: int = 0) -> Watch:
    awards = Award.objects.filter(prize__party=party).select_related("prize", "entrant")
    leavers = party.entrants.filter(pk=leaver)
    return Watch(Party.objects.filter(pk=party.pk), party.prizes.all(), awards, leavers)


def prize_of(party: Party, prize_id: int) -> Prize:
    return require(party.prizes.filter(pk=prize_id).first(), PRIZE_REMOVED)


def prize_and_line(party: Party, prize_id: int) -> tuple[Prize, PrizeLine]:
    return require(prize_with_tie_choices(party, prize_id), PRIZE_REMOVED)


def append_prizes(party: Party, ladders: Sequence[Ladder], **extra: Any) -> list[Prize]:
    rows = list(party.prizes.all())
    if len(rows) + len(ladders) > MOST_PRIZES:
        raise Refused(f"A party has at most {MOST_PRIZES} prizes.")
    next_order = 1 + max((row.order for row in rows), default=0)
    added: list[Prize] = []
    for order, (kind, group) in enumerate(ladders, start=next_order):
        place = 1 + sum((row.kind, row.group) == (kind, group) for row in (*rows, *added))
        prize = Prize(party=party, order=order, kind=kind, group=group, place=place, **extra)
        prize.save(force_insert=True)
        added.append(prize)
    return added


def _refuse_too_much(money: int | None) -> None:
    if money is not None and money > MOST_MONEY:
        raise Refused(Fault("That is more money than any card party pays out.", "money"))


def _sort_by_ladder(party: Party, order: Sequence[tuple[str, str, int]]) -> None:
    """Put the prizes into the given order; prizes that it does not name come last."""
    indexes = {key: index for index, key in enumerate(order)}
    rows = list(party.prizes.all())
    rows.sort(key=lambda row: indexes.get((row.kind, row.group, row.place), len(order)))
    _renumber_prizes(rows)


def _renumber_prizes(rows: Sequence[Prize]) -> None:
    for order, row in enumerate(rows, start=1):
        row.order = order
    Prize.objects.bulk_update(rows, ["order"], batch_size=500)


def _without_pot(values: dict[str, Any]) -> dict[str, Any]:
    """Leave out the money of a 50/50, which was the pot of another evening."""
    return values | {"money": None} if values["kind"] == PrizeKind.FIFTY_FIFTY else values
