import re

import pytest

from party.engine import PRESETS, TOGGLES
from party.forms.rules.house_rules import RuleSearch
from party.values.rules.sheets import AT_A_PARTY
from tests.choosing import page, send, stored_rules
from tests.clashing import CLASHING
from tests.reading import text_of
from tests.sampling import one_in

pytestmark = pytest.mark.django_db


def can_be_chosen(changes):
    """Return whether the page offers these fields, which are those of a party."""
    return changes.keys() <= AT_A_PARTY.keys()


def at_four(preset):
    return PRESETS[preset].players == 4


REACHED = [each for each in CLASHING if can_be_chosen(each[1]) and at_four(each[0])]
SMALL_PACK = ("australian", {"pack": 33}, "T1", "pack", "33 cards are not enough: 4 players need")


@pytest.mark.parametrize(
    ("preset", "changes", "rule", "place", "reason"), one_in(9, [*REACHED, SMALL_PACK])
)
def test_impossible_combination_is_refused_beside_its_field(
    client, party, preset, changes, rule, place, reason
):
    kept = stored_rules()
    sent = {name: str(value) for name, value in changes.items()}
    response = send(client, party, begin=preset, name="Our rules", **sent)
    form = response.context["form"]

    assert any(reason in error for error in form.errors[place])
    assert {name: form[name].value() for name in sent} == sent
    assert form["name"].value() == "Our rules"
    assert [part.has_errors for part in form.sections(RuleSearch())].count(True) == 1
    text = text_of(response)
    field = re.search(rf'<[^>]*id="id_{place}"[^>]*>', text)
    assert "autofocus" in field[0]  # the cursor is there
    assert '<details class="fold" open' in text
    assert stored_rules() == kept


def test_other_impossible_combinations_cannot_be_chosen_at_a_party(client, party):
    offered = page(client, party).context["form"].fields
    others = [(place, changes) for _, changes, _, place, _ in CLASHING if place not in offered]
    hidden = {place for place, _ in others}

    assert hidden == {
        "two_hand_form",
        "second_pack_sixes",
        "six_pack_thirteens",
        "defenders_cap",
        "walker_bust",
    }
    reached = {(rule, place) for _, _, rule, place, _ in [*REACHED, SMALL_PACK]}
    all_ = {(rule, place) for _, _, rule, place, _ in CLASHING}
    # `ace_no_face` can clash only where nobody has exactly one partner.
    assert {place for _, place in all_ - reached} - hidden == {"ace_no_face"}


@pytest.mark.parametrize("value", TOGGLES["ace_no_face"].values)
def test_four_players_have_one_partner_each(client, party, value):
    assert not send(client, party, ace_no_face=value, look="yes").context["form"].errors
