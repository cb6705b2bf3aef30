"""Limits how often a client may try a password, or guess the address of a public page.

1. One account allows a few tries from one address, and many more from all addresses together: an
   attacker at one address cannot lock the owner out.
2. One address allows more tries, because a whole hall may share it. This also stops a client that
   keeps changing names. All names of an account share one count.
3. A browser in which the account has signed in before has a count of its own and ignores the
   others: no stranger can keep an organiser away from their own party.
4. A try is counted before its password is hashed: parallel tries cannot pass the limit.
5. One password is hashed at a time, and few requests may wait: hashing takes a core and 100 MB.
"""

import ipaddress
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import F
from django.utils.crypto import salted_hmac

from party.models import SignInTries, User
from party.process_state import PROCESS
from party.rosters import casefolded_name
from party.services.write import wait_turn, write
from party.values.refusals import Fault, Refused

MOST_OF_ACCOUNT_FROM_ADDRESS = 10
MOST_OF_ACCOUNT_IN_BROWSER = 10
MOST_FROM_ADDRESS = 60
MOST_OF_ACCOUNT = 100
MOST_MAILS_OF_ACCOUNT = 3
MOST_MAILS_FROM_ADDRESS = 20
MOST_GUESSES = 100
QUARTER = timedelta(minutes=15)
TOO_MANY = "That was too many tries. Wait 15 minutes, or use a one-time link."
TOO_MANY_MAILS = "That was too many links. Look for the last one, or wait 15 minutes."
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


def hashing_turn(field: str = "") -> AbstractContextManager[None]:
    """Raises Refused for the form's `field` if too many requests wait already."""
    return wait_turn(PROCESS.hashing_lock, PROCESS.hashing_queue, Refused(Fault(BUSY, field)))


def permit_guess(address: str, at: datetime) -> bool:
    """Count a wrong code or key; return whether to answer it with the usual "not found".

    A right code is never counted or refused, because a whole hall may share the guesser's address.
    Beyond the limit, wrong codes write nothing and appear in the server's log as 429.
    """
    return permit_try({_hashed_key("guess", _network(address)): MOST_GUESSES}, at)


def permit_try(limits: dict[str, int], at: datetime) -> bool:
    """Count the try, and return True; if a limit is reached already, return False."""
    # Workers' clocks may differ: a clock set back by hours must not lock anybody out for hours.
    # A try exactly a quarter of an hour ago no longer counts.
    window = (at - QUARTER + timedelta.resolution, at + QUARTER)
    rows = SignInTries.objects.filter(key__in=limits, since__range=window)
    if any(tries >= limits[key] for key, tries in rows.values_list("key", "tries")):
        return False
    with write(), connection.cursor() as cursor:
        SignInTries.objects.exclude(since__range=window).delete()
        adapt = connection.ops.adapt_datetimefield_value
        since, first, last = adapt(at), adapt(window[0]), adapt(window[1])
        permitted = True
        for key in sorted(limits):  # one lock order, so that two workers never deadlock
            cursor.execute(COUNT, [key, since, first, last, first, last])
            permitted &= cursor.fetchone()[0] <= limits[key]
        return permitted


def forget_try(limits: dict[str, int]) -> None:
    """Undo the try of a right password: delete the first count, lower the others by 1."""
    first_key = next(iter(limits))
    with write():
        for key in sorted(limits):  # the lock order of permit_try
            row = SignInTries.objects.filter(key=key)
            if key == first_key:
                row.delete()
            else:
                row.filter(tries__gt=0).update(tries=F("tries") - 1)


def password_limits(
    user: User | None, name: str, address: str, browser: str = ""
) -> dict[str, int]:
    """Return, for each key, how many tries are allowed.

    `browser` is the id of a browser in which this user has signed in before.
    """
    account, address = _account_key(user, name), _network(address)
    if user and browser:
        return {_hashed_key("browser", account, browser): MOST_OF_ACCOUNT_IN_BROWSER}
    return {
        _hashed_key("both", account, address): MOST_OF_ACCOUNT_FROM_ADDRESS,
        _hashed_key("account", account): MOST_OF_ACCOUNT,
        _hashed_key("address", address): MOST_FROM_ADDRESS,
    }


def mail_limits(user: User | None, email: str, address: str) -> dict[str, int]:
    return {
        _hashed_key("mails", _account_key(user, email)): MOST_MAILS_OF_ACCOUNT,
        _hashed_key("mails from", _network(address)): MOST_MAILS_FROM_ADDRESS,
    }


def _account_key(user: User | None, typed: str) -> str:
    return f"user {user.pk}" if user else f"name {casefolded_name(typed)}"


def _network(address: str) -> str:
    """Return the /64 network of an IPv6 address, because one customer controls all of it."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if ip.version == 4:
        return address
    return str(ipaddress.ip_network((ip, 64), strict=False))


def _hashed_key(*parts: str) -> str:
    """Hash with the secret key: without it, nobody can compare the hash with a list of names."""
    return salted_hmac("sign-in tries", "\n".join(parts), algorithm="sha256").hexdigest()
