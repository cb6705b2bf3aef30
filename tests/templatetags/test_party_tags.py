import re

import pytest
from django import forms
from django.template import Context, Template
from django.test import RequestFactory

from party.engine import PRESETS, RuleError, biddable
from party.templatetags import party_tags
from party.templatetags.party_tags import LONGEST_VALUE, Radio


def render(source, **context):
    return Template(source).render(Context(context))


@pytest.mark.parametrize(
    ("code", "name"), [("S", "Spades"), ("C", "Clubs"), ("D", "Diamonds"), ("H", "Hearts")]
)
def test_a_suit_is_a_shape_with_a_name(code, name):
    drawn = render("{% suit code %}", code=code)

    assert f"<title>{name}</title>" in drawn
    assert f'href="#suit-{code.lower()}"' in drawn
    assert 'role="img"' in drawn


def test_an_unknown_suit_is_an_error():
    with pytest.raises(ValueError, match="X"):
        party_tags.suit("X")


@pytest.mark.parametrize(
    ("written", "spoken"), [("6S", "6 Spades"), ("10NT", "10 No Trump"), ("8H", "8 Hearts")]
)
def test_a_bid_has_its_full_name_for_screen_readers(written, spoken):
    assert f'<span class="hush">{spoken}</span>' in render("{% bid b %}", b=written)


def test_a_bid_has_a_number_and_a_shape_and_is_spoken_as_one_name():
    shown = render('{% bid "8H" %}')

    assert shown.startswith('<span class="bid"><span aria-hidden="true"><b>8</b><svg')
    assert shown.count("8 Hearts") == 1


def test_a_bid_of_no_trump_has_letters_instead_of_a_shape():
    assert "<b>9</b>NT</span>" in render('{% bid "9NT" %}')


def test_a_misere_is_named_as_in_the_rules():
    assert "Nullo" in render(
        '{% bid "MIS" rules %}', rules=PRESETS["iowa"].replace(misere_word="Nullo")
    )


def test_bids_in_a_sentence_have_shapes_and_the_rest_is_escaped():
    shown = party_tags.suited("<i> 10 Hearts by West, 9 tricks; 12 Hearts")
    assert shown.startswith("&lt;i&gt; <span")
    assert 'href="#suit-h"' in shown
    assert shown.endswith("</span></span> by West, 9 tricks; 12 Hearts")


def test_an_unreadable_bid_is_an_error():
    with pytest.raises(RuleError):
        render('{% bid "5H" %}')


def test_a_card_has_a_rank_and_a_shape_and_is_spoken_as_one_name():
    shown = render('{% card "10H" %}')
    assert shown.startswith('<span class="bid"><span aria-hidden="true"><b>10</b><svg')
    assert '<span class="hush">10 of Hearts</span>' in shown


def test_a_joker_that_leads_is_shown_with_the_suit_that_it_names():
    assert render('{% card "Jo" %}') == '<span class="bid"><b>Joker</b></span>'
    assert "<b>Lower Joker</b> for <svg" in render('{% card "Jo2/H" %}')


def test_a_call_is_shown_as_a_bid_or_a_word():
    assert "Nullo" in render(
        '{% call "MIS" rules %}', rules=PRESETS["iowa"].replace(misere_word="Nullo")
    )
    assert "<b>8</b><svg" in render('{% call "8H" %}')
    assert render('{% call "P" %} {% call "ANF" %}') == "Pass Ace, no face"


@pytest.mark.parametrize("tag", ["card", "call"])
def test_a_text_that_is_no_card_or_call_is_unchanged(tag):
    assert render(f'{{% {tag} "<b>5X" %}}') == "&lt;b&gt;5X"


@pytest.mark.parametrize(
    ("value", "shown"),
    [(300, "+300"), (-320, "−320"), (0, "0"), (None, ""), ("", "")],
)
def test_points_are_signed_with_a_true_minus(value, shown):
    assert party_tags.points(value) == shown


@pytest.mark.parametrize(("value", "shown"), [(440, "440"), (-60, "−60"), (0, "0"), (None, "")])
def test_a_total_has_no_plus_sign(value, shown):
    assert party_tags.total(value) == shown


def test_a_seat_and_a_pair_are_named_in_words():
    assert render('{{ "N"|seat }}, {{ "W"|seat }}') == "North, West"
    assert render('{{ "NS"|pair }}, {{ "EW"|pair }}') == "North-South, East-West"


def test_a_letter_that_is_no_seat_is_unchanged():
    assert party_tags.seat("5") == "5"


