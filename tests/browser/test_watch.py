"""The browser tests' own watch notices what it is there for."""

import pytest

GOOD = "<!doctype html><html lang=en><title>Tonight</title><main><h1>Tonight</h1></main></html>"


def test_page_in_order_passes(page, assert_accessible):
    page.set_content(GOOD)
    assert_accessible()


def test_button_without_words_is_noticed(page, assert_accessible):
    page.set_content(GOOD.replace("</h1>", "</h1><button></button>"))
    with pytest.raises(AssertionError, match="button-name"):
        assert_accessible()


def test_target_too_small_for_a_finger_is_noticed(page, assert_accessible):
    small = "<button style='width:9px;height:9px;padding:0;margin:0'>1</button>" * 3
    page.set_content(GOOD.replace("</h1>", f"</h1>{small}"))
    with pytest.raises(AssertionError, match="target-size"):
        assert_accessible()


def test_console_error_is_kept(page, expected_errors, complaints):
    page.evaluate("console.error('the bell is broken')")
    assert complaints == ["the bell is broken"]
    expected_errors.append("the bell is broken")
