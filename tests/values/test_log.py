from party.values.log import Change, Chosen, changes


def test_changed_settings_are_told_one_by_one():
    data = {
        "before": {"rounds_planned": None, "format_values": {"tie": "cut", "rounds": 4}},
        "after": {"rounds_planned": 8, "format_values": {"tie": "ns", "rounds": 4}},
    }

    assert changes("party changed", data, "$") == (
        Change("rounds planned", "nothing", "8"),
        Change("format values: tie", "cut", "ns"),
    )


def test_a_value_whose_successor_stands_in_the_words():
    assert changes("prize group", {"before": "Women"}, "$") == (Change("", "Women", None),)
    assert changes("prize group", {"before": ""}, "$") == (Change("", "nothing", None),)


def test_what_was_owed_is_money():
    assert changes("owes", {"before": 500, "after": None}, "$") == (Change("", "$5", None),)
    assert changes("owes", {"before": None}, "$")[0].old == "the party’s fee"


def test_other_lines_say_it_in_words():
    assert changes("hand saved", {"entry": 3}, "$") == ()
    assert changes("rounds", {}, "$") == ()


def test_nothing_chosen_is_everything():
    assert not Chosen()
    assert Chosen(verb="bell")
