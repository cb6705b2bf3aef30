"""Limits how often a client may try a password, or guess the address of a public page.

The counts are in the database, so all workers share them. One name at one club allows a few tries
from one address, and many more from all addresses together. So an attacker at one address cannot
lock the owner out, and an attacker with many addresses is stopped too. An attacker who keeps
changing names is stopped by the count of the address; that limit is higher, because a whole hall
may share one address.

A try is counted before its password is hashed, so that parallel tries cannot pass the limit. One
password is hashed at a time, because each takes a core and 100 MB, and only a few may wait:
otherwise an attacker could occupy every thread.
"""

import hashlib
import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import F

from party.models import SignInTries
from party.process_state import PROCESS
from party.services.write import write

MOST_OF_ONE_NAME_FROM_ADDRESS = 10
MOST_FROM_ADDRESS = 60
MOST_OF_ONE_NAME = 100
MOST_GUESSES = 100
QUARTER = timedelta(minutes=15)
TOO_MANY = "That was too many tries. Wait 15 minutes, or use a one-time link."
BUSY = "Many people sign in at this moment. Press the button again in a few seconds."

# ON CONFLICT makes two workers that count at the same moment count one after the other.
COUNT = """
INSERT INTO party_signintries (key, tries, since) VALUES (%s, 1, %s)
ON CONFLICT (key) DO UPDATE SET
    tries = CASE WHEN party_signintries.since BETWEEN %s AND %s THEN party_signintries.tries + 1
        ELSE 1 END,
    since = CASE WHEN party_signintries.since BETWEEN %s AND %s THEN party_signintries.since
        ELSE excluded.since END
RETURNING tries
"""


class BusyError(Exception):
    """Too many passwords are waiting to be hashed."""


@contextmanager
def hashing_turn() -> Iterator[None]:
    """Wait for the turn to hash a password. Raises BusyError if too many requests wait already."""
    if not PROCESS.hashing_queue.acquire(blocking=False):
        raise BusyError
    try:
        with PROCESS.hashing_lock:
            yield
    finally:
        PROCESS.hashing_queue.release()


def permit_try(name: str, address: str, at: datetime, club: str = "") -> bool:
    """Count a try and return whether it is permitted. A refused try writes nothing."""
    return _permit(_limits(name, address, club), at)


def permit_guess(address: str, at: datetime) -> bool:
    """Count a wrong code or key and return whether to answer it with the usual "not found".

    A right code is never counted or refused, because a whole hall may share one address with a
    guesser. The length of codes and keys is the protection. Beyond the limit, wrong codes write
    nothing and appear in the server's log as 429.
    """
    return _permit({_key("guess", _network(address)): MOST_GUESSES}, at)


def _permit(limits: dict[str, int], at: datetime) -> bool:
    # Workers' clocks may differ: a clock set back by hours must not lock anybody out for hours.
    # A try exactly a quarter of an hour ago no longer counts.
    window = (at - QUARTER + timedelta.resolution, at + QUARTER)
    rows = SignInTries.objects.filter(key__in=limits, since__range=window)
    if any(tries >= limits[key] for key, tries in rows.values_list("key", "tries")):
        return False
    with write(), connection.cursor() as cursor:
        SignInTries.objects.exclude(since__range=window).delete()
        since, *span = map(connection.ops.adapt_datetimefield_value, (at, *window))
        permitted = True
        for key in sorted(limits):  # one lock order, so that two workers never deadlock
            cursor.execute(COUNT, [key, since, *span, *span])
            permitted &= cursor.fetchone()[0] <= limits[key]
        return permitted


def forget_tries(name: str, address: str, club: str = "") -> None:
    limits = _limits(name, address, club)
    own = next(iter(limits))
    with write():
        for key in sorted(limits):  # the lock order of _permit
            row = SignInTries.objects.filter(key=key)
            if key == own:
                row.delete()
            else:
                row.filter(tries__gt=0).update(tries=F("tries") - 1)


def _limits(name: str, address: str, club: str) -> dict[str, int]:
    """Return the limit of each count: name and address together, name, address.

    Two clubs may each have a user of the same name; an e-mail address belongs to one person.
    """
    name, address = name.strip().casefold(), _network(address)
    club = "" if "@" in name else club.strip().casefold()
    return {
        _key("both", name, club, address): MOST_OF_ONE_NAME_FROM_ADDRESS,
        _key("name", name, club): MOST_OF_ONE_NAME,
        _key("address", address): MOST_FROM_ADDRESS,
    }


def _network(address: str) -> str:
    """Return the /64 network of an IPv6 address, since one customer controls all of it."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False))


def _key(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
