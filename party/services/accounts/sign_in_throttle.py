"""How often somebody may try a password.

Counted in the cache, so each worker counts for itself: enough against guessing by machine,
without a table that grows with every stranger's knock. A few tries a name from one address; and
many more a name from all addresses together, so that who guesses from one place cannot lock the
name's owner out, and who guesses from everywhere does not go on for ever.
"""

import hashlib
from contextlib import suppress

from django.core.cache import cache

MOST = 10
MOST_FROM_EVERYWHERE = 100
SECONDS = 15 * 60
TOO_MANY = "That was too many tries. Wait 15 minutes, or use a one-time link."
EVERYWHERE = ""


def too_many_tries(name: str, address: str) -> bool:
    limits = {address: MOST, EVERYWHERE: MOST_FROM_EVERYWHERE}
    return any(cache.get(_key(name, place), 0) >= most for place, most in limits.items())


def count_try(name: str, address: str) -> None:
    """Note a wrong password; the first one begins the quarter of an hour."""
    for place in {address, EVERYWHERE}:
        key = _key(name, place)
        if not cache.add(key, 1, SECONDS):
            # The quarter of an hour may end between the two calls.
            with suppress(ValueError):
                cache.incr(key)


def forget_tries(name: str, address: str) -> None:
    cache.delete(_key(name, address))


def _key(name: str, address: str) -> str:
    told = f"{name.strip().casefold()}\n{address}"
    return f"tries-{hashlib.sha256(told.encode()).hexdigest()}"
