from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class HostCall:
    number: int
    at: datetime


def short_address(address: str, path: str) -> str:
    """Every phone adds http:// by itself."""
    return f"{address}{path}".removeprefix("http://").removesuffix("/")
