import pytest

from party.views.papers.catalogue import BY_SLUG
from tests.evening import party_with
from tests.reading import printed_pdf
from tests.sampling import one_in

pytestmark = pytest.mark.django_db

BLANK = [name for name, document in BY_SLUG.items() if document.blank]
TWO_SHEETS = {"cards", "slips"}


@pytest.fixture
def party(ruth):
    return party_with(players=10, rounds_planned=3)


def test_papers_filled_in_by_hand_have_a_blank_form():
    assert {"cards", "seats", "slips", "tables", "rota", "standings"} <= set(BLANK)
    assert {"prizes", "certificates", "places", "money", "tents", "next-moves"} <= set(BLANK)


@pytest.mark.parametrize(
    ("kit", "paper"),
    [
        *[(kit, "letter") for kit in BLANK],
        *one_in(5, [(kit, "a4") for kit in BLANK]),
    ],
)
def test_blank_papers_need_no_draw_and_have_no_names(client, party, kit, paper):
    reader = printed_pdf(client, party, kit, f"?blank&paper={paper}")
    text = " ".join(page.extract_text() for page in reader.pages)
    assert len(reader.pages) == (2 if kit in TWO_SHEETS else 1)
    assert not any(entrant.name in text for entrant in party.entrants.all())
    assert not any(f"No. {number}" in text for number in range(1, 11))


@pytest.mark.parametrize(("players", "planned", "rows"), [(10, 3, 3), (10, None, 2), (0, None, 8)])
def test_blank_cards_have_a_row_for_each_round(client, ruth, players, planned, rows):
    party = party_with(players, rounds_planned=planned)
    text = printed_pdf(client, party, "cards", "?blank").pages[0].extract_text()
    assert f"\n{rows}\n" in text
    assert f"\n{rows + 1}\nRd" not in text
