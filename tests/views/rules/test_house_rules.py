import re

import pytest
from django.urls import reverse

from party.engine import PRESETS, TOGGLES
from party.forms.rules.house_rules import RuleSearch
from party.models import Entry, LogLine, Party
from party.services.evening import rounds
from party.services.rules import LOOK_FIRST
from party.values.rules.sheets import AT_A_PARTY
from tests.choosing import page, send, stored_rules, typed, url_of
from tests.clashing import CLASHING
from tests.evening import (
    BY_PROGRAM,
    draw,
    enter,
    play_rounds,
    start,
    started_party,
)
from tests.reading import printed_text, queries_of, text_of

pytestmark = pytest.mark.django_db


def test_house_rules_are_saved(client, party):
    text = text_of(page(client, party))
    assert "Your own house rules" in text
    assert "What each bid counts" in text
    assert "No change from St Paul Midway." in text

    text = text_of(send(client, party, slam_rule="none"))
    assert "The rules are saved: House rules." in text
    assert stored_rules() == PRESETS["midway"].replace(slam_rule="none")
    assert stored_rules().where == "under these rules"
    assert "Rules changed to House rules" in LogLine.objects.get().words


def test_the_page_has_exactly_the_rules_of_a_party(client, party):
    form = page(client, party).context["form"]
    shown = [field.name for part in form.sections(RuleSearch()) for field in part.fields]
    assert sorted(shown) == sorted(AT_A_PARTY)
    numbers = {TOGGLES[name].number for name in shown}
    assert numbers.isdisjoint({"", "T65", *(f"T{number}" for number in range(73, 94))})
    assert {"T1", "T13", "T66", "T69"} <= numbers
    assert next(part.title for part in form.sections(RuleSearch())) == "Scoring"
    assert '<details class="fold" open' not in text_of(page(client, party))


def test_house_rules_can_begin_with_another_game(client, party):
    text = text_of(page(client, party, preset="youngstown"))
    assert "No change from Youngstown." in text
    send(client, party, begin="youngstown", misere_word="Nullo", min_contract="6")
    party = Party.objects.get()
    assert party.preset == "youngstown"
    assert party.rules == PRESETS["youngstown"].replace(min_contract=6)
    assert "1 rule changed from Youngstown" in text_of(page(client, party, preset="poker"))


def test_a_preview_saves_nothing(client, party):
    response = send(client, party, slam_rule="100_under_ten", misere_allowed="yes", look="yes")
    text = text_of(response)
    assert "2 rules changed from St Paul Midway. Nothing is saved yet." in text
    assert "St Paul Midway: at least 250." in text
    assert '<th scope="row">Misère</th>' in text
    assert "100 more than the bid" in text
    assert [part.differing for part in response.context["form"].sections(RuleSearch())][:3] == [
        1,
        0,
        1,
    ]
    assert stored_rules() == PRESETS["midway"]


def test_house_rules_may_have_a_name_of_their_own(client, party):
    send(client, party, slam_rule="none", name="Legion rules")
    assert stored_rules().name == "Legion rules"
    send(client, party, slam_rule="250_minimum", name="House rules")
    assert stored_rules().name == "St Paul Midway"
    assert stored_rules().where == PRESETS["midway"].where


def test_conflicting_switches_are_refused_and_stay_chosen(client, party):
    played = page(client, party).context["form"]["on"].value()
    on = [*played, "no-tens", "tens-only-if-set"]
    response = send(client, party, on=on, slam_rule="none")
    form = response.context["form"]
    assert form.errors["on"] == [
        "“No tens” and “Tens only when the bid fails” cannot both be played: choose one of them."
    ]
    assert form["on"].value() == on
    assert form["slam_rule"].value() == "none"
    assert stored_rules() == PRESETS["midway"]


def test_one_switch_replaces_its_opposite_and_a_switch_turned_off_resets_its_fields(client, party):
    send(client, party, on=[*page(client, party).context["form"]["on"].value(), "no-tens"])
    with_no_tens = page(client, party).context["form"]["on"].value()
    on = [*with_no_tens, "tens-only-if-set"]
    assert "cannot both be played" in send(client, party, on=on).context["form"].errors["on"][0]
    shown = send(client, party, on=on, look="yes", switching="yes").context["form"]["on"].value()
    assert set(on) - set(shown) == {"no-tens"}
    send(client, party, on=[each for each in with_no_tens if each != "no-tens"])
    assert stored_rules() == PRESETS["midway"]


def test_a_switch_with_a_fault_has_the_fault_beside_the_switches(client, party):
    fields = {"stop_when_misere_fails": "stop", "misere_defenders_score": "0"}
    form = send(client, party, **fields, on=["ralphing"], look="yes").context["form"]
    assert [*form.errors] == ["on"]
    assert form["stop_when_misere_fails"].value() == "stop"


def test_an_impossible_combination_has_an_error_beside_its_field(client, party):
    response = send(client, party, slam_rule="none", slam_and_bonus_stack="yes", jokers="2")
    errors = response.context["form"].errors
    assert errors["slam_and_bonus_stack"] == [
        "Only the extra 100 for all ten tricks can come on top of 250: choose that rule as well."
    ]
    assert "No pack of 45 cards has this number of jokers (2)" in errors["jokers"][0]
    text = text_of(response)
    assert "These rules don’t fit together" in text
    assert '<details class="fold" open' in text
    assert "autofocus" in re.search(r'<[^>]*id="id_jokers"[^>]*>', text)[0]
    assert '<option value="none" selected>' in text
    assert stored_rules() == PRESETS["midway"]


