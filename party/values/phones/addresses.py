"""Addresses: their letters, those that a phone can open, and their secret parts."""

import ipaddress
import re

NO_ADDRESS = "Choose the address that phones can open."
GONE = "This address is not in use any more. Ask the host for the one on the tent."
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # typed from paper: no two look alike
TOKENS = re.compile(r"(/t/[^/\s]+/\d+/|/in/|/join/)[^/\s?\"']+")


def is_seen_by_phones(host: str) -> bool:
    """Return whether phones can open this host: an IPv4 address of the network, not a name."""
    try:
        number = ipaddress.IPv4Address(host)
    except ValueError:
        return False
    return not (number.is_loopback or number.is_link_local or number.is_unspecified)


def without_tokens(text: str) -> str:
    """Return the text with the tokens of its addresses replaced."""
    return TOKENS.sub(r"\1…", text)
