"""The organiser's page about the phones of the tables."""

from dataclasses import dataclass
from datetime import datetime

from party.values.numbers import counted


@dataclass(frozen=True, slots=True)
class TableAddress:
    """Where the phone of one table is, and when it was heard from last."""

    number: int
    path: str
    key: str
    seen_at: datetime | None = None
    called_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A table that calls the host, and since when."""

    number: int
    at: datetime


@dataclass(frozen=True, kw_only=True)
class PhonesPage:
    """What an organiser needs to know: which address phones open, and who has been heard from."""

    address: str  # that tents carry; "" while phones are off
    choices: tuple[str, ...]  # the addresses of this laptop that phones can open now
    tables: tuple[TableAddress, ...]
    test_path: str

    @property
    def has_moved(self) -> bool:
        """Whether the laptop has no longer the address that stands on the tents."""
        return bool(self.address) and self.address not in self.choices

    @property
    def heard_text(self) -> str:
        heard = sum(table.seen_at is not None for table in self.tables)
        return f"{heard} of {counted(len(self.tables), 'table')} heard from"


def silent_text(seen_at: datetime | None, now: datetime) -> str:
    """Say how long ago a phone was heard from: "now", "4 min ago"."""
    if seen_at is None:
        return "not heard from yet"
    minutes = int((now - seen_at).total_seconds() // 60)
    if minutes < 2:
        return "here now"
    if minutes < 120:
        return f"{minutes} min ago"
    return f"{minutes // 60} hours ago"


def short_address(address: str, path: str) -> str:
    """Return an address as one types it: without http://, which every phone adds."""
    return f"{address}{path}".removeprefix("http://").removesuffix("/")
