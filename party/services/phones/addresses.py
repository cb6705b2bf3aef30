"""Verbs for the tables' phones: switch them on, renew their addresses, answer a call."""

from datetime import datetime

from party.models import TablePhone
from party.services.write import PartyAct, party_act
from party.values.accounts import Actor
from party.values.phones.addresses import NO_ADDRESS
from party.values.refusals import Fault, Refused


def switch_phones(
    party_id: int, address: str, *, phones: bool, actor: Actor, at: datetime
) -> None:
    with party_act(party_id, actor, at) as act:
        words = "Tables may enter hands on a phone" if phones else "No phones at the tables"
        _change(act, words, phones=phones, hall_address=address if phones else "")


def set_address(party_id: int, address: str, *, actor: Actor, at: datetime) -> None:
    if not address:
        raise Refused(Fault(NO_ADDRESS, "address"))
    with party_act(party_id, actor, at) as act:
        _change(act, f"Phones open {address}", hall_address=address)


def _change(act: PartyAct, words: str, **columns: object) -> None:
    party = act.party
    if all(getattr(party, name) == value for name, value in columns.items()):
        return
    for name, value in columns.items():
        setattr(party, name, value)
    party.save(update_fields=[*columns])
    act.log("phones changed", words)


def renew_addresses(
    party_id: int, table: int | None = None, *, actor: Actor, at: datetime
) -> None:
    """Renew the phone address of one table, or of all tables; the old ones stop working."""
    with party_act(party_id, actor, at) as act:
        if table is None:
            act.party.phone_series += 1
            act.party.save(update_fields=["phone_series"])
            words = "New addresses for the phones of all tables"
        else:
            phone, _ = TablePhone.objects.get_or_create(party=act.party, number=table)
            phone.series += 1
            phone.save(update_fields=["series"])
            words = f"A new address for the phone of table {table}"
        act.log("phone addresses", words, table_number=table)


def answer_call(party_id: int, table: int, *, actor: Actor, at: datetime) -> None:
    with party_act(party_id, actor, at) as act:
        called = TablePhone.objects.filter(party=act.party, number=table)
        if called.exclude(called_at=None).update(called_at=None):
            act.log("call answered", f"The host goes to table {table}", table_number=table)
