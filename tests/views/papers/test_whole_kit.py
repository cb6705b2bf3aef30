import io

import pytest
from pypdf import PdfReader

from party.models import Party
from party.queries.evening.rounds import latest_round
from party.values.papers import Look, PaperSize
from party.views.papers.catalogue import BY_SLUG
from party.views.papers.paper import PaperOfParty
from tests.evening import party_with, play_rounds, seat_next
from tests.guard import setting_up
from tests.pdf.reading import ink_outside_safe_zone, pictures

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SIXTY = "Maximiliane Augustine Freifrau von Hohenstein-Oldenburg-Wess"
NAMES = {
    1: ("Łukasz Nguyễn", ""),
    2: ("Mary Smith", ", Oak St"),
    3: ("Mary Smith", ", No. 3"),
    4: (SIXTY, ""),
    5: ("محمد عبد الرحمن", ""),
    6: ("王小明", ""),
}
LOOKS = (Look(), Look(paper=PaperSize.A4, large=True))
PAPER = {PaperSize.LETTER: (612, 792), PaperSize.A4: (595, 841)}


def evening(people):
    party = party_with(people, rounds_planned=5)
    with setting_up():
        for person in party.entrants.filter(number__in=NAMES):
            name, distinction = NAMES[person.number]
            person.name = person.sort_name = name
            person.distinction = distinction
            person.save()
    play_rounds(party, 2)
    seat_next(party)
    return Party.objects.get(pk=party.pk)


@pytest.mark.parametrize("people", [7, 14, 40, 160])
def test_every_document_prints_for_few_and_many_people(people):
    party = evening(people)
    latest = latest_round(party)
    ready = [each for each in BY_SLUG.values() if each.is_ready(party, latest)]
    assert len(ready) >= 18
    for document in ready:
        paper = PaperOfParty(party, document, Look(), latest)
        for look in LOOKS:
            data, what = paper.draw(look), (document.slug, look)
            pages = PdfReader(io.BytesIO(data)).pages
            sizes = {(int(page.mediabox.width), int(page.mediabox.height)) for page in pages}
            assert sizes == {PAPER[look.paper]}, what
            seen = pictures(data, scale=1)
            assert not any(ink_outside_safe_zone(picture, scale=1) for picture in seen), what
            assert all(picture.getextrema()[0] < 100 for picture in seen), what
