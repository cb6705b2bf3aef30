from zoneinfo import ZoneInfo

from party.management.time_zone import local_time_zone
from party.services.accounts.users import is_time_zone


def test_the_time_zone_of_the_environment_is_used_first(monkeypatch):
    monkeypatch.setenv("TZ", "America/Chicago")
    assert local_time_zone() == "America/Chicago"


def test_if_no_time_zone_is_known_the_offset_from_utc_is_used(monkeypatch):
    monkeypatch.setenv("TZ", "no/such/zone")
    monkeypatch.setattr("party.management.time_zone.os.path.realpath", lambda _path: "")
    assert ZoneInfo(local_time_zone())


def test_an_unknown_time_zone_is_ignored():
    assert is_time_zone("UTC")
    assert not any(is_time_zone(name) for name in ("", "Mars", "../etc"))
