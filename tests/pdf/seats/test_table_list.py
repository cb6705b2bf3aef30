from party.pdf.seats.table_list import TableLine, TableList, table_list_pdf
from tests.pdf.cast import HEADING, LETTER, LONG
from tests.pdf.reading import boxes, overlaps, page_count


def test_forty_tables_need_three_sheets():
    names = (LONG, "Bert", "Carol", "Dev")
    lines = tuple(TableLine(table=str(number), names=names) for number in range(1, 41))
    data = table_list_pdf(TableList(heading=HEADING, round="Round 3", lines=lines), LETTER)
    assert page_count(data) == 3
    assert overlaps(boxes(data)) == []
