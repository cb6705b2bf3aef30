import unicodedata

import pypdfium2
import pytest

from party.pdf.drawing import fonts
from party.pdf.seats.seat_list import SeatLine, SeatList, seat_list
from party.values.papers import Heading

CACHES = (fonts.face_of, fonts.runs, fonts.width, fonts.is_embedded)


@pytest.fixture
def lending_reader(monkeypatch):
    """Simulate a computer without fonts and a PDF reader with the usual fonts for East Asia."""
    for cache in CACHES:
        cache.cache_clear()
    monkeypatch.setattr(fonts, "system_faces", tuple)
    yield
    for cache in CACHES:
        cache.cache_clear()


@pytest.fixture
def bare_computer(lending_reader, monkeypatch):
    """Simulate a computer and a PDF reader, both without fonts."""
    monkeypatch.setattr(fonts, "viewer_faces", tuple)


def drawn(text):
    return "".join(run.text for run in fonts.runs(text))


def letters_without_font(name):
    found = fonts.names_to_check([("", name)])
    return "".join(each.letters for each in found if each.reason == fonts.NO_FONT)


@pytest.mark.parametrize(
    "name", ["Łukasz Nguyễn", "Þór", "Ōtani Ayumi", "O'Brien-Smith", "Zoë Čapek", "Μαρία", "Ольга"]
)
def test_european_and_vietnamese_names_need_no_other_font(name, bare_computer):
    assert letters_without_font(name) == ""
    assert drawn(name) == name
    assert len(fonts.runs(name)) == 1


def test_decomposed_letters_of_a_name_are_composed_first(bare_computer):
    pieces = unicodedata.normalize("NFD", "Nguyễn Ō")
    assert drawn(pieces) == "Nguyễn Ō"


def test_invisible_characters_are_left_out(bare_computer):
    assert drawn("Al\u200bma\t\u202eR\ufe0f") == "Alma R"
    assert letters_without_font("Al\u200bma\n") == ""


def test_a_missing_letter_is_reported_with_its_name(bare_computer):
    found = fonts.names_to_check([("", "Alma"), ("", "王 小明"), ("", "Ed 🎉🎉")])
    assert [(one.name, one.letters) for one in found] == [("王 小明", "王小明"), ("Ed 🎉🎉", "🎉")]
    assert "No font" in found[0].reason


def test_a_missing_letter_prints_as_a_similar_letter_or_a_question_mark(bare_computer):
    assert drawn("Ａlma") == "Alma"
    assert drawn("王 Li") == "? Li"


def test_a_name_in_two_scripts_has_two_fonts(lending_reader):
    changes = [(run.font, run.text) for run in fonts.runs("Ann 王", bold=True)]
    assert changes == [("OwnBold", "Ann "), ("HeiseiKakuGo-W5", "王")]


@pytest.mark.parametrize(
    ("name", "font"),
    [("田中", "HeiseiKakuGo-W5"), ("刘", "STSong-Light"), ("김철수", "HYGothic-Medium")],
)
def test_east_asian_letters_use_fonts_of_the_pdf_reader_with_a_warning(name, font, lending_reader):
    assert [run.font for run in fonts.runs(name)] == [font]
    assert letters_without_font(name) == ""
    [found] = fonts.names_to_check([("", name)])
    assert "may lack them" in found.reason
    assert not fonts.is_embedded(name)


def test_a_system_font_that_cannot_be_embedded_is_skipped(monkeypatch, tmp_path):
    broken = tmp_path / "Outlines.ttf"
    broken.write_bytes(b"OTTO" + b"\0" * 60)
    monkeypatch.setattr(fonts, "SYSTEM", ((broken, broken), (tmp_path / "no.ttf",) * 2))
    assert fonts.load_system_faces() == ()


def test_a_system_font_is_used_if_it_exists(monkeypatch):
    monkeypatch.setattr(fonts, "SYSTEM", (fonts.SOURCE_SANS,))
    [face] = fonts.load_system_faces()
    assert face.has_letter("Ō")
    assert not face.has_letter("王")
    assert face.font("A", bold=True) != face.font("A", bold=False)


def test_the_width_of_a_text_is_the_sum_of_its_runs(bare_computer):
    assert fonts.width("Alma", 10) + fonts.width("Bert", 10) == pytest.approx(
        fonts.width("AlmaBert", 10)
    )
    assert fonts.width("Alma", 10, bold=True) > fonts.width("Alma", 10)
    assert fonts.width("", 10) == 0


def read_back(*names):
    lines = tuple(SeatLine(name=name, table="1", seat="N") for name in names)
    data = seat_list(SeatList(heading=Heading(party="Party"), round="Round 1", lines=lines))
    document = pypdfium2.PdfDocument(data)
    try:
        return document[0].get_textpage().get_text_range()
    finally:
        document.close()


@pytest.mark.parametrize("name", ["דוד לוי", "محمد علي", "محمد Ali", "Łukasz Nguyễn"])
def test_the_text_of_a_pdf_has_the_names_as_they_were_typed(name):
    if letters_without_font(name):
        pytest.skip(f"no font for {name} on this computer")
    assert name in read_back("Alma", name)


def test_names_in_fonts_of_the_pdf_reader_are_in_the_text_of_the_pdf(lending_reader):
    assert "田中 花子" in read_back("田中 花子")


def test_hebrew_vowel_marks_are_left_out_with_a_warning(bare_computer):
    [*_, found] = fonts.names_to_check([("", "שָׁלוֹם")])
    assert "without the points" in found.reason
    assert letters_without_font("\u05b8") == ""


def test_a_prize_with_missing_letters_is_reported_as_a_prize(bare_computer):
    [found] = fonts.names_to_check([("A prize", "王")])
    assert (found.kind, found.name) == ("A prize", "王")
