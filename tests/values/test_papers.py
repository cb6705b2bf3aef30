"""What a printed sheet was made of, and how it differs from the same sheet now."""

from dataclasses import replace

import pytest

from party.values.papers import Marks, can_print_some, compare, only
from party.values.prints import (
    Heading,
    RotaLine,
    RotaSheet,
    SeatLine,
    SeatList,
    StandingRow,
    StandingsSection,
    StandingsSheet,
)
from tests.pdf.cast import HEADING, card_sheet


def changes(before, after):
    """Compare through the form in which marks are stored."""
    return compare(Marks.read(Marks.of(before).stored()), after)


def with_card(sheet, place, **fields):
    cards = list(sheet.cards)
    cards[place] = replace(cards[place], **fields)
    return replace(sheet, cards=tuple(cards))


def test_nothing_has_changed():
    found = changes(card_sheet(), card_sheet())
    assert not found
    assert found.words == ()


def test_a_changed_card_is_named():
    sheet = card_sheet()
    found = changes(sheet, with_card(with_card(sheet, 0, table="9"), 3, seat="S"))
    assert dict(found.changed) == {"1": sheet.cards[0].name, "4": sheet.cards[3].name}
    assert found.words == ("2 cards changed since: Alma Rasmussen, Ōtani Ayumi.",)


def test_one_card_changed_is_said_of_one():
    found = changes(card_sheet(), with_card(card_sheet(), 0, name="Almut"))
    assert found.words == ("1 card changed since: Almut.",)


def test_new_and_missing_cards_are_told_apart():
    fewer, more = card_sheet(5), card_sheet(6)
    assert changes(fewer, more).words == (f"1 card changed since: {more.cards[5].name}.",)
    assert changes(more, fewer).words == (f"No longer there: {more.cards[5].name}.",)


def test_what_all_cards_share_changes_all_of_them():
    found = changes(card_sheet(6), card_sheet(6, rounds=9, reminder="Nobody moves."))
    assert found.words == ("All of it changed since: the number of rounds, who moves.",)
    assert len(found.changed) == 6


def test_of_many_only_the_first_are_named():
    sheet = card_sheet(20)
    moved = replace(sheet, cards=tuple(replace(card, table="30") for card in sheet.cards))
    [words] = changes(sheet, moved).words
    assert words.startswith("20 cards changed since: Alma Rasmussen, ")
    assert words.endswith(" and 14 more.")


def test_names_with_commas_and_from_right_to_left_stay_apart():
    def listed(*names):
        lines = tuple(SeatLine(name=name, table="1", seat="N") for name in names)
        return SeatList(heading=HEADING, round="Round 1", lines=lines)

    [new] = changes(listed(), listed("Lee, Ann", "דוד לוי")).words
    assert new == "2 lines changed since: Lee, Ann; \u2068דוד לוי\u2069."


def test_two_people_of_one_name_are_two_lines():
    def listed(*tables):
        lines = tuple(SeatLine(name="Ann Lee", table=table, seat="N") for table in tables)
        return SeatList(heading=HEADING, round="Round 1", lines=lines)

    found = changes(listed("1", "2"), listed("1", "3"))
    assert list(found.changed.values()) == ["Ann Lee"]
    assert len(Marks.of(listed("1", "2")).pieces) == 2


def test_a_row_in_two_sections_of_the_standings_is_named_once():
    def standing(total):
        row = StandingRow(rank="1", name="Lee, Ann", total=total)
        sections = tuple(StandingsSection(title=t, rows=(row,)) for t in ("Everybody", "Women"))
        return StandingsSheet(heading=HEADING, title="After round 1", sections=sections)

    assert changes(standing("300"), standing("440")).words == ("2 lines changed since: Lee, Ann.",)


def test_a_line_of_names_is_called_by_them():
    def rota(*names):
        return RotaSheet(heading=HEADING, title="", lines=(RotaLine(label="1.", names=names),))

    assert changes(rota("Ann"), rota("Bo", "Cy")).words == ("1 line changed since: Bo, Cy.",)


def test_what_is_one_whole_changes_as_one():
    before, after = (HEADING, 1), (Heading(party="Other"), 1)
    assert changes(before, after).words == ("All of it changed since.",)
    assert not changes(before, before)
    assert not can_print_some(before)


@pytest.mark.parametrize("keys", [["2"], ["1", "4"]])
def test_some_cards_can_be_had_alone_without_spares(keys):
    sheet = only(card_sheet(), keys)
    assert [card.number for card in sheet.cards] == keys
    assert sheet.spares == 0
    assert can_print_some(sheet)
