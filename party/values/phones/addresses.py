import ipaddress
import re

NO_ADDRESS = "Choose the address that phones can open."
GONE = "This address is no longer in use. Ask the host for the one on the tent."
ADDRESS_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no two look alike on paper
TOKENS_IN_PATHS = re.compile(r"(/t/[^/\s]+/\d+/|/in/|/join/)[^/\s?\"']+")


def is_open_to_phones(host: str) -> bool:
    """Return whether phones can open this host: an IPv4 address, not a name."""
    try:
        number = ipaddress.IPv4Address(host)
    except ValueError:
        return False
    return not (number.is_loopback or number.is_link_local or number.is_unspecified)


def without_tokens(text: str) -> str:
    return TOKENS_IN_PATHS.sub(r"\1…", text)


def short_address(address: str, path: str) -> str:
    """Every phone adds http:// by itself."""
    return f"{address}{path}".removeprefix("http://").removesuffix("/")
