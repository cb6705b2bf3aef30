"""How often somebody may try a password.

The tries are counted in the cache, so each worker has its own count: that is enough against
guessing by machine, and needs no table. A name may be tried a few times from one address, and many
more times from all addresses together: an attacker at one address cannot lock the owner out, and
an attacker with many addresses is stopped too.
"""

import hashlib
from contextlib import suppress

from django.core.cache import cache

MOST = 10
MOST_FROM_EVERYWHERE = 100
SECONDS = 15 * 60
TOO_MANY = "That was too many tries. Wait 15 minutes, or use a one-time link."
EVERYWHERE = ""


def has_too_many_tries(name: str, address: str) -> bool:
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
    text = f"{name.strip().casefold()}\n{address}"
    return f"tries-{hashlib.sha256(text.encode()).hexdigest()}"
