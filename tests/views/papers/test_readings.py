"""A request reads each sheet once."""

import pytest
from django.urls import reverse

from party.values.papers import Look
from party.views.papers import next_moves as next_move_slips
from party.views.papers import prizes as prize_papers
from party.views.papers.print_centre import print_centre
from tests.evening import AT
from tests.views.papers.cast import party_of_46

pytestmark = pytest.mark.django_db


@pytest.fixture
def readings(monkeypatch):
    counts = {"next-moves": 0, "certificates": 0}

    def count(slug, module, name):
        read = getattr(module, name)

        def counted(*args):
            counts[slug] += 1
            return read(*args)

        monkeypatch.setattr(module, name, counted)

    count("next-moves", next_move_slips, "next_moves")
    count("certificates", prize_papers, "all_prizes")
    return counts


def test_the_page_reads_each_sheet_once(client, readings):
    party = party_of_46()
    client.force_login(party.club.memberships.get().user)
    for slug in readings:
        client.post(reverse("print_kit", args=[party.pk, slug]))
    assert readings == {"next-moves": 1, "certificates": 1}
    client.post(reverse("print_kit", args=[party.pk, "pack"]))
    page = print_centre(party, Look(), 0, AT)
    assert not any(line.changes for line in page.printed)
    assert {line.paper.document.slug for line in page.lines if line.printed} == {*readings, "pack"}
    assert readings == {"next-moves": 3, "certificates": 2}
