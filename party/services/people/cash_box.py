"""The cash box: float, income, expenses and count. People count it after the finish too."""

from datetime import datetime
from uuid import UUID, uuid4

from party.models import MoneyLine, Party
from party.services.log.row_changes import Watch
from party.services.write import LogLineId, PartyAct, party_act
from party.values.accounts import Actor
from party.values.people.cash_box import MoneyKind, OtherMoney
from party.values.people.fees import PAYMENT_METHODS
from party.values.people.money import MOST_MONEY, money
from party.values.refusals import Fault, Refused, require


def set_cash_float(party_id: int, cents: int, *, actor: Actor, at: datetime) -> LogLineId | None:
    """`cents` is 0 for no float. Return None if nothing changed."""
    with party_act(party_id, actor, at) as act:
        return _set_amount(act, MoneyKind.FLOAT, cents or None)


def count_box(party_id: int, cents: int | None, *, actor: Actor, at: datetime) -> LogLineId | None:
    with party_act(party_id, actor, at) as act:
        return _set_amount(act, MoneyKind.COUNT, cents)


def add_money_line(
    party_id: int, line: OtherMoney, *, submission: UUID, actor: Actor, at: datetime
) -> LogLineId | None:
    """A repeated submission adds no second line."""
    with party_act(party_id, actor, at) as act:
        if MoneyLine.objects.filter(submission=submission).exists():
            return None
        if not line.cents:
            raise Refused(Fault(f"Type an amount, at most {money(MOST_MONEY, '')}.", "cents"))
        act.watched = _watch_money(act.party)
        row = MoneyLine.objects.create(
            party=act.party,
            kind=line.kind,
            word=line.word,
            cents=line.cents,
            how=line.how,
            submission=submission,
            **act.actor_columns,
        )
        return act.log("money added", _line_text(row, act.party))


def remove_money_line(
    party_id: int, line_id: int, *, actor: Actor, at: datetime
) -> LogLineId | None:
    with party_act(party_id, actor, at) as act:
        # The float and the count are lines without a word; other verbs change these.
        rows = MoneyLine.objects.filter(party=act.party, pk=line_id).exclude(word="")
        row = require(rows.first(), "This line was removed already.")
        act.watched = _watch_money(act.party)
        row.delete()
        return act.log("money removed", f"Removed: {_line_text(row, act.party)}")


def _set_amount(act: PartyAct, kind: MoneyKind, cents: int | None) -> LogLineId | None:
    party = act.party
    row = MoneyLine.objects.filter(party=party, kind=kind).first()
    if cents == (row.cents if row else None):
        return None
    act.watched = _watch_money(party)
    text_before = f" (before: {money(row.cents, party.currency)})" if row else ""
    if cents is None:
        MoneyLine.objects.filter(party=party, kind=kind).delete()
    elif row is None:
        MoneyLine.objects.create(
            party=party, kind=kind, cents=cents, submission=uuid4(), **act.actor_columns
        )
    else:
        MoneyLine.objects.filter(party=party, kind=kind).update(cents=cents, **act.actor_columns)
    amount_text = "nothing" if cents is None else money(cents, party.currency)
    return act.log(
        "float set" if kind == MoneyKind.FLOAT else "box counted",
        f"{kind.words}: {amount_text}{text_before}",
    )


def _watch_money(party: Party) -> Watch:
    return Watch(MoneyLine.objects.filter(party=party))


def _line_text(line: MoneyLine, party: Party) -> str:
    direction = "in" if line.kind == MoneyKind.INCOME else "out"
    method = PAYMENT_METHODS[line.how].lower()
    return f"{line.word}: {money(line.cents, party.currency)} {direction}, {method}"
