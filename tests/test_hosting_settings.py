import runpy
from pathlib import Path

import pytest

SETTINGS = Path(__file__).parents[1] / "party" / "settings.py"


@pytest.fixture
def hosted_settings(monkeypatch, tmp_path):
    def hosted_settings(**environment):
        monkeypatch.setenv("HEADTABLE_DATA", str(tmp_path))
        monkeypatch.setenv("HEADTABLE_HTTPS", "1")
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(SETTINGS))

    return hosted_settings


@pytest.mark.parametrize(
    ("asked", "subdomains", "preload"),
    [("", False, False), ("subdomains", True, False), ("subdomains preload", True, True)],
)
def test_hsts_covers_subdomains_only_if_the_setting_asks_for_it(
    hosted_settings, asked, subdomains, preload
):
    settings = hosted_settings(HEADTABLE_HSTS=asked)
    assert settings["SECURE_HSTS_SECONDS"] == 31_536_000
    assert settings["SECURE_HSTS_INCLUDE_SUBDOMAINS"] is subdomains
    assert settings["SECURE_HSTS_PRELOAD"] is preload
