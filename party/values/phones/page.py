"""A call for the host, and a table's address for typing."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class HostCall:
    """A table that called the host, and when."""

    number: int
    at: datetime


def short_address(address: str, path: str) -> str:
    """Return an address without http://, which every phone adds."""
    return f"{address}{path}".removeprefix("http://").removesuffix("/")
