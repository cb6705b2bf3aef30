"""The time zone of this computer."""

import os
import time

from party.services.accounts.users import is_time_zone


def local_time_zone() -> str:
    """Return the zone of this computer's clock, or a fixed offset from UTC."""
    link = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", ""), link):
        if is_time_zone(name):
            return name
    # Windows has its own names. An offset without summer time is right for tonight at least;
    # the signs of the Etc zones are reversed.
    hours = round(time.localtime().tm_gmtoff / 3600)
    return f"Etc/GMT{-hours:+d}" if hours else "UTC"