def test_a_word_after_a_number_is_singular_or_plural():
    assert render("{{ 1|people }}, {{ 24|people }}") == "1 person, 24 people"
    assert render('{{ 1|count:"table" }}, {{ 0|count:"table" }}') == "1 table, 0 tables"
    assert render('{{ 2|count:"half,halves" }}') == "2 halves"


@pytest.mark.parametrize(
    ("names", "words"),
    [([], ""), (["Alma"], "Alma"), (["Alma", "Bert"], "Alma and Bert"),
     (["Alma", "Bert", "Carol"], "Alma, Bert and Carol")],
)  # fmt: skip
def test_names_are_joined_in_a_list(names, words):
    assert party_tags.joined_names(names) == words


def test_only_the_link_to_the_shown_page_is_marked_in_the_navigation():
    request = RequestFactory().get("/players/")
    source = '{% nav_link "/players/" "Players" %}{% nav_link "/log/" "Log" %}'

    assert render(source, request=request) == (
        '<li><a href="/players/" aria-current="page">Players</a></li>'
        '<li><a href="/log/">Log</a></li>'
    )


@pytest.mark.parametrize(
    ("path", "mark"),
    [
        ("/parties/7/live/", "page"),
        ("/parties/7/rounds/3/entry/", "true"),
        ("/parties/7/rounds/3/close/", "true"),
        ("/parties/7/rounds/3/moves/", "true"),
    ],
)
def test_the_link_to_the_live_page_is_marked_on_the_pages_of_a_round(path, mark):
    request = RequestFactory().get(path)
    source = '{% nav_link "/parties/7/live/" "Live" "/rounds/" %}'

    assert f'aria-current="{mark}"' in render(source, request=request)


class NameForm(forms.Form):
    name = forms.CharField()


def test_forms_with_errors_are_found_outside_and_inside_lists():
    wrong, right, fresh = NameForm({}), NameForm({"name": "Alma"}), NameForm()

    assert party_tags.forms_with_errors(wrong, [right, wrong], fresh, "", None) == [wrong, wrong]


class Slip(forms.Form):
    tricks = forms.ChoiceField(choices=[(0, "none"), (1, "<one>")], required=False)
    bid = forms.ChoiceField(choices=[("10H", "")], required=False)


def test_the_radio_button_that_was_sent_is_checked():
    keys = render("{% radio_keys form.tricks %}", form=Slip(initial={"tricks": 0}))

    assert 'for="id_tricks_0"><input type="radio" name="tricks" value="0"' in keys
    assert keys.count(" checked") == 1
    assert keys.index(" checked") < keys.index('value="1"')
    assert "&lt;one&gt;" in keys


def test_keys_of_a_field_with_an_error_are_marked_invalid():
    keys = render("{% radio_keys form.tricks %}", form=Slip({"tricks": "2"}))

    assert keys.count(' aria-invalid="true"') == 2
    assert " checked" not in keys


def test_a_long_sent_value_is_not_cached():
    sent = Slip({"tricks": "1" * 1000, "bid": "10H"})
    assert len(Radio.from_field(sent["tricks"]).chosen_value) == LONGEST_VALUE
    assert Radio.from_field(sent["bid"]).chosen_value == "10H"


@pytest.mark.parametrize(("preset", "rows"), [("midway", 4), ("australian", 6)])
def test_the_bids_of_each_level_stand_in_a_row(preset, rows):
    rules = PRESETS[preset]
    keys = render("{% bid_keys form.bid rules %}", form=Slip({"bid": "10H"}), rules=rules)

    place = [str(each) for each in biddable(rules)].index("10H")
    assert keys.count('<div class="pad pad-5">') == rows
    assert len(set(re.findall(r' id="(\w+)"', keys))) == len(biddable(rules))
    assert keys.partition(" checked")[0].endswith(f'value="10H" id="id_bid_{place}"')


def test_equal_rules_keep_their_own_words_for_bids():
    rules = PRESETS["american"]
    for each in (rules, rules.replace(misere_word="Zero")):
        keys = render("{% bid_keys form.bid rules %}", form=Slip(), rules=each)
        assert f"<b>{each.misere_word}</b>" in keys


def test_a_value_written_as_json_cannot_end_its_script():
    written = render('{{ value|compact_json:"state" }}', value={"a": [1, "</script>"], "b": None})
    assert written == (
        '<script id="state" type="application/json">'
        '{"a":[1,"\\u003C/script\\u003E"],"b":null}</script>'
    )
