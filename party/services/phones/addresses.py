from datetime import datetime, timedelta

from django.db.models import QuerySet

from party.models import LogLine, Party, TablePhone
from party.services.write import PartyAct, party_act, set_columns
from party.values.accounts import Actor
from party.values.phones.addresses import NO_ADDRESS
from party.values.refusals import Fault, Refused

UNDO_PERIOD = timedelta(minutes=1)
TOO_LATE = "It is too late to undo this. Print the tents again."


def switch_phones(party_id: int, address: str, *, is_on: bool, actor: Actor, at: datetime) -> None:
    with party_act(party_id, actor, at) as act:
        words = "Tables may enter hands on a phone" if is_on else "No phones at the tables"
        _change_columns(act, words, phones=is_on, hall_address=address if is_on else "")


def set_address(party_id: int, address: str, *, actor: Actor, at: datetime) -> None:
    if not address:
        raise Refused(Fault(NO_ADDRESS, "address"))
    with party_act(party_id, actor, at) as act:
        _change_columns(act, f"Phones open {address}", hall_address=address)


def _change_columns(act: PartyAct, words: str, **columns: object) -> None:
    if set_columns(act.party, **columns):
        act.log("phones changed", words)


def renew_addresses(
    party_id: int, table: int | None = None, *, actor: Actor, at: datetime
) -> None:
    """Without `table`, renew the addresses of all tables."""
    with party_act(party_id, actor, at) as act:
        owner, column = _series_of(act.party, table)
        before = getattr(owner, column)
        lines = _renewal_lines(act.party, table)
        used = [data.get("series", 0) for data in lines.values_list("data", flat=True)]
        # Higher than every series so far: the address on an old tent (the card on the table) never
        # works again.
        series = max(before, *used, 0) + 1
        _set_series(owner, column, series)
        words = f"A new address for the phone of table {table}"
        if table is None:
            words = "New addresses for the phones of all tables"
        act.log("phone addresses", words, table_number=table, before=before, series=series)


def undo_renewal(party_id: int, table: int | None = None, *, actor: Actor, at: datetime) -> None:
    """Within a minute, bring the old addresses back; the new ones end."""
    with party_act(party_id, actor, at) as act:
        owner, column = _series_of(act.party, table)
        line = _renewal_lines(act.party, table).filter(at__gt=at - UNDO_PERIOD).first()
        if line is None or line.data.get("series") != getattr(owner, column):
            raise Refused(TOO_LATE)
        _set_series(owner, column, line.data["before"])
        words = f"The phone of table {table} has its old address again"
        if table is None:
            words = "The phones of all tables have their old addresses again"
        act.log("phone addresses", words, table_number=table)


def _renewal_lines(party: Party, table: int | None) -> QuerySet[LogLine]:
    return LogLine.objects.filter(party=party, verb="phone addresses", table=table)


def _series_of(party: Party, table: int | None) -> tuple[Party | TablePhone, str]:
    if table is None:
        return party, "phone_series"
    return TablePhone.objects.get_or_create(party=party, number=table)[0], "series"


def _set_series(owner: Party | TablePhone, column: str, series: int) -> None:
    setattr(owner, column, series)
    owner.save(update_fields=[column])


def answer_call(party_id: int, table: int, *, actor: Actor, at: datetime) -> None:
    with party_act(party_id, actor, at) as act:
        called = TablePhone.objects.filter(party=act.party, number=table)
        if called.exclude(called_at=None).update(called_at=None, answered_at=at):
            act.log("call answered", f"The host goes to table {table}", table_number=table)
