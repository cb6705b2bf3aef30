"""The organisers' page about the phones of all tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from party.models import Entry, Party, Table, TablePhone
from party.queries.phones.table import table_token
from party.values.numbers import counted


@dataclass(frozen=True, slots=True)
class TableAddress:
    number: int
    path: str
    token: str
    seen_at: datetime | None = None
    called_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class PhonesPage:
    address: str  # the address printed on the tents; "" while phones are off
    choices: tuple[str, ...]  # the laptop's addresses that phones can open
    tables: tuple[TableAddress, ...]
    test_path: str
    hands_by_phone: int = 0

    @property
    def has_moved(self) -> bool:
        """Return whether the laptop no longer has the address printed on the tents."""
        return bool(self.address) and self.address not in self.choices

    @property
    def heard_text(self) -> str:
        heard_from = sum(table.seen_at is not None for table in self.tables)
        return f"{heard_from} of {counted(len(self.tables), 'table')} heard from"


def phones_page(party: Party, choices: Sequence[str]) -> PhonesPage:
    entries = Entry.objects.counted().filter(table__round__party=party)
    return PhonesPage(
        address=party.hall_address,
        choices=tuple(choices),
        tables=table_addresses(party, table_numbers(party)),
        test_path=reverse("phone_test", args=[party.code]),
        hands_by_phone=entries.filter(source=Entry.Source.PHONE).count(),
    )


def table_numbers(party: Party) -> tuple[int, ...]:
    numbers = Table.objects.filter(round__party=party).values_list("number", flat=True)
    return tuple(sorted(set(numbers.distinct().order_by())))


def table_addresses(party: Party, numbers: Sequence[int]) -> tuple[TableAddress, ...]:
    phones = {phone.number: phone for phone in TablePhone.objects.filter(party=party)}
    return tuple(_address(party, number, phones.get(number)) for number in numbers)


def _address(party: Party, number: int, phone: TablePhone | None) -> TableAddress:
    token = table_token(party, number, phone.series if phone else 0)
    path = reverse("phone_table", args=[party.code, number, token])
    if phone is None:
        return TableAddress(number, path, token)
    return TableAddress(number, path, token, phone.seen_at, phone.called_at)


def last_poll_text(seen_at: datetime | None, at: datetime) -> str:
    """Return for example "here now" or "4 min ago"."""
    if seen_at is None:
        return "not heard from yet"
    minutes = int((at - seen_at).total_seconds() // 60)
    if minutes < 2:  # a phone polls at least once a minute
        return "here now"
    if minutes < 120:
        return f"{minutes} min ago"
    return f"{minutes // 60} hours ago"
