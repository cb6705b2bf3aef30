"""The key in the address of a table's phone: it opens this table of this party, nothing else."""

from functools import lru_cache

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from party.models import Party, TablePhone
from party.values.phones.addresses import LETTERS

LENGTH = 10
SALT = "party.table-phone"


def table_token(party: Party, number: int, series: int = 0) -> str:
    """Return the key of a table. `series` is the table's own, 0 as long as it was never renewed.

    It is made from the secret of the installation and can be made again: none is stored.
    """
    return token_of(party.pk, party.phone_series, number, series)


def token_of(party_id: int, phone_series: int, number: int, series: int) -> str:
    """Return the key of a table from the few columns that a poll reads."""
    return _token(settings.SECRET_KEY, f"{party_id}:{phone_series}:{number}:{series}")


# Each table asks again every ten seconds.
@lru_cache(maxsize=4096)
def _token(secret: str, text: str) -> str:
    digest = salted_hmac(SALT, text, secret=secret, algorithm="sha256").digest()
    left = int.from_bytes(digest)
    letters = []
    for _ in range(LENGTH):
        left, at = divmod(left, len(LETTERS))
        letters.append(LETTERS[at])
    return "".join(letters)


def is_token(party: Party, number: int, token: str) -> bool:
    """Return whether this is the key of the table. One query."""
    phones = TablePhone.objects.filter(party=party, number=number)
    series = phones.values_list("series", flat=True).first() or 0
    return constant_time_compare(table_token(party, number, series), token.lower())
