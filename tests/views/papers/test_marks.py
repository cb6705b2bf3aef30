from dataclasses import dataclass, fields, is_dataclass, replace

import pytest

from party.models import Entrant
from party.pdf.seats.rota import RotaLine, RotaSheet
from party.pdf.standings.standings import StandingRow, StandingsSection, StandingsSheet
from party.queries.evening.rounds import latest_round
from party.values.papers import Look, compare
from party.views.papers import rota, standings
from party.views.papers.catalogue import BY_SLUG
from party.views.papers.seat_cards import contents as card_contents
from tests.evening import drawn_party, party_after_rounds, play_rounds
from tests.guard import setting_up
from tests.pdf.cast import HEADING, card_sheet
from tests.views.papers.cast import ONLY_FIXED_PATH, fixed_party, paper_of, party_of_46

MARK_OF_ALMA = "2aa829fb86ae"
UNTIL_DRAWN = "short_table_note"  # a change of this note does not outdate the card
ON_A_CARD = ("name", "number", "table", "seat", "partner", "start_note")


def variants(value):
    """Return copies of a value, each with one change; in a sequence the first item changes."""
    if is_dataclass(value):
        return [
            replace(value, **{each.name: other})
            for each in fields(value)
            if each.name != UNTIL_DRAWN
            for other in variants(getattr(value, each.name))
        ]
    if isinstance(value, tuple | list):
        return [type(value)([other, *value[1:]]) for other in variants(value[0])] if value else []
    if isinstance(value, str):
        return [f"{value} 9"]
    return [value + 1] if isinstance(value, int) else []


@pytest.mark.django_db
def test_every_printed_field_changes_the_marks_of_its_paper():
    """The pictures are left out: their contents are the numbers from which they are drawn."""
    party, fixed = party_of_46(), fixed_party()
    for slug in BY_SLUG.keys() - {"pictures"}:
        document, printed_party = BY_SLUG[slug], fixed if slug in ONLY_FIXED_PATH else party
        sheet = document.fill(printed_party, latest_round(printed_party))
        marks, changed = document.contents(sheet).marks, variants(sheet)
        assert changed
        unmarked = [each for each in changed if document.contents(each).marks == marks]
        drawn = unmarked and document.draw(sheet, Look())
        assert all(document.draw(each, Look()) == drawn for each in unmarked), slug


@pytest.mark.measured
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "medium"),
    [("seats", "wall"), ("cards", "cards"), ("index-cards", "cards"), ("tents", "tents")],
)
def test_a_new_guest_address_changes_a_paper_unless_the_address_is_left_off(slug, medium):
    party = drawn_party(8, guests=True, hall_address="http://10.0.0.2:8000")

    def marks():
        return paper_of(party, slug).contents.marks

    before, party.hall_address = marks(), "http://10.0.0.3:8000"
    assert compare(before, paper_of(party, slug).contents).sentences
    party.address_left_out = f"screen {medium}"
    assert "address" in before.shared
    assert "address" not in marks().shared


@pytest.mark.measured
@pytest.mark.django_db
def test_pictures_change_with_the_numbers_they_are_drawn_from():
    party = party_of_46()
    before = paper_of(party, "pictures").contents.marks
    assert paper_of(party, "pictures").contents.marks == before
    play_rounds(party, 1)
    assert paper_of(party, "pictures").contents.marks != before


@pytest.mark.django_db
def test_pictures_change_if_the_names_are_in_another_order():
    party = party_after_rounds(1, 8)
    before = paper_of(party, "pictures").contents.marks
    with setting_up():
        Entrant.objects.filter(name="Alma").update(sort_name="Zuber, Alma")
    assert paper_of(party, "pictures").contents.marks != before


@dataclass(frozen=True)
class CardWithMore:
    """A seat card with another class name, and with a field that is not printed."""

    card: object
    colour: str = "green"

    def __getattr__(self, name):
        return getattr(self.card, name)


def test_marks_do_not_depend_on_class_names_and_unprinted_fields():
    sheet = card_sheet(4)
    same = replace(sheet, cards=tuple(map(CardWithMore, sheet.cards)))
    assert repr(same) != repr(sheet)
    assert card_contents(same).marks == card_contents(sheet).marks


def test_the_mark_of_an_unchanged_card_equals_the_stored_mark():
    """A card printed by an older program is outdated only if its words changed."""
    stored = card_contents(card_sheet(4)).marks.to_json()
    assert stored["pieces"][0] == ["1", "Alma Rasmussen", MARK_OF_ALMA]


@pytest.mark.parametrize("field", ON_A_CARD)
def test_another_seat_or_name_changes_only_the_mark_of_its_card(field):
    sheet = card_sheet(4)
    [first, *rest] = sheet.cards
    other = replace(sheet, cards=(replace(first, **{field: "9"}), *rest))
    before, after = card_contents(sheet).marks, card_contents(other).marks
    assert before.shared == after.shared
    pairs = zip(before.pieces.values(), after.pieces.values(), strict=True)
    assert [one != other for one, other in pairs] == [True, False, False, False]


def test_a_row_in_two_sections_of_the_standings_is_named_once():
    def standing(total):
        row = StandingRow(rank="1", name="Lee, Ann", total=total)
        sections = tuple(StandingsSection(title=t, rows=(row,)) for t in ("Everybody", "Women"))
        return StandingsSheet(heading=HEADING, title="After round 1", sections=sections)

    printed = standings.contents(standing("300")).marks
    found = compare(printed, standings.contents(standing("440")))
    assert found.sentences == ("2 lines changed since: Lee, Ann.",)


def test_a_changed_line_is_reported_by_the_name_on_the_line():
    def turn(name):
        return RotaSheet(heading=HEADING, lines=(RotaLine(place="1.", name=name),))

    found = compare(rota.contents(turn("Ann")).marks, rota.contents(turn("Bo")))
    assert found.sentences == ("1 line changed since: Bo.",)
