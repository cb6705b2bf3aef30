from pathlib import Path

import pytest

from party.values.hosting import idle_seconds, mail_settings, user_data_folder


@pytest.mark.parametrize(
    ("hours", "hosted", "seconds"),
    [("", False, 0), ("", True, 43_200), ("0.5", True, 1_800), ("2", False, 7_200)],
)
def test_idle_hours_are_converted_to_seconds(hours, hosted, seconds):
    assert idle_seconds(hours, hosted=hosted) == seconds


@pytest.mark.parametrize("hours", ["soon", "0", "-1", "nan", "inf", "12h", "337"])
def test_idle_hours_that_are_no_number_are_refused(hours):
    with pytest.raises(ValueError, match=f"HEADTABLE_IDLE_HOURS is “{hours}”"):
        idle_seconds(hours, hosted=True)


@pytest.mark.parametrize(
    ("url", "server", "encrypted"),
    [
        ("smtp://localhost?from=a@example.org", ("localhost", 587, "", ""), (False, False)),
        ("smtp://10.0.0.1:25?from=a@example.org", ("10.0.0.1", 25, "", ""), (False, True)),
        ("smtps://me%40x:p%2Fw@mx?from=a@example.org", ("mx", 465, "me@x", "p/w"), (True, False)),
    ],
)
def test_a_mail_url_gives_the_settings_of_the_mail_server(url, server, encrypted):
    mail = mail_settings(url)
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD")
    assert tuple(mail[f"EMAIL_{name}"] for name in names) == server
    assert (mail["EMAIL_USE_SSL"], mail["EMAIL_USE_TLS"]) == encrypted
    assert mail["DEFAULT_FROM_EMAIL"] == "a@example.org"


def test_without_a_mail_url_no_mail_setting_changes():
    assert mail_settings("") == {}


@pytest.mark.parametrize(
    "url",
    [
        "mail.example.org",
        "http://mx?from=a@b",
        "smtp://mx",
        "smtp://?from=a@b",
        "smtp://mx:x?from=a@b",
    ],
)
def test_a_wrong_mail_url_is_refused_with_an_example(url):
    with pytest.raises(ValueError, match=r"such as smtps://user:password@mail\.example\.org"):
        mail_settings(url)


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/Head Table"),
        ("win32", {}, "~/AppData/Local/Head Table"),
        ("darwin", {}, "~/Library/Application Support/Head Table"),
        ("linux", {}, "~/.local/share/head-table"),
        ("linux", {"XDG_DATA_HOME": "/share"}, "/share/head-table"),
        ("linux", {"XDG_DATA_HOME": "share"}, "~/.local/share/head-table"),
    ],
)
def test_an_installed_head_table_keeps_its_data_in_the_folder_of_the_user(
    platform, environment, folder
):
    assert user_data_folder(platform, environment) == Path(folder).expanduser()
