"""Verbs of the list of prizes: choose what is given, change it, put it in order.

The list may be changed until the prizes are confirmed; after that they are reopened first.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from party.models import Award, Party, Prize
from party.queries.prizes.winners import last_with_prizes, prize_groups, prize_now
from party.services.log.row_changes import Watch
from party.services.write import PartyAct, party_act
from party.values.accounts import Actor
from party.values.people.money import MOST_MONEY
from party.values.prizes.prizes import (
    KINDS,
    LONGEST_GIFT,
    LONGEST_TITLE,
    MOST_PRIZES,
    PRIZE_PRESETS,
    Ladder,
    PrizeKind,
    PrizeLine,
    WonBy,
    missing_of,
    title_of,
)
from party.values.refusals import Fault, Refused, refuse_if_any

NOT_THERE = "This prize is not on the list any more."


def add_preset(party_id: int, preset: str, *, actor: Actor, at: datetime) -> list[Prize]:
    """Add those of the prizes that are often given together that are not on the list yet."""
    with open_prizes_act(party_id, actor, at) as act:
        if preset not in PRIZE_PRESETS:
            raise Refused(Fault("Choose one of the lists shown.", "preset"))
        chosen = PRIZE_PRESETS[preset]
        groups = prize_groups(act.party) if chosen.by_group else [""]
        if not groups:
            text = "Nobody has a prize group. Give people a group on the players page first."
            raise Refused(Fault(text, "preset"))
        there = act.party.prizes.values_list("kind", "group")
        wanted = missing_of(chosen, groups, there)
        if not wanted:
            raise Refused(Fault("All of these are on the list already.", "preset"))
        added = append_prizes(act.party, wanted)
        act.log("prizes added", f"Prizes added: {', '.join(map(name_of, added))}")
        return added


COPIED = (
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
    """Give the same prizes as at the club's last party that had any."""
    with open_prizes_act(party_id, actor, at) as act:
        party = act.party
        before = last_with_prizes(party)
        # A 50/50 may be on it since the door: its tickets are sold before anybody looks here.
        there = set(party.prizes.values_list("kind", "group", "place"))
        if any(kind != PrizeKind.FIFTY for kind, _, _ in there):
            raise Refused("There are prizes on the list already.")
        if before is None:
            raise Refused("No other party of this club has prizes.")
        copied = list(before.prizes.values(*COPIED))
        prizes = [
            Prize(party=party, **_as_before(values))
            for values in copied
            if (values["kind"], values["group"], values["place"]) not in there
        ]
        Prize.objects.bulk_create(prizes, batch_size=2000)
        _order_as(party, [(each["kind"], each["group"], each["place"]) for each in copied])
        party.one_prize_each = before.one_prize_each
        party.gone_winners = before.gone_winners
        party.save(update_fields=["one_prize_each", "gone_winners"])
        act.log("prizes copied", f"The same prizes as at {before}", source=before.pk)


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
    """Add a prize at the end of the list; it takes the next place of its kind and group."""
    with open_prizes_act(party_id, actor, at) as act:
        party = act.party
        _refuse_words(title, money, gift)
        if kind not in set(PrizeKind):
            raise Refused(Fault("Choose what the prize is for.", "kind"))
        if group and group not in prize_groups(party):
            raise Refused(Fault(f"Nobody is in the prize group “{group}”.", "group"))
        if group and kind == PrizeKind.FIFTY:
            raise Refused(Fault("Everybody may buy tickets of a 50/50.", "group"))
        here = must_be_here and KINDS[PrizeKind(kind)].won_by == WonBy.MEASURED
        extra = {"title": title.strip(), "money": money, "gift": gift.strip()}
        extra["must_be_here"] = here
        [row] = append_prizes(party, [(kind, group)], **extra)
        act.log("prize added", f"Prize added: {name_of(row)}")
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
    """Change what a prize is called, what there is to win, and whether one must be here."""
    with open_prizes_act(party_id, actor, at) as act:
        row = prize_of(act.party, prize_id)
        _refuse_words(title, money, gift)
        if money is not None and row.ticket_price is not None:
            raise Refused(Fault("The pot is what the tickets brought in.", "money"))
        row.title, row.money, row.gift = title.strip(), money, gift.strip()
        row.must_be_here = must_be_here
        row.save(update_fields=["title", "money", "gift", "must_be_here"])
        if steps := act.watched.steps():
            act.log("prize changed", f"Prize changed: {name_of(row)}", steps=steps)


def remove_prize(party_id: int, prize_id: int, *, actor: Actor, at: datetime) -> None:
    """Take a prize off the list; those below it in its ladder move up."""
    with open_prizes_act(party_id, actor, at) as act:
        party = act.party
        row = prize_of(party, prize_id)
        if row.sales.exists():
            raise Refused(f"Tickets are sold for {name_of(row)}. Take those sales back first.")
        words = f"Prize taken off: {name_of(row)}"
        row.delete()
        # One by one from above: no two may have the same place, not even between two statements.
        below = party.prizes.filter(kind=row.kind, group=row.group, place__gt=row.place)
        for other in below.order_by("place"):
            other.place -= 1
            other.save(update_fields=["place"])
        act.log("prize removed", words)


