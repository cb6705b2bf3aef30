import pytest

from party.engine import OUR_READING, PRESETS, TOGGLES, RuleError, Rules, rule_sheet
from tests.sampling import one_in

# After these choices each value of the field changes the sheet.
FIRST = {
    "deal_pattern": {"base": "iowa"},
    "joker_order": {"base": "canadian"},
    "raise_needs_rival_bid": {"raise_after_passes": "yes"},
    "raise_same_strain_closed": {"raise_after_passes": "yes"},
    "raise_new_strain_reopens": {"raise_after_passes": "yes"},
    "ace_no_face_redealer": {"ace_no_face": "on"},
    "refused_ace_no_face_bars_nullo": {"ace_no_face": "on"},
    "dealer_stuck_min": {"all_pass": "dealer_stuck"},
    "inkle_seats": {"six_bid_meaning": "inkle"},
    "no_six_played": {"six_bid_meaning": "inkle"},
    "youngstown_six_suit_meaning": {"base": "youngstown"},
    "gadd_joker": {"base": "two2six"},
    "grand_nullo_precondition": {"grand_nullo": 510},
    "slam_and_bonus_stack": {"base": "youngstown"},
    "both_cross": {"base": "american"},
    "defenders_race": {"base": "american-three"},
    "partner_mode": {"base": "australian-five"},
    "call_restriction": {"base": "australian-five"},
    "partner_reveal": {"base": "australian-five"},
    "partner_share": {"base": "australian-five"},
    "alone_five_hand": {"base": "australian-five"},
    "misere_5p": {"base": "australian-five"},
    "six_teams": {"base": "australian-six"},
    "second_pack_sixes": {"base": "australian-six"},
    "two_hand_misere": {"base": "two-handed"},
    "three_hand_misere_before_seven": {"base": "australian-three"},
}
# Another value of these fields clashes unless the pack changes too.
WITH_THE_PACK = {
    "players": {"players": 5, "pack": 53},
    "pack": {"pack": 45},
    "jokers": {"jokers": 0, "pack": 42},
    "six_pack_thirteens": {
        "players": 6,
        "pack": 65,
        "six_pack_thirteens": "four_13s",
    },
    "three_hand_dead_hand": {"players": 3, "three_hand_dead_hand": "on"},
    "two_hand_form": {"players": 2, "pack": 33, "two_hand_form": "dead_third_hand"},
}


def sheet_sentences(rules):
    return [line for section in rule_sheet(rules) for line in section.lines]


def sheet_text(preset, **changes):
    return "\n".join(sheet_sentences(PRESETS[preset].replace(**changes)))


@pytest.mark.parametrize("preset", PRESETS)
def test_the_sheet_has_whole_sentences_under_titles(preset):
    sections = rule_sheet(PRESETS[preset])

    assert len({section.title for section in sections}) == len(sections) >= 7
    assert all(section.lines for section in sections)
    assert all(
        line[0] in "“ABCDEFGHIJKLMNOPQRSTUVWXYZ" for line in sheet_sentences(PRESETS[preset])
    )
    assert all(
        line.rstrip(OUR_READING).endswith((".", "”")) for line in sheet_sentences(PRESETS[preset])
    )
    assert not [line for line in sheet_sentences(PRESETS[preset]) if "{" in line or "  " in line]
    assert len(set(sheet_sentences(PRESETS[preset]))) == len(sheet_sentences(PRESETS[preset]))


@pytest.mark.parametrize("name", [name for name in TOGGLES if name not in WITH_THE_PACK])
def test_every_choice_of_a_field_changes_the_sheet(name):
    changes = dict(FIRST.get(name, {}))
    rules = PRESETS[changes.pop("base", "australian")].replace(**changes)

    seen = {}
    for value in TOGGLES[name].values:
        text = tuple(sheet_sentences(rules.replace(**{name: value})))
        assert text not in seen, f"{name} {value} reads like {seen[text]}"
        assert "the own" not in " ".join(text)
        seen[text] = value


