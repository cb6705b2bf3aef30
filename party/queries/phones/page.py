"""Reads for the organiser's page about phones, and for the tents that carry their addresses."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from party.models import Party, Table, TablePhone
from party.queries.phones.table import table_token
from party.values.numbers import counted


@dataclass(frozen=True, slots=True)
class TableAddress:
    """The address for the phone of one table, and the time of its last sign."""

    number: int
    path: str
    key: str
    seen_at: datetime | None = None
    called_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class PhonesPage:
    """The address that phones open, and the tables' phones."""

    address: str  # that tents carry; "" while phones are off
    choices: tuple[str, ...]  # the addresses of this laptop that phones can open now
    tables: tuple[TableAddress, ...]
    test_path: str

    @property
    def has_moved(self) -> bool:
        """Return whether the laptop no longer has the address printed on the tents."""
        return bool(self.address) and self.address not in self.choices

    @property
    def heard_text(self) -> str:
        heard = sum(table.seen_at is not None for table in self.tables)
        return f"{heard} of {counted(len(self.tables), 'table')} heard from"


def phones_page(party: Party, choices: Sequence[str]) -> PhonesPage:
    """Return the page; `choices` are the addresses of this laptop. Two queries."""
    return PhonesPage(
        address=party.hall_address,
        choices=tuple(choices),
        tables=table_addresses(party, table_numbers(party)),
        test_path=reverse("phone_test", args=[party.code]),
    )


def table_numbers(party: Party) -> tuple[int, ...]:
    """Return the numbers of all tables that were ever seated tonight. One query."""
    numbers = Table.objects.filter(round__party=party).values_list("number", flat=True)
    return tuple(sorted(set(numbers.distinct().order_by())))


def table_addresses(party: Party, numbers: Sequence[int]) -> tuple[TableAddress, ...]:
    """One query."""
    phones = {phone.number: phone for phone in TablePhone.objects.filter(party=party)}
    return tuple(_address(party, number, phones.get(number)) for number in numbers)


def _address(party: Party, number: int, phone: TablePhone | None) -> TableAddress:
    key = table_token(party, number, phone.series if phone else 0)
    path = reverse("phone_table", args=[party.code, number, key])
    if phone is None:
        return TableAddress(number, path, key)
    return TableAddress(number, path, key, phone.seen_at, phone.called_at)


def silent_text(seen_at: datetime | None, at: datetime) -> str:
    """Say how long ago a phone gave a sign: "now", "4 min ago"."""
    if seen_at is None:
        return "not heard from yet"
    minutes = int((at - seen_at).total_seconds() // 60)
    if minutes < 2:
        return "here now"
    if minutes < 120:
        return f"{minutes} min ago"
    return f"{minutes // 60} hours ago"
