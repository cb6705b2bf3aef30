"""Reads for the organiser's page about phones, and for the tents that carry their addresses."""

from collections.abc import Sequence

from django.urls import reverse

from party.models import Party, Table, TablePhone
from party.queries.phones.tokens import table_token
from party.values.phones.page import PhonesPage, TableAddress


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
    """Return where the phones of these tables are. One query."""
    phones = {phone.number: phone for phone in TablePhone.objects.filter(party=party)}
    return tuple(_address(party, number, phones.get(number)) for number in numbers)


def _address(party: Party, number: int, phone: TablePhone | None) -> TableAddress:
    key = table_token(party, number, phone.series if phone else 0)
    path = reverse("phone_table", args=[party.code, number, key])
    if phone is None:
        return TableAddress(number, path, key)
    return TableAddress(number, path, key, phone.seen_at, phone.called_at)
