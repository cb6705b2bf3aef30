from zoneinfo import ZoneInfo

from party.management.time_zone import local_time_zone
from party.services.accounts.users import is_time_zone


def test_zone_of_the_environment_comes_first(monkeypatch):
    monkeypatch.setenv("TZ", "America/Chicago")
    assert local_time_zone() == "America/Chicago"


def test_without_a_zone_the_offset_is_used(monkeypatch):
    monkeypatch.setenv("TZ", "no/such/zone")
    monkeypatch.setattr("party.management.time_zone.os.path.realpath", lambda _path: "")
    assert ZoneInfo(local_time_zone())


def test_an_unknown_zone_is_ignored():
    assert is_time_zone("UTC")
    assert not any(is_time_zone(name) for name in ("", "Mars", "../etc"))
