"""The checks of the browser tests find planted faults."""

import pytest

from tests.browser.page_checks import page_faults

GOOD = "<!doctype html><html lang=en><title>Tonight</title><main><h1>Tonight</h1></main></html>"


def test_a_faultless_page_passes(page, assert_accessible):
    page.set_content(GOOD)
    assert_accessible()


def test_a_button_without_words_is_found(page, assert_accessible):
    page.set_content(GOOD.replace("</h1>", "</h1><button></button>"))
    with pytest.raises(AssertionError, match="button-name"):
        assert_accessible()


def test_a_small_target_is_found(page, assert_accessible):
    small = "<button style='width:9px;height:9px;padding:0;margin:0'>1</button>" * 3
    page.set_content(GOOD.replace("</h1>", f"</h1>{small}"))
    with pytest.raises(AssertionError, match="target-size"):
        assert_accessible()


def test_a_console_error_is_recorded(page, expected_errors, complaints):
    page.evaluate("console.error('the bell is broken')")
    assert complaints == ["the bell is broken"]
    expected_errors.append("the bell is broken")


@pytest.mark.parametrize(
    ("added", "fault"),
    [
        ("<p style='width:400px'>Too wide for a phone</p>", "sideways"),
        ("<p style='width:30rem'>Too wide with large letters</p>", "sideways"),
        ("<a href='/' style='outline:0'>Somewhere</a>", "shows no cursor"),
        ("<button tabindex=-1>For the mouse only</button>", "out of order"),
        ("<button disabled>Not now</button>", "takes no cursor"),
        ("<button class=btn-next>One</button><button class=btn-next>Two</button>", "two things"),
    ],
)
def test_a_page_that_is_hard_to_use_is_found(page, added, fault):
    page.set_content(GOOD)
    assert page_faults(page) == []
    page.set_content(GOOD.replace("</h1>", f"</h1>{added}"))
    assert any(text.startswith(fault) for text in page_faults(page))
