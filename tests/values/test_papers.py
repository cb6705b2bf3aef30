import pytest

from party.values.papers import Contents, Marks, Piece, Shared, compare

NAMES = ("Alma", "Bert", "Carol", "Dev")


def cards(*names, rounds=8, note="", **tables):
    """Return a sheet of cards; `tables` maps people who are not at table 1 to their tables."""
    pieces = tuple(
        Piece(str(number), name, (name, tables.get(name, "1")))
        for number, name in enumerate(names, start=1)
    )
    shared = (Shared("rounds", rounds, "the number of rounds"), Shared("note", note))
    return Contents(shared, pieces, "card")


def changes(before, after):
    return compare(Marks.from_json(before.marks.to_json()), after)


def test_two_equal_sheets_have_no_changes():
    found = changes(cards(*NAMES), cards(*NAMES))
    assert not found
    assert found.sentences == ()


def test_a_changed_card_is_named():
    found = changes(cards(*NAMES), cards(*NAMES, Alma="9", Dev="2"))
    assert dict(found.pieces) == {"1": "Alma", "4": "Dev"}
    assert found.sentences == ("2 cards changed since: Alma, Dev.",)


def test_the_sentence_about_a_single_changed_card_is_in_the_singular():
    found = changes(cards("Alma", "Bert"), cards("Almut", "Bert"))
    assert found.sentences == ("1 card changed since: Almut.",)


def test_new_and_missing_cards_are_named_separately():
    fewer, new_contents = cards("Alma"), cards("Alma", "Bert")
    assert changes(fewer, new_contents).sentences == ("1 card changed since: Bert.",)
    assert changes(new_contents, fewer).sentences == ("No longer there: Bert.",)


def test_a_change_of_shared_content_changes_all_cards():
    found = changes(cards(*NAMES), cards(*NAMES, rounds=9))
    assert found.sentences == ("All of it changed since: the number of rounds.",)
    assert len(found.pieces) == 4


def test_shared_content_without_a_name_is_not_mentioned():
    assert changes(cards(*NAMES), cards(*NAMES, note="New")).sentences == (
        "All of it changed since.",
    )
    found = changes(cards(*NAMES), cards(*NAMES, note="New", rounds=9))
    assert found.sentences == ("All of it changed since: the number of rounds.",)


def test_added_and_removed_shared_content_is_a_change():
    fewer = Contents(cards("Alma").shared[:1], cards("Alma").pieces, "card")
    assert changes(cards("Alma"), fewer).sentences == ("All of it changed since.",)
    assert changes(fewer, cards("Alma")).sentences == ("All of it changed since.",)


def test_only_the_first_of_many_cards_are_named():
    names = [f"Guest {number}" for number in range(20)]
    [sentence] = changes(cards(*names), cards(*names, **dict.fromkeys(names, "30"))).sentences
    assert sentence.startswith("20 cards changed since: Guest 0, Guest 1, ")
    assert sentence.endswith("Guest 5 and 14 more.")


def test_names_with_commas_or_in_hebrew_are_clearly_separated():
    [new] = changes(cards(), cards("Lee, Ann", "דוד לוי")).sentences
    assert new == "2 cards changed since: Lee, Ann; \u2068דוד לוי\u2069."


def lines(*tables):
    return Contents((), tuple(Piece("Ann Lee", "Ann Lee", table) for table in tables), "line")


def test_two_pieces_of_a_sheet_may_have_the_same_key():
    assert len(lines("1", "2").marks.pieces) == 2
    found = changes(lines("1", "2"), lines("1", "3"))
    assert list(found.pieces) == ["Ann Lee\t2"]
    assert found.sentences == ("1 line changed since: Ann Lee.",)
    assert lines("1", "2", "3").indexes(found.pieces) == (1,)


def test_changed_pieces_with_the_same_name_are_named_only_once():
    assert changes(lines("1", "2"), lines("3", "4")).sentences == (
        "2 lines changed since: Ann Lee.",
    )


@pytest.mark.parametrize("keys", [["2"], ["1", "4"], []])
def test_pieces_of_a_sheet_are_found_by_their_keys(keys):
    assert cards(*NAMES).indexes(keys) == tuple(int(key) - 1 for key in keys)


def test_a_sheet_without_pieces_changes_as_a_whole():
    before, after = Contents.whole(("Autumn", ""), 1), Contents.whole(("Winter", ""), 1)
    assert changes(before, after).sentences == ("All of it changed since.",)
    assert not changes(before, before)


@pytest.mark.parametrize(
    ("first", "second"),
    [("1", 1), (("ab", "c"), ("a", "bc")), (("a",), "a"), (None, ""), ((), None)],
)
def test_sheets_with_different_contents_have_different_marks(first, second):
    assert Contents.whole(first).marks != Contents.whole(second).marks