@pytest.mark.parametrize("name", WITH_THE_PACK)
def test_choices_that_need_another_pack_change_the_sheet(name):
    assert sheet_sentences(Rules(**WITH_THE_PACK[name])) != sheet_sentences(Rules())


def test_special_bids_state_their_rank():
    assert "Nullo (250): the bidder takes no tricks. It ranks above 8 Spades, below 8 Clubs." in (
        sheet_sentences(PRESETS["american"])
    )
    level = "It ranks equal to 10 No Trump: the first one bid bars the other."
    assert level in sheet_text("tasmanian")
    assert "It ranks above 10 No Trump." in sheet_text("australian", open_misere_rank="above_all")
    assert "above 10 Diamonds, below 10 Hearts, just above Open Misère." in sheet_text("lodige")
    assert "It ranks above 10 J5." in sheet_text("lodige")


def test_the_sheet_does_not_mention_misere_if_the_rules_do_not_have_it():
    assert "misère" not in sheet_text("midway").lower()
    assert "nullo" not in sheet_text("midway").lower()
    assert "take no tricks" not in sheet_text("five-wikipedia")
    none = {"misere_allowed": "no", "open_misere_allowed": "no"}
    assert "misère" not in sheet_text("australian", **none).lower()
    assert "may name a suit" not in sheet_text(
        "australian", **none, joker_nt_nomination="misere_only"
    )


def test_the_sheet_names_the_highest_and_lowest_cards():
    assert "queen, 10 and so on down to 4 (to 5 in the black suits)." in sheet_text("australian")
    assert "queen, 13, 12, 11, 10 and so on down to 2; only the red suits have a 13." in (
        sheet_text("australian-six")
    )
    assert "queen, 12, 11, 10 and so on down to 2." in sheet_text("leaflet-6")
    assert "the black joker, the red joker, the right bower" in (
        sheet_text("canadian", joker_order="black_top")
    )


def test_the_sheet_lists_the_packets_of_the_deal():
    assert "3 to each hand, 3 to the kitty, 2 to each hand, 2 to the kitty" in sheet_text("midway")
    assert "3 face down in front of each player, 3 to each hand, 1 to the kitty" in sheet_text(
        "two-handed"
    )
    assert "The four cards left over are the kitty, half for each player." in sheet_text(
        "leaflet-2"
    )
    assert "there is no kitty" in sheet_text("leaflet-6")
    assert "One extra hand is dealt" in sheet_text("uspc-2")


def test_the_sheet_names_every_bid_played_alone():
    alone = "the bidder is alone: partner lays the cards face down and sits out."
    assert f"In Misère and Open Misère {alone}" in sheet_text("australian")
    assert f"In Misère {alone}" in sheet_text("australian", open_misere_allowed="no")


def test_the_sheet_says_that_partner_sits_out_at_hi_lo():
    out = "the bidder is alone: partner lays the cards face down and sits out."
    assert f"In Misère, Hi/Lo, Open Misère and Blind Misère {out}" in sheet_text("lodige")
    plays = sheet_text("lodige", nullo_partner="plays")
    assert f"In Hi/Lo {out}" in plays
    assert "In Misère, Open Misère and Blind Misère partner plays on" in plays


def test_the_sheet_says_that_a_raise_may_follow_a_bid_of_partner():
    assert "once more if another player has bid as well." in (
        sheet_text("australian", raise_after_passes="yes")
    )


def test_the_sheet_states_gadds_rule_by_the_suits_that_were_led_before():
    text = sheet_text("two2six", gadd_joker="on")
    assert "It may be led naming a suit that has not been led before, and" in text
    assert "It may be played to the first lead of a suit, even" in text


def test_the_sheet_says_that_mcnabbs_joker_may_be_led_in_misere():
    mcnabb = {"joker_lead": "never_except_trick_10"}
    led = "In Misère and Open Misère it may be led naming a suit that has not been led before"
    assert led in sheet_text("australian", **mcnabb)
    assert "At no trump it may be led only to the last trick." in sheet_text("iowa", **mcnabb)
    assert "naming" not in sheet_text("iowa", **mcnabb)


