import re

import pytest

from party.engine import PRESETS
from party.values.rules.sheets import AT_A_PARTY, SWITCHES
from tests.choosing import page, send, stored_rules, url_of
from tests.reading import text_of

pytestmark = pytest.mark.django_db
EVERY = len(AT_A_PARTY) + len(SWITCHES)
SIXES = {"min_contract": "6", "no_six_played": "off", "six_bid_meaning": "real_contract"}


def fields(shown):
    return [field.name for part in shown.context["parts"] for field in part.fields]


def shown_switches(shown):
    widget = shown.context["form"].fields["on"].widget
    return [key for _, group in widget.choices for key, _ in group]


def values_of_form(shown):
    """Return what the page would send: all inputs and chosen options, also hidden ones."""
    main = shown.content.decode().split('id="house-form"')[1].split("</form>")[0]
    values_by_name = {}
    for tag in re.findall(r"<input[^>]*>", main):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if attributes["type"] != "checkbox" or " checked" in tag:
            values_by_name.setdefault(attributes["name"], []).append(attributes.get("value", ""))
    for name, options in re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', main, re.DOTALL):
        values_by_name[name] = re.findall(r'<option value="([^"]*)" selected>', options)
    return values_by_name


def test_all_rules_are_counted_if_nothing_is_searched(client, party):
    response = page(client, party)
    assert f"{EVERY} rules." in text_of(response)
    assert "Show every rule" not in text_of(response)
    assert len(fields(response)) + len(shown_switches(response)) == EVERY


@pytest.mark.parametrize("words", ["misere any", "MISÈRE ANY", "any  mis"])
def test_a_search_finds_rules_whatever_the_accents_and_capitals(client, party, words):
    response = page(client, party, find=words)
    assert "misere-any-time" in shown_switches(response)
    assert "misere_after" in fields(response)
    assert "slam_rule" not in fields(response)
    count = len(fields(response)) + len(shown_switches(response))
    assert f"{count} of {EVERY} rules." in text_of(response)
    assert text_of(response).count('<details class="fold" open') == 1 + sum(
        bool(part.fields) for part in response.context["parts"]
    )


def test_a_search_without_a_match_says_so(client, party):
    text = text_of(page(client, party, find="bridge"))
    assert "No rules match." in text
    assert "Show every rule" in text


def test_a_search_keeps_unsaved_changes(client, party):
    response = send(client, party, slam_rule="none", find="kitty", look="find", name="Legion")
    assert "slam_rule" not in fields(response)
    assert stored_rules() == PRESETS["midway"]

    sent = values_of_form(response)
    assert sent["slam_rule"] == ["none"]
    assert set(sent["on"]) == set(response.context["form"]["on"].value())
    every = client.post(url_of(party), sent | {"look": "every"})
    assert len(fields(every)) == len(AT_A_PARTY)
    assert every.context["find"]["find"].value() in (None, "")

    client.post(url_of(party), sent)
    assert stored_rules() == PRESETS["midway"].replace(slam_rule="none")
    assert stored_rules().name == "Legion"


def test_changed_rules_can_be_listed_alone(client, party):
    response = send(client, party, slam_rule="none", on=["no-tens"], only="on", look="find")
    assert {"slam_rule", "defenders_score"} <= set(fields(response))
    assert set(fields(response)) == {each.name for each in changed_fields(response)}
    assert "no-tens" in shown_switches(response)
    assert len(shown_switches(response)) == len(response.context["form"].changed_switches)


def changed_fields(shown):
    form = shown.context["form"]
    preset = PRESETS["midway"]
    return [
        form[name] for name in AT_A_PARTY if str(form[name].value()) != str(getattr(preset, name))
    ]


def test_fields_with_errors_are_shown_in_every_search(client, party):
    shown = send(client, party, slam_and_bonus_stack="yes", find="kitty", look="find")
    assert "slam_and_bonus_stack" in fields(shown)
    assert values_of_form(shown)["slam_and_bonus_stack"] == ["yes"]

    on = ["no-tens", "tens-only-if-set"]
    shown = send(client, party, on=on, find="kitty", look="find")
    assert set(on) <= set(shown_switches(shown))


def test_invalid_search_shows_every_rule(client, party):
    response = page(client, party, find="x" * 61)
    assert len(fields(response)) == len(AT_A_PARTY)
    assert "at most 60 letters" in text_of(response)


def test_preview_shows_the_pad_and_the_movement(client, party):
    text = text_of(send(client, party, misere_allowed="yes", **SIXES, look="yes"))
    assert "What there is to circle" in text
    assert "<li>6</li>" in text
    assert "<li>Nullo</li>" in text
    assert "Lower pair: stand, go to the next higher number. From table 2 go to table 1." in text
    assert "Written for 2 tables." in text
    assert stored_rules() == PRESETS["midway"]
