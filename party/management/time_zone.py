import os
import time

from party.services.accounts.users import is_time_zone


def local_time_zone() -> str:
    """Return the name of this computer's zone, or a fixed offset such as Etc/GMT+6."""
    link = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", ""), link):
        if is_time_zone(name):
            return name
    # Windows has its own names of zones, so use the offset of tonight. Etc zones reverse its sign.
    hours = round(time.localtime().tm_gmtoff / 3600)
    return f"Etc/GMT{-hours:+d}" if hours else "UTC"