def test_the_sheet_names_the_miseres_with_a_compulsory_joker():
    must = "a player without a card of the suit led must."
    assert f"in Misère and Open Misère {must}" in sheet_text("australian")
    assert f"in Open Misère and Super Open Misère {must}" in sheet_text("easton")
    only = sheet_text("easton", joker_nt_nomination="misere_only")
    assert "Before the first lead of Open Misère or Super Open Misère a bidder" in only


def test_the_sheet_warns_of_a_joker_kept_in_misere():
    fails = "keeps it in Misère or Open Misère and names no suit will fail: it wins a trick."
    assert fails in sheet_text("australian")
    powerless = sheet_text("australian", renege_rule="on_nt_and_misere")  # a kept joker loses
    assert fails not in powerless
    assert "will fail" not in sheet_text("two2six")  # no joker is nominated


def test_the_sheet_of_a_game_with_two_jokers_names_both_jokers():
    text = sheet_text("canadian")
    assert (
        "the red joker above the black joker; if both fall on one trick, the higher wins." in text
    )
    assert "Agree first which joker is which." in text
    left = "If only jokers are left, one is played and wins nothing:"
    assert left in text
    assert left not in sheet_text("two2six")
    assert left not in sheet_text("canadian", renege_rule="off")
    assert "Nobody may look at the cards put away again, not even the bidder." in text
    assert "look at the cards put away" not in sheet_text("australian")
    assert "the black joker above the red joker" in sheet_text("canadian", joker_order="black_top")


def test_the_sheet_names_every_bid_barred_by_ace_no_face():
    assert "A side that was refused may not bid Nullo or Grand Nullo on that" in (
        sheet_text("west-seventh")
    )
    grand = {"grand_nullo": 510, "grand_nullo_precondition": "may_be_called_alone"}
    assert "may not bid Grand Nullo on that hand" in sheet_text("midway", **grand)
    assert "was refused" not in sheet_text("midway")


def test_the_sheet_for_two_players_has_its_own_sentences():
    for preset in ("two-handed", "uspc-2", "leaflet-2"):
        assert "The player who did not deal bids first, then the dealer." in sheet_text(preset)
        assert "After each hand the other player deals." in sheet_text(preset)
    swap = "The kitty is for the hand only: the cards on the table cannot be exchanged."
    assert swap in sheet_text("two-handed")
    assert swap not in sheet_text("leaflet-2")


def test_the_sheet_names_the_opponents_of_the_bidder_for_any_number_of_players():
    assert "If both sides get there on the same hand, the side that bid wins." in sheet_text(
        "walker"
    )
    assert "If both players get there on the same hand, the bidder wins." in sheet_text("uspc-2")
    assert "the bidder and another player get there on the same hand, the bidder" in sheet_text(
        "uspc-3"
    )
    assert "the bidder’s side and another player get there" in sheet_text("uspc-5")
    for preset in ("canadian", "tasmanian"):  # only one side scores on a hand
        assert "get there" not in sheet_text(preset)


def test_the_sheet_names_who_else_may_be_below_zero():
    assert "unless the other side is below zero as well." in sheet_text("two2six")
    assert "unless somebody else is below zero as well." in sheet_text("five-wikipedia")


def test_the_sheet_says_one_card_if_the_kitty_has_one_card():
    assert "puts one card face down" in sheet_text("australian-six", pack=61)


def test_the_sheet_of_youngstown_lists_every_signal():
    text = sheet_text("youngstown")
    assert "A bid of six is a signal to partner, for the first two players only." in text
    assert "A six must be higher than a six before it." in text
    assert "The partner of the player who bid it then bids more than six, or passes." in text
    assert "Six Spades, for example, tells partner: the right bower of Spades." in text
    assert "Six No Trump tells partner: the joker." in text
    assert "“Six No” is no trump, and tells partner: two aces." in text
    assert "“Seven No” is no trump" in text