def move_prize(party_id: int, prize_id: int, *, up: bool, actor: Actor, at: datetime) -> None:
    """Move a prize one up or one down. With one prize each the order decides who has what."""
    with open_prizes_act(party_id, actor, at) as act:
        row = prize_of(act.party, prize_id)
        order = list(act.party.prizes.all())
        here = order.index(row)
        there = here + (-1 if up else 1)
        if not 0 <= there < len(order):
            raise Refused(f"{name_of(row)} is the {'first' if up else 'last'} of the list.")
        other = order[there]
        if (row.kind, row.group) == (other.kind, other.group):
            text = f"{name_of(row)} and {name_of(other)} stand in the order of their places."
            raise Refused(text)
        order[here], order[there] = other, row
        _number(order)
        act.log("prize moved", f"{name_of(row)} moved {'up' if up else 'down'}", up=up)


def set_one_each(party_id: int, *, one_each: bool, actor: Actor, at: datetime) -> None:
    """Say whether one person may have several prizes."""
    with open_prizes_act(party_id, actor, at) as act:
        party = act.party
        if party.one_prize_each == one_each:
            return
        party.one_prize_each = one_each
        party.save(update_fields=["one_prize_each"])
        words = "One prize each" if one_each else "One person may have several prizes"
        act.log("one prize each", words)


@contextmanager
def open_prizes_act(
    party_id: int, actor: Actor, at: datetime, seen: int | None = None
) -> Iterator[PartyAct]:
    """Run a verb of prizes: also after the finish, but not once they are confirmed."""
    with party_act(party_id, actor, at, seen) as act:
        refuse_confirmed(act.party)
        act.watched = watch_prizes(act.party)
        yield act


def refuse_confirmed(party: Party) -> None:
    if party.prizes_confirmed_at is not None:
        raise Refused("The prizes are confirmed. Reopen them to change anything.")


def watch_prizes(party: Party, leaver: int = 0) -> Watch:
    """Watch the list of prizes, who has them, what holds for all of them, and who goes home."""
    awards = Award.objects.filter(prize__party=party).select_related("prize", "entrant")
    leavers = party.entrants.filter(pk=leaver)
    return Watch(Party.objects.filter(pk=party.pk), party.prizes.all(), awards, leavers)


def prize_of(party: Party, prize_id: int) -> Prize:
    row = party.prizes.filter(pk=prize_id).first()
    if row is None:
        raise Refused(NOT_THERE)
    return row


def row_and_line(party: Party, prize_id: int) -> tuple[Prize, PrizeLine]:
    found = prize_now(party, prize_id)
    if found is None:
        raise Refused(NOT_THERE)
    return found


def name_of(row: Prize) -> str:
    return title_of(PrizeKind(row.kind), row.group, row.place, row.title)


def append_prizes(party: Party, wanted: Sequence[Ladder], **extra: Any) -> list[Prize]:
    """Put prizes at the end of the list, each at the next place of its ladder."""
    rows = list(party.prizes.all())
    if len(rows) + len(wanted) > MOST_PRIZES:
        raise Refused(f"A party has at most {MOST_PRIZES} prizes.")
    order = max((row.order for row in rows), default=0)
    added: list[Prize] = []
    for number, (kind, group) in enumerate(wanted, start=1):
        place = 1 + sum((row.kind, row.group) == (kind, group) for row in (*rows, *added))
        new = Prize(
            party=party, order=order + number, kind=kind, group=group, place=place, **extra
        )
        new.save(force_insert=True)
        added.append(new)
    return added


def _refuse_words(title: str, money: int | None, gift: str) -> None:
    faults = []
    if len(title.strip()) > LONGEST_TITLE:
        faults.append(Fault(f"A prize’s name has at most {LONGEST_TITLE} letters.", "title"))
    if money is not None and not 0 <= money <= MOST_MONEY:
        faults.append(Fault("That is more money than any card party pays out.", "money"))
    if len(gift.strip()) > LONGEST_GIFT:
        faults.append(Fault(f"Say it in at most {LONGEST_GIFT} letters.", "gift"))
    refuse_if_any(faults)


def _order_as(party: Party, ladder: Sequence[tuple[str, str, int]]) -> None:
    """Put the prizes in an order that is known; what is not in it stands at the end."""
    places = {what: place for place, what in enumerate(ladder)}
    rows = list(party.prizes.all())
    rows.sort(key=lambda row: places.get((row.kind, row.group, row.place), len(ladder)))
    _number(rows)


def _number(rows: Sequence[Prize]) -> None:
    for order, row in enumerate(rows, start=1):
        row.order = order
    Prize.objects.bulk_update(rows, ["order"], batch_size=500)


def _as_before(values: dict[str, Any]) -> dict[str, Any]:
    """Return a prize as it was last time; what was in a 50/50 then is another evening's."""
    return values | {"money": None} if values["kind"] == PrizeKind.FIFTY else values
