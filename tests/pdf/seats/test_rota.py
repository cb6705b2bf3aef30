from party.pdf.seats.rota import RotaLine, RotaSheet, rota_sheet
from tests.pdf.cast import HEADING, name
from tests.pdf.reading import pages


def rota(people):
    lines = tuple(RotaLine(place=f"{n}.", name=name(n)) for n in range(1, people + 1))
    return RotaSheet(heading=HEADING, lines=lines)


def test_the_rota_names_everybody_once_and_in_order():
    texts = pages(rota_sheet(rota(60)))
    assert len(texts) > 1
    whole = "".join(texts)
    found = [whole.count(f"Guest {number:03}\n") for number in range(6, 61)]
    assert found == [1] * 55
    assert whole.index("Guest 006") < whole.index("Guest 060")


def test_a_rota_to_fill_in_is_one_page():
    assert len(pages(rota_sheet(rota(0)))) == 1
