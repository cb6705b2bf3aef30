"""The time zone of a new club is that of the computer it is made on."""

from zoneinfo import ZoneInfo

from party.management.time_zone import local_time_zone
from party.services.accounts.users import is_time_zone


def test_zone_of_the_environment_comes_first(monkeypatch):
    monkeypatch.setenv("TZ", "America/Chicago")
    assert local_time_zone() == "America/Chicago"


def test_zone_without_any_hint_still_has_a_name(monkeypatch):
    monkeypatch.setenv("TZ", "no/such/zone")
    monkeypatch.setattr("party.management.time_zone.os.path.realpath", lambda _path: "")
    assert ZoneInfo(local_time_zone())


def test_zone_that_is_none_is_seen():
    assert is_time_zone("UTC")
    assert not any(is_time_zone(name) for name in ("", "Mars", "../etc"))
