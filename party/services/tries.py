"""How often somebody may try a password.

Counted by name and address in the cache, so each worker counts for itself: enough against
guessing by machine, without a table that grows with every stranger's knock.
"""

import hashlib

from django.core.cache import cache

MOST = 10
SECONDS = 15 * 60
TOO_MANY = "That was too many tries. Wait 15 minutes, or use a one-time link."


def too_many_tries(name: str, address: str) -> bool:
    return bool(cache.get(_key(name, address), 0) >= MOST)


def count_try(name: str, address: str) -> None:
    """Note a wrong password; the first one begins the quarter of an hour."""
    key = _key(name, address)
    if not cache.add(key, 1, SECONDS):
        cache.incr(key)


def forget_tries(name: str, address: str) -> None:
    cache.delete(_key(name, address))


def _key(name: str, address: str) -> str:
    told = f"{name.strip().casefold()}\n{address}"
    return f"tries-{hashlib.sha256(told.encode()).hexdigest()}"