def test_the_sheet_names_the_lowest_bid_of_a_dealer_who_must_bid():
    assert "If the others pass, the dealer must bid: at least six." in sheet_text("iowa")
    stuck = sheet_text("iowa", six_bid_meaning="inkle")
    assert "If nobody bids above six, the dealer must bid: at least seven." in stuck
    thrown_in = "If nobody bids above six, the cards are thrown in and the next player deals."
    assert thrown_in in sheet_text("australian", six_bid_meaning="inkle")


def test_wilkinson_and_chambers_change_misere_and_open_misere():
    text = sheet_text("australian", wilkinson_chambers="on")
    assert "Misère (250): the bidder takes no tricks and lays their cards face up" in text
    assert "leaves the kitty alone, and lays their cards face up after the first trick" in text
    assert "only after somebody has bid seven" not in text


def test_the_sheet_has_an_end_of_the_game_only_with_a_target():
    assert "A side that falls" not in sheet_text("midway")
    assert "More than" not in sheet_text("australian")
    assert "A total of more than 500 wins the game." in sheet_text("hay")
    assert "Only a total of exactly 500 wins the game.\nPoints of any kind" in sheet_text("walker")
    assert "1,000 or more loses" in sheet_text("walker")
    assert "loses" not in sheet_text("tasmanian")


@pytest.mark.no_cover
@pytest.mark.parametrize("preset", one_in(8, PRESETS))
def test_there_is_a_rule_sheet_after_any_change_of_a_single_field(preset):
    for name, toggle in TOGGLES.items():
        for value in toggle.values:
            try:
                rules = PRESETS[preset].replace(**{name: value})
            except RuleError:
                continue
            assert rule_sheet(rules)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_sheet_of_a_game_without_jokers_mentions_no_joker(preset):
    rules = PRESETS[preset]
    without = rules.replace(jokers=0, pack=42 if rules.pack == 44 else rules.pack - rules.jokers)
    lines = [line for section in rule_sheet(without) for line in section.lines]
    assert not [line for line in lines if "joker" in line.lower()]


@pytest.mark.parametrize("way", ["on", "exactly_one_ace_no_face_no_jk_partner_decides"])
def test_a_list_of_face_cards_omits_the_joker_if_the_pack_has_no_joker(way):
    rules = PRESETS["midway"].replace(ace_no_face=way, jokers=0, pack=42)
    text = " ".join(line for section in rule_sheet(rules) for line in section.lines)
    assert "king, queen or jack" in text
    assert "one jack of each colour" in text
    assert "joker" not in text


@pytest.mark.parametrize(
    ("preset", "start"),
    [
        ("lodige", "Blind Misère (500)"),
        ("lodige", "Patastrophe (1,000)"),
        ("lodige", "J5 is no trump"),
        ("lodige", "They score this way in Hi/Lo too."),
        ("lodige", "On a bid to take no tricks the other side scores nothing"),
        ("two2six", "On a bid to take no tricks the other side scores nothing"),
        ("declare", "“Declare” is worth 500 if it is made"),
        ("youngstown", "A bid of six is a signal to partner"),
        ("youngstown", "Six Spades, for example, tells partner"),
        ("easton", "Open Misère (230)"),
        ("easton", "Super Open Misère (430)"),
        ("two-handed", "Each trick, whatever was bid, has four cards"),
    ],
)
def test_a_sentence_that_no_source_states_is_marked_as_our_reading(preset, start):
    (line,) = (each for each in sheet_sentences(PRESETS[preset]) if each.startswith(start))
    assert line.endswith(OUR_READING)


def test_sentences_that_a_source_states_are_not_marked_as_our_reading():
    for preset in ("midway", "iowa", "australian", "american", "west-seventh", "tasmanian"):
        assert OUR_READING not in sheet_text(preset)


def test_s9_the_sheet_says_that_nullo_must_be_agreed_beforehand():
    agreed = "Nullo and Grand Nullo may be bid only if that was agreed beforehand."
    assert agreed in sheet_text("west-seventh")
    assert "agreed" not in sheet_text("australian")
    assert "agreed" not in sheet_text("midway")
