from time import process_time

from party.rosters.vcards import as_table

HEADINGS = "Last name\tFirst name\tFull name\n"


def test_a_text_without_a_vcard_is_unchanged():
    assert as_table("Alma\nBEGIN:VCARD") == "Alma\nBEGIN:VCARD"


def test_a_name_between_two_vcards_is_read_as_a_name():
    text = "BEGIN:VCARD\nFN:Ida\nEND:VCARD\nBert Holm\n"
    assert as_table(text) == HEADINGS + "\t\tIda\n\t\tBert Holm\n"


def test_a_vcard_without_its_end_is_still_read():
    text = "BEGIN:VCARD\nN:Ek;Alma\nBEGIN:VCARD\nFN:Bert Holm\nEND:VCARD\nBEGIN:VCARD\nN:Dahl"
    assert as_table(text) == HEADINGS + "Ek\tAlma\t\n\t\tBert Holm\n\t\tDahl\n"


def test_vcards_with_long_pictures_and_very_many_vcards_are_read():
    picture = "PHOTO;ENCODING=b:" + "\n ".join(["/9j4AAQ="] * 3_000)
    cards = f"BEGIN:VCARD\n{picture}\nN:E\n k;Al\n ma\nEND:VCARD\n" * 20
    assert as_table(cards) == HEADINGS + "Ek\tAlma\t\n" * 20
    assert as_table("BEGIN:VCARD\n" * 100_000) == HEADINGS


def test_only_quoted_printable_fields_continue_after_an_equals_sign():
    text = (
        "BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE:M=C3=BC=\nller;Zo=C3=AB\nPHOTO:abc=\n"
        "FN:Zoë\nEND:VCARD\n"
    )
    assert as_table(text) == HEADINGS + "Müller\tZoë\t\n"


def test_a_field_of_300000_lines_is_read_in_seconds():
    soft = "BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:Alma=\n" + " =\n" * 300_000 + "Ek\nEND:VCARD"
    folded = "BEGIN:VCARD\nFN:Alma\n" + " \n" * 300_000 + "  Ek\nEND:VCARD"
    start = process_time()
    assert as_table(soft) == as_table(folded) == HEADINGS + "\t\tAlma Ek\n"
    assert process_time() - start < 20  # copying the field for every line takes over a minute
