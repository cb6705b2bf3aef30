"""A document of two lines, with the declarations that every new document needs."""

from dataclasses import dataclass, replace

import pytest

from party.values.papers import Contents, Look, Moment, Piece
from party.views.papers.paper import Paper, PaperOfParty, of_party, of_round, part_of


@dataclass(frozen=True)
class Names:
    names: tuple[str, ...]


NAMES = Paper(
    slug="names",
    title="Names",
    purpose="Two names.",
    moment=Moment.BEFORE,
    is_ready=lambda _party, _latest: True,
    fill=of_party(lambda party: Names(tuple(party.split()))),
    draw=lambda sheet, _look: " ".join(sheet.names).encode(),
    blank=lambda _party: Names(("____",)),
    contents=lambda sheet: Contents((), tuple(Piece(n, n, n) for n in sheet.names), "name"),
    part=part_of("names"),
)
PLAIN, BLANK = Look(), Look(blank=True)


def paper(document=NAMES, look=PLAIN, party="Alma Bert"):
    return PaperOfParty(party, document, look, None)


def test_a_paper_is_filled_drawn_and_compared():
    assert paper().title == "Names"
    assert paper().draw(PLAIN) == b"Alma Bert"
    assert list(paper().contents.marks.pieces) == ["Alma", "Bert"]
    assert paper().sheet_count == 0
    assert paper(replace(NAMES, sheets=lambda *_: 3)).sheet_count == 3


def test_a_paper_draws_only_the_pieces_with_the_given_keys():
    assert paper().draw(PLAIN, ["Bert"]) == b"Bert"
    assert paper(replace(NAMES, part=None)).draw(PLAIN, ["Bert"]) == b"Alma Bert"


def test_the_blank_form_has_its_own_title_and_key():
    blank = paper(look=BLANK)
    assert (blank.title, blank.key) == ("Names, blank", BLANK_KEY)
    assert blank.draw(PLAIN) == b"____"
    assert not paper(replace(NAMES, blank=None), BLANK).is_ready


BLANK_KEY = ("names", None, True)


@pytest.mark.parametrize(
    ("changes", "party", "ready"),
    [
        ({"is_ready": lambda _party, _latest: False}, "Alma", False),
        ({}, "", True),
    ],
)
def test_a_paper_is_ready_if_its_check_says_so(changes, party, ready):
    found = paper(replace(NAMES, **changes), party=party)
    assert found.is_ready == ready


def test_a_paper_of_a_round_cannot_be_filled_without_a_round():
    with pytest.raises(ValueError, match="no round"):
        paper(replace(NAMES, fill=of_round(lambda party, _round: party))).draw(PLAIN)
