from party.pdf.seats.rota import RotaLine, RotaSheet, rota_sheet
from tests.pdf.cast import HEADING, LONG, name
from tests.pdf.reading import pages


def test_rota_names_everyone_round_by_round():
    lines = tuple(RotaLine(label=f"Round {n}", names=(name(n), LONG, "Bo")) for n in range(1, 60))
    texts = pages(rota_sheet(RotaSheet(heading=HEADING, title="Sitting out", lines=lines)))
    assert len(texts) > 1
    assert sum(text.count("Bo") for text in texts) == 59
