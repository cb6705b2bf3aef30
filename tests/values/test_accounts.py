import pytest

from party.values.accounts import PROGRAM, browser_name


def test_the_program_as_an_actor_has_no_user_id():
    assert (PROGRAM.kind, PROGRAM.user_id, PROGRAM.label) == ("program", None, "Head Table")


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox on Linux",
        ),
        (
            "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537 (KHTML) Chrome/140 Mobile Safari/537",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit (KHTML) Chrome/140 Safari/537 Edg/140",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604",
            "Safari on iPhone",
        ),
        ("<b>curl</b>", "an unknown browser"),
    ],
)
def test_a_browser_is_named_after_its_user_agent_header(user_agent, name):
    assert browser_name(user_agent) == name
