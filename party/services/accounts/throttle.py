"""How often somebody may try a password, or guess the address of a public page.

The tries are counted in the database, so that all workers share one count. A name at a club may be
tried a few times from one address, and many more times from all together: an attacker at one
address cannot lock the owner out, and an attacker with many addresses is stopped too. Whoever
tries ever new names is stopped by the address; a whole hall may stand behind one.

A try is counted before the password is hashed: of many at one moment none slips past the limit.
Passwords are hashed one at a time, since each takes a core and 100 MB, and few may wait for it:
else those who guess would have all threads, and nobody else would get an answer.
"""

import hashlib
import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import BoundedSemaphore, Lock

from django.db import connection
from django.db.models import F

from party.models import SignInTries
from party.services.write import write

MOST = 10
MOST_FROM_ADDRESS = 60
MOST_FROM_EVERYWHERE = 100
MOST_GUESSES = 100
QUARTER = timedelta(minutes=15)
TOO_MANY = "That was too many tries. Wait 15 minutes, or use a one-time link."
BUSY = "Many people sign in at this moment. Press the button again in a few seconds."

# Two workers that count one try at the same moment count one after the other.
COUNT = """
INSERT INTO party_signintries (key, tries, since) VALUES (%s, 1, %s)
ON CONFLICT (key) DO UPDATE SET
    tries = CASE WHEN party_signintries.since BETWEEN %s AND %s THEN party_signintries.tries + 1
        ELSE 1 END,
    since = CASE WHEN party_signintries.since BETWEEN %s AND %s THEN party_signintries.since
        ELSE excluded.since END
RETURNING tries
"""

_one_at_a_time = Lock()
_waiting = BoundedSemaphore(3)


class BusyError(Exception):
    """So many passwords wait to be hashed that one more would keep others from their answers."""


@contextmanager
def turn_to_hash() -> Iterator[None]:
    """Wait for the turn to hash a password. Raises BusyError where too many wait already."""
    if not _waiting.acquire(blocking=False):
        raise BusyError
    try:
        with _one_at_a_time:
            yield
    finally:
        _waiting.release()


def may_try(name: str, address: str, at: datetime, club: str = "") -> bool:
    """Count a try, and return whether it may be made. One that is refused writes nothing."""
    return _may(_limits(name, address, club), at)


def may_guess(address: str, at: datetime) -> bool:
    """Count a code or a key that opened nothing, and return whether it may be answered as such.

    It hides no code: what opens a page is never counted and never refused, since a whole hall may
    stand behind one address, and among its phones one that guesses. The length of code and key is
    the protection. Of a flood of wrong ones those after the limit write nothing, and the log shows
    them as 429.
    """
    return _may({_key("guess", _network(address)): MOST_GUESSES}, at)


def _may(limits: dict[str, int], at: datetime) -> bool:
    # Workers' clocks may differ; one that was set back by hours must not keep anybody out for as
    # long. A try exactly a quarter of an hour ago no longer counts.
    still = (at - QUARTER + timedelta.resolution, at + QUARTER)
    rows = SignInTries.objects.filter(key__in=limits, since__range=still)
    if any(tries >= limits[key] for key, tries in rows.values_list("key", "tries")):
        return False
    with write(), connection.cursor() as cursor:
        SignInTries.objects.exclude(since__range=still).delete()
        now, *span = map(connection.ops.adapt_datetimefield_value, (at, *still))
        may = True
        for key in sorted(limits):  # always in this order: two workers never wait for each other
            cursor.execute(COUNT, [key, now, *span, *span])
            may &= cursor.fetchone()[0] <= limits[key]
        return may


def forget_tries(name: str, address: str, club: str = "") -> None:
    """Take back the count of a try that was right, and of those by this name from here."""
    limits = _limits(name, address, club)
    own = next(iter(limits))
    with write():
        for key in sorted(limits):  # as they are counted
            row = SignInTries.objects.filter(key=key)
            if key == own:
                row.delete()
            else:
                row.filter(tries__gt=0).update(tries=F("tries") - 1)


def _limits(name: str, address: str, club: str) -> dict[str, int]:
    """Return how many tries each count may have: of both, of the name, and of the address.

    Each club may have somebody of that name; an e-mail address is one person's everywhere.
    """
    name, address = name.strip().casefold(), _network(address)
    club = "" if "@" in name else club.strip().casefold()
    return {
        _key("both", name, club, address): MOST,
        _key("name", name, club): MOST_FROM_EVERYWHERE,
        _key("address", address): MOST_FROM_ADDRESS,
    }


def _network(address: str) -> str:
    """Return whose address it is: who has one of IPv6 has all the others that begin so."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False))


def _key(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
