"""Addresses: which of this laptop's names and numbers a phone in the hall can open."""

import ipaddress


def is_seen_by_phones(host: str) -> bool:
    """Tell numbers of a network from names: phones know few names, and nobody types IPv6."""
    try:
        number = ipaddress.IPv4Address(host)
    except ValueError:
        return False
    return not (number.is_loopback or number.is_link_local or number.is_unspecified)
