"""Addresses: their letters, which of this laptop's a phone can open, and what must not be told."""

import ipaddress
import re

GONE = "This address is not in use any more. Ask the host for the one on the tent."
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # typed from paper: none is mistaken for another
TOKENS = re.compile(r"(/t/[^/\s]+/\d+/|/in/|/join/)[^/\s?\"']+")


def is_seen_by_phones(host: str) -> bool:
    """Tell numbers of a network from names: phones know few names, and nobody types IPv6."""
    try:
        number = ipaddress.IPv4Address(host)
    except ValueError:
        return False
    return not (number.is_loopback or number.is_link_local or number.is_unspecified)


def without_tokens(text: str) -> str:
    """Return a text with the addresses in it, but without what opens a page by itself."""
    return TOKENS.sub(r"\1…", text)
