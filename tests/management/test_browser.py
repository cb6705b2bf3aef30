import webbrowser
from io import StringIO

import pytest
from django.core.management import call_command

from party.management import browser
from party.management.browser import is_at_this_laptop, open_later
from party.management.commands import start


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.platform", "linux")


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({}, False),
        ({"DISPLAY": ":0", "CI": "true"}, False),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "10.0.0.2 50022 10.0.0.1 22"}, False),
        ({"DISPLAY": ":0", "SSH_TTY": "/dev/pts/1"}, False),
    ],
)
def test_the_browser_opens_only_from_a_terminal_on_a_laptop_with_a_screen(environment, expected):
    assert is_at_this_laptop(environment) is expected


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_a_laptop_with_windows_or_macos_always_has_a_screen(monkeypatch, platform):
    monkeypatch.setattr("sys.platform", platform)
    assert is_at_this_laptop({})


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_a_start_without_a_terminal_opens_no_browser(monkeypatch, stream):
    monkeypatch.setattr(f"sys.{stream}.isatty", lambda: False)
    assert not is_at_this_laptop({"DISPLAY": ":0"})


def test_the_browser_opens_the_link_in_a_thread(monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(browser.Thread, "start", browser.Thread.run)
    open_later("http://localhost:8000/in/abc/")
    assert opened == ["http://localhost:8000/in/abc/"]


def test_a_missing_browser_is_no_error(monkeypatch):
    attempts = []

    def fail(address):
        attempts.append(address)
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "open", fail)
    monkeypatch.setattr(browser.Thread, "start", browser.Thread.run)
    open_later("http://localhost:8000/in/abc/")
    assert attempts == ["http://localhost:8000/in/abc/"]


@pytest.mark.parametrize(("options", "opened"), [([], 1), (["--no-browser"], 0)])
def test_start_opens_the_sign_in_link_unless_no_browser_is_given(
    monkeypatch, settings, tmp_path, options, opened
):
    settings.DATA_DIR, settings.ALLOWED_HOSTS = tmp_path, []
    addresses = []
    monkeypatch.setattr(start, "prepare_database", lambda _folder, *, sample: f"/in/{sample}/")
    monkeypatch.setattr(start, "run_server", lambda _listener: None)
    monkeypatch.setattr(start, "is_at_this_laptop", lambda _environment: True)
    monkeypatch.setattr(start, "open_later", addresses.append)
    call_command("start", "--host", "127.0.0.1", "--port", "0", *options, stdout=StringIO())
    assert len(addresses) == opened
    assert all(address.endswith("/in/True/") for address in addresses)
