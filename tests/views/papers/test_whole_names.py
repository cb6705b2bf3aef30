from itertools import cycle, pairwise

import pypdfium2
import pytest

from party.models import Party
from party.progression import FORMATS
from party.rosters import sort_name
from party.services.prizes import awards
from party.values.papers import Look, PaperSize
from party.views.papers.catalogue import BY_SLUG
from tests.awards import add
from tests.evening import BY_PROGRAM, draw, party_with, play_rounds, seat_next
from tests.guard import setting_up
from tests.views.papers.cast import ONLY_FIXED_PATH, paper_of

pytestmark = pytest.mark.django_db

HARD = (
    "Hubert Wolfeschlegelsteinhausenbergerdorff",
    "Kathleen O’Brien-Smith",
    "María de los Ángeles Peña y Ortiz",
    "王小明",
    "Łukasz Nguyễn",
    "Harold Johnson Jr",
    "Johanna Wolfeschlegelsteinhausenbergerdorff",
)
LONGEST = HARD[0].split()[1]
BREAKS = {
    (word[:index], word[index:])
    for name in HARD
    for word in name.replace("-", " ").split()
    for index in range(1, len(word))
}
NAMELESS = {"checklist", "trial", "outlines", "tents", "rules", "script"}
READ_IN_PARTS = {"pack"}
LOOKS = [Look(paper=paper, large=large) for large in (False, True) for paper in PaperSize]


def with_hard_names(party):
    with setting_up():
        for person, name in zip(party.entrants.order_by("number"), cycle(HARD), strict=False):
            person.name, person.sort_name = name, sort_name(name)
            person.distinction = f" ({person.number})"
            person.save()
    return Party.objects.get(pk=party.pk)


def evening_of_26():
    party = with_hard_names(party_with(26, rounds_planned=5))
    play_rounds(party, 2)
    seat_next(party)
    row = add(party)
    awards.give_prize(party.pk, row.pk, party.entrants.get(number=1).pk, why="a cut", **BY_PROGRAM)
    return party


def evening_by_a_fixed_path():
    values = FORMATS["midway"].with_movement("path").values()
    party = with_hard_names(party_with(12, rounds_planned=3, format_values=values))
    draw(party)
    return party


def lines_of(data):
    document = pypdfium2.PdfDocument(data)
    try:
        return [
            line for page in document for line in page.get_textpage().get_text_range().splitlines()
        ]
    finally:
        document.close()


def broken_words(lines):
    """Find words that begin at the end of a line and continue on the next line."""
    return [
        (upper, lower)
        for upper, lower in pairwise(lines)
        if any(
            f" {upper}".endswith(f" {start}") and f"{lower} ".startswith((f"{end} ", f"{end},"))
            for start, end in BREAKS
        )
    ]


@pytest.mark.parametrize("every_look", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_no_name_is_broken_over_two_lines_on_any_document(every_look):
    fixed, party = evening_by_a_fixed_path(), evening_of_26()
    for turn, slug in enumerate(sorted(BY_SLUG.keys() - READ_IN_PARTS)):
        for look in LOOKS if every_look else [LOOKS[turn % len(LOOKS)]]:
            paper = paper_of(fixed if slug in ONLY_FIXED_PATH else party, slug, look)
            assert paper.is_ready, slug
            lines = lines_of(paper.draw(look))
            assert broken_words(lines) == [], (slug, look)
            assert slug in NAMELESS or any(LONGEST in line for line in lines), (slug, look)
