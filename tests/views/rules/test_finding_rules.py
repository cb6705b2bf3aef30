"""The search for a rule; rules that it hides keep their values."""

import re

import pytest

from party.engine import PRESETS
from party.values.rules.sheets import AT_A_PARTY, SWITCHES
from tests.choosing import at, page, rules_now, send, typed
from tests.evening import party_with
from tests.reading import text_of

pytestmark = pytest.mark.django_db
EVERY = len(AT_A_PARTY) + len(SWITCHES)
SIXES = {"min_contract": "6", "no_six_played": "off", "six_bid_meaning": "real_contract"}


def fields(shown):
    return [field.name for part in shown.context["parts"] for field in part.fields]


def offered(shown):
    widget = shown.context["form"].fields["on"].widget
    return [key for _, group in widget.choices for key, _ in group]


def sent_by(shown):
    """Return what the page would send: every input and chosen option that it has, seen or not."""
    main = shown.content.decode().split('id="house-form"')[1].split("</form>")[0]
    found = {}
    for tag in re.findall(r"<input[^>]*>", main):
        told = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if told["type"] != "checkbox" or " checked" in tag:
            found.setdefault(told["name"], []).append(told.get("value", ""))
    for name, options in re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', main, re.DOTALL):
        found[name] = re.findall(r'<option value="([^"]*)" selected>', options)
    return found


def test_every_rule_is_counted_and_folded_until_one_is_asked_for(client, party):
    shown = page(client, party)
    assert f"{EVERY} rules." in text_of(shown)
    assert "Show every rule" not in text_of(shown)
    assert len(fields(shown)) + len(offered(shown)) == EVERY


@pytest.mark.parametrize("words", ["misere any", "MISÈRE ANY", "any  mis"])
def test_words_of_a_rule_find_it_without_accents_and_case(client, party, words):
    shown = page(client, party, find=words)
    assert "misere-any-time" in offered(shown)
    assert "misere_after" in fields(shown)
    assert "slam_rule" not in fields(shown)
    count = len(fields(shown)) + len(offered(shown))
    assert f"{count} of {EVERY} rules." in text_of(shown)
    assert text_of(shown).count('<details class="fold" open') == 1 + sum(
        bool(part.fields) for part in shown.context["parts"]
    )


def test_no_rule_fits(client, party):
    text = text_of(page(client, party, find="bridge"))
    assert "No rules match." in text
    assert "Show every rule" in text


def test_finding_keeps_what_was_changed_and_not_saved(client, party):
    shown = send(client, party, slam_rule="none", find="kitty", look="find", name="Legion")
    assert "slam_rule" not in fields(shown)
    assert rules_now() == PRESETS["midway"]

    sent = sent_by(shown)
    assert sent["slam_rule"] == ["none"]
    assert set(sent["on"]) == set(shown.context["form"]["on"].value())
    every = client.post(at(party), sent | {"look": "every"})
    assert len(fields(every)) == len(AT_A_PARTY)
    assert every.context["find"]["find"].value() in (None, "")

    client.post(at(party), sent)
    assert rules_now() == PRESETS["midway"].replace(slam_rule="none")
    assert rules_now().name == "Legion"


def test_only_what_differs(client, party):
    shown = send(client, party, slam_rule="none", on=["no-tens"], only="on", look="find")
    assert {"slam_rule", "defenders_score"} <= set(fields(shown))
    assert set(fields(shown)) == {each.name for each in differing(shown)}
    assert "no-tens" in offered(shown)
    assert len(offered(shown)) == len(shown.context["form"].changed_switches)


def differing(shown):
    form = shown.context["form"]
    preset = PRESETS["midway"]
    return [
        form[name] for name in AT_A_PARTY if str(form[name].value()) != str(getattr(preset, name))
    ]


def test_fields_with_errors_are_shown_in_every_search(client, party):
    shown = send(client, party, slam_and_bonus_stack="yes", find="kitty", look="find")
    assert "slam_and_bonus_stack" in fields(shown)
    assert sent_by(shown)["slam_and_bonus_stack"] == ["yes"]

    on = ["no-tens", "tens-only-if-set"]
    shown = send(client, party, on=on, find="kitty", look="find")
    assert set(on) <= set(offered(shown))


def test_invalid_search_shows_every_rule(client, party):
    shown = page(client, party, find="x" * 61)
    assert len(fields(shown)) == len(AT_A_PARTY)
    assert "At most 60 letters" in text_of(shown) or "at most 60 letters" in text_of(shown)


def test_pad_and_movement_are_shown_at_once(client, party):
    text = text_of(send(client, party, misere_allowed="yes", **SIXES, look="yes"))
    assert "What there is to circle" in text
    assert "<li>6</li>" in text
    assert "<li>Nullo</li>" in text
    assert "Lower pair: stand, go to the next higher number. From table 2 go to table 1." in text
    assert "Written for 2 tables." in text
    assert rules_now() == PRESETS["midway"]


def test_pad_of_iowa_has_no_box_for_a_hand_that_nobody_bids(client, ruth):
    party = party_with(0, preset="iowa", by=ruth)
    text = text_of(page(client, party))
    assert "No box: the dealer must bid" in text
    assert "a table may play fewer or more" in text
    assert "Winners at tables 2 to 6: stand, go up one table" in text
    assert "Written for 6 tables." in text


def test_form_sends_the_same_whatever_is_shown(client, party):
    form = page(client, party).context["form"]
    whole = {name: value for name, value in typed(form).items() if name in AT_A_PARTY}
    found = sent_by(page(client, party, find="kitty"))
    assert {name: [str(value)] for name, value in whole.items()} == {
        name: found[name] for name in whole
    }