def test_only_conflicts_of_other_games_have_no_field_on_the_page(client, party):
    offered = page(client, party).context["form"].fields
    assert {place for _, _, _, place, _ in CLASHING} - offered.keys() == {
        "two_hand_form",
        "second_pack_sixes",
        "six_pack_thirteens",
        "defenders_cap",
        "walker_bust",
    }


@pytest.mark.parametrize("value", TOGGLES["ace_no_face"].values)
def test_each_rule_for_a_hand_with_an_ace_and_no_face_fits_four_players(client, party, value):
    assert not send(client, party, ace_no_face=value, look="yes").context["form"].errors


@pytest.mark.parametrize("field", ["slam_rule", "preset", "on"])
def test_a_value_that_was_not_offered_is_refused(client, party, field):
    response = send(client, party, **{field: "nonsense"})
    assert response.context["form"].errors[field]
    assert stored_rules() == PRESETS["midway"]


def test_saving_after_the_draw_warns_about_printed_papers(client, party):
    draw(party)
    assert "Slips, cards and tents that are printed show the old bids." in text_of(
        send(client, party, misere_allowed="yes")
    )


def test_the_rules_of_a_finished_party_cannot_be_changed(client, party):
    play_rounds(party, 1)
    form = page(client, party).context["form"]
    rounds.finish(party.pk, **BY_PROGRAM)
    assert "is finished, so its rules stay" in text_of(page(client, party))
    response = client.post(url_of(party), typed(form, slam_rule="none"))
    assert "is finished, so its rules stay" in text_of(response)
    assert stored_rules() == PRESETS["midway"]


def test_a_hand_entered_while_the_page_is_open_locks_the_rules(client, party, monkeypatch):
    start(party)
    enter(party, "7sn10")
    monkeypatch.setattr("party.views.rules.house_rules.count_entries", lambda party: 0)
    response = send(client, party, slam_rule="none")
    assert response.context["form"].non_field_errors() == [LOOK_FIRST]
    assert response.context["form"]["slam_rule"].value() == "none"
    assert stored_rules() == PRESETS["midway"]


def test_rules_of_a_party_list_its_changes_and_omit_the_end_of_the_game(client, party):
    send(client, party, slam_rule="none")
    text = text_of(client.get(url_of(party, "party_rules")))
    assert "Changes from St Paul Midway" in text
    assert "In short" in text
    assert "The end of the game" not in text
    assert "The end of the game" in text_of(client.get("/rules/midway/"))


def test_a_new_party_copies_the_house_rules(client, party):
    send(client, party, slam_rule="none", name="Legion rules")
    form = client.get(reverse("party_new")).context["form"]
    assert ("own", "Legion rules, made from St Paul Midway") in form.fields["preset"].choices[0][1]
    assert form["preset"].value() == "own"

    client.post(reverse("party_new"), typed(form, name="Next party"))
    client.post(reverse("party_new"), typed(form, name="Plain party", preset="midway"))
    client.post(reverse("party_new"), typed(form, name="Iowa party", preset="iowa"))
    made = {party.name: party for party in Party.objects.all()}
    assert made["Next party"].rules.name == "Legion rules"
    assert made["Next party"].preset == "midway"
    assert made["Plain party"].rules == PRESETS["midway"]
    assert made["Iowa party"].rules == PRESETS["iowa"]


def test_saving_the_plan_keeps_house_rules_unless_a_game_is_chosen(client, party):
    send(client, party, slam_rule="none")
    address = reverse("party_settings", args=[party.pk])
    form = client.get(address).context["form"]
    client.post(address, typed(form, place="Legion hall"))
    assert (Party.objects.get().place, stored_rules().slam_rule) == ("Legion hall", "none")
    client.post(address, typed(form, preset="midway"))
    assert stored_rules() == PRESETS["midway"]


def test_entry_pad_and_slip_follow_the_house_rules(client, party):
    send(client, party, on=["grand-slam", "j5"], misere_allowed="yes", misere_word="Nullo")
    start(Party.objects.get())
    pad = text_of(client.get(reverse("entry", args=[party.pk, 1]) + "?form=circle"))
    assert "Nullo" in pad
    assert "J5" in pad
    assert "Slam announced" in pad
    enter(Party.objects.get(), "mn0")
    assert Entry.objects.get().ns == 250
    for kit in ("slips", "tents", "rules"):
        assert "Nullo" in printed_text(client, party, kit), kit
    slips = printed_text(client, party, "slips")
    assert "slam announced" in slips
    assert "J5" in slips


def test_a_recount_of_more_tables_needs_no_more_queries(client, ruth):
    counts = set()
    for players in (4, 40):
        party = started_party(players, by=ruth, name=f"{players} people")
        for table in range(1, players // 4 + 1):
            enter(party, "7sn10 7sn10", table)
        sent = typed(page(client, party).context["form"], slam_rule="none")
        counts.add(queries_of(client.post, url_of(party), sent))
    assert len(counts) == 1
