import re

import pytest
from django.urls import reverse

from party.models import LogLine, Party, Printout
from party.services.phones import addresses
from party.values.papers import Look, PaperSize
from party.views.papers.print_centre import ROUND_KITS, round_kits
from tests.evening import BY_PROGRAM, drawn_party, play_rounds, seat_next, set_people
from tests.guard import setting_up
from tests.reading import pdf_in, queries_of, text_of_pdf

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return drawn_party(players=10, rounds_planned=2)


def page(client, party, **query):
    return client.get(reverse("prints", args=[party.pk]), query)


def line(client, party, kit="cards", **query):
    lines = page(client, party, **query).context["page"].lines
    return next(line for line in lines if line.paper.document.slug == kit)


def press(client, party, kit="cards", **sent):
    return client.post(reverse("print_kit", args=[party.pk, kit]), sent)


def text_of(client, answer):
    return text_of_pdf(pdf_in(client.get(answer.headers["Location"])))


def rename(party, number, name):
    set_people(party, number, name=name, sort_name=name)


def test_printing_stores_a_printout_and_opens_the_paper(client, party):
    answer = press(client, party, paper="a4")
    assert answer.headers["Location"].endswith("/print/cards.pdf?paper=a4")
    assert "Alma" in text_of(client, answer)
    shown = line(client, party, paper="a4")
    assert shown.printed
    assert not shown.changes
    assert "Nothing has changed." in page(client, party, paper="a4").content.decode()
    assert not line(client, party, paper="letter").printed
    row = Printout.objects.get()  # it did not come out of the printer
    client.post(reverse("forget_printout", args=[party.pk, "cards", row.pk]))
    assert not Printout.objects.exists()


@pytest.mark.parametrize(
    ("capture", "kits"), [("hands", ROUND_KITS), ("cards", ("seats", "tables"))]
)
def test_a_round_with_final_cards_needs_no_slips(capture, kits):
    assert round_kits(Party(capture=capture)) == kits


def test_opening_a_pdf_stores_no_printout(client, party):
    client.get(reverse("print_pdf", args=[party.pk, "cards"]))
    page(client, party)
    assert client.get(reverse("print_kit", args=[party.pk, "cards"])).status_code == 405
    assert not Printout.objects.exists()


def test_changed_cards_are_named_and_printed_alone(client, party):
    press(client, party)
    rename(party, 2, "Bertram")
    shown = line(client, party)
    assert shown.changes.sentences == ("1 card changed since: Bertram.",)
    assert shown.outdated_pieces == 1
    assert "Print only those" in page(client, party).content.decode()
    answer = press(client, party, only="changed")
    text = text_of(client, answer)
    assert "Bertram" in text
    assert "Alma" not in text
    assert not line(client, party).changes
    assert LogLine.objects.latest("pk").words == "Printed: Seat cards, only Bertram"
    # The link of this printout keeps showing only these cards; a new printout shows all.
    assert "Alma" not in text_of(client, answer)
    assert "Alma" in text_of(client, press(client, party))


def test_an_unchanged_paper_is_not_printed_again(client, party):
    press(client, party, only="changed")  # not printed before: all cards
    assert Printout.objects.get().only is None
    answer = client.post(
        reverse("print_kit", args=[party.pk, "cards"]), {"only": "changed"}, follow=True
    )
    assert "Seat cards: nothing has changed" in answer.content.decode()
    assert Printout.objects.count() == 1


def test_a_changed_list_is_printed_as_a_whole(client, party):
    press(client, party, "seats")
    rename(party, 2, "Bertram")
    shown = line(client, party, "seats")
    assert shown.changes.sentences == (
        "1 line changed since: Bertram.",
        "No longer there: Bert.",
    )
    assert shown.outdated_pieces == 0
    assert "Alma" in text_of(client, press(client, party, "seats", only="changed"))


def test_each_round_has_its_own_printouts(client, party):
    press(client, party, "slips", round="1")
    play_rounds(party, 1)
    seat_next(party)
    assert not line(client, party, "slips").printed
    earlier = page(client, party, round="1")
    assert line(client, party, "slips", round="1").printed
    assert not line(client, party, "slips", round="1").changes
    assert earlier.context["page"].next is None
    assert earlier.context["page"].moment_text == "round 1"
    assert earlier.context["page"].round_papers == ()
    wanted = [each.paper.document.slug for each in earlier.context["page"].wanted]
    assert wanted == ["slips", "seats", "tables"]
    assert "Round 1" in text_of(client, press(client, party, "slips", round="1"))
    assert "Round 2" in text_of(client, press(client, party, "slips"))


def test_a_blank_sheet_is_chosen_from_a_list(client, party):
    blanks = page(client, party).context["page"].blanks
    assert "slips" in {document.slug for document in blanks}
    url = reverse("print_blank", args=[party.pk])
    answer = client.post(url, {"kit": "slips", "blank": "yes", "paper": "a4"})
    assert answer.headers["Location"].endswith("slips.pdf?paper=a4&blank=yes")
    assert "Alma" not in text_of(client, answer)
    assert client.post(url, {"blank": "yes"}).status_code == 404


@pytest.mark.parametrize(("kit", "round_"), [("confetti", ""), ("slips", "9"), ("slips", "x")])
def test_an_unknown_paper_is_not_found(client, party, kit, round_):
    assert press(client, party, kit, round=round_).status_code == 404


def test_a_paper_that_is_not_ready_is_not_printed(client, party):
    assert press(client, party, "standings").status_code == 409
    assert not Printout.objects.exists()


def test_a_poll_of_an_unchanged_page_is_answered_with_204(client, party):
    response = page(client, party)
    revision = response.context["party"].revision
    assert page(client, party, v=revision).status_code == 204
    press(client, party)
    assert page(client, party, v=revision).status_code == 200


def next_paper_of(client, party):
    found = page(client, party).context["page"].next
    return found and found.paper.document.slug


def papers_of_the_round(client, party):
    return [each.paper.document.slug for each in page(client, party).context["page"].round_papers]


def press_round(client, party, number=1, **sent):
    return client.post(reverse("print_round", args=[party.pk, number]), sent)


def test_the_page_suggests_the_next_paper_of_the_evening(client, party):
    assert next_paper_of(client, party) == "cards"
    press(client, party)
    assert next_paper_of(client, party) is None
    assert papers_of_the_round(client, party) == ["slips", "seats", "tables"]
    assert 'id="next" class="btn btn-next">Print round 1<' in page(client, party).content.decode()
    press_round(client, party)
    assert next_paper_of(client, party) is None
    assert papers_of_the_round(client, party) == []
    rename(party, 2, "Bertram")
    assert next_paper_of(client, party) == "cards"
    assert "Print what has changed" in page(client, party).content.decode()
    press(client, party, only="changed")
    assert next_paper_of(client, party) == "slips"
    play_rounds(party, 1)
    assert next_paper_of(client, party) is None
    assert page(client, party).context["page"].moment_text == "after round 1"
    seat_next(party)
    assert next_paper_of(client, party) is None
    assert papers_of_the_round(client, party) == ["slips", "seats", "tables"]
    shown = page(client, party).context["page"]
    assert [each.paper.document.slug for each in shown.wanted] == [
        "slips",
        "seats",
        "script",
        "pack",
    ]
    assert shown.moment_text == "between rounds 1 and 2"
    play_rounds(party, 1)
    assert next_paper_of(client, party) == "standings"


def test_the_papers_of_a_round_are_printed_in_one_press(client, party):
    answer = press_round(client, party, paper="a4", size="large")
    assert answer.headers["Location"] == (
        reverse("round_pdf", args=[party.pk, 1])
        + "?paper=a4&size=large&kit=slips&kit=seats&kit=tables"
    )
    reader = pdf_in(client.get(answer.headers["Location"]))
    titles = [mark.title for mark in reader.outline if not isinstance(mark, list)]
    assert titles == ["Table slips", "Find my seat", "By table"]
    rows = list(Printout.objects.order_by("pk"))
    assert [(row.kit, row.round, row.paper, row.large) for row in rows] == [
        (kit, 1, "a4", True) for kit in ("slips", "seats", "tables")
    ]
    assert all(line(client, party, row.kit, paper="a4", size="large").printed for row in rows)
    assert [row.words for row in LogLine.objects.filter(verb="printed").order_by("pk")] == [
        "Printed: Table slips",
        "Printed: Find my seat",
        "Printed: By table",
    ]


def test_unchanged_papers_are_left_out_when_a_round_is_printed(client, party):
    press(client, party, "seats")
    assert (
        press_round(client, party)
        .headers["Location"]
        .endswith("?paper=letter&kit=slips&kit=tables")
    )
    again = press_round(client, party).headers["Location"]
    assert again.endswith("&kit=slips&kit=seats&kit=tables")
    rename(party, 2, "Bertram")
    changed = press_round(client, party).headers["Location"]
    assert changed.endswith("&kit=slips&kit=seats&kit=tables")


def test_the_page_keeps_the_last_paper_size_and_letter_size(client, party):
    press(client, party, paper="a4", size="large")
    assert "?paper=a4&size=large&kit=slips" in press_round(client, party).headers["Location"]
    assert press(client, party, "checklist").headers["Location"].endswith("?paper=a4&size=large")
    assert page(client, party).context["page"].look == Look(paper=PaperSize.A4, large=True)
    assert not page(client, party, paper="letter").context["page"].look.large
    assert not page(client, party, size="normal").context["page"].look.large


@pytest.mark.parametrize("name", ["print_round", "round_pdf"])
def test_printing_a_round_without_papers_is_refused(client, party, name):
    def ask(number):
        url = reverse(name, args=[party.pk, number])
        return client.post(url) if name == "print_round" else client.get(url)

    assert ask(2).status_code == 404
    with setting_up():
        party.rounds.get().tables.all().delete()
    answer = ask(1)
    assert answer.status_code == 409
    assert "nothing to print yet" in answer.content.decode()
    assert not Printout.objects.exists()


def test_a_removed_card_needs_no_printing(client, party):
    press(client, party)
    press(client, party, "seats")
    with setting_up():
        place = party.rounds.get().places.filter(table=None).first()
        place.delete()
    for kit, outdated in (("cards", False), ("seats", True)):
        shown = line(client, party, kit)
        assert shown.changes.removed == (place.entrant.name,)
        assert shown.is_outdated == outdated
    folds = page(client, party, round="1").context["page"].folds
    assert "seat cards" in folds[1].names
    assert folds[1].names.endswith(" more")


def test_table_tents_are_wanted_for_phones_and_again_for_new_addresses(client, party):
    def tents():
        wanted = page(client, party).context["page"].wanted
        return [each.outdated_pieces for each in wanted if each.paper.document.slug == "tents"]

    assert tents() == []
    addresses.switch_phones(party.pk, "http://10.0.0.2", is_on=True, **BY_PROGRAM)
    assert tents() == [0]
    press(client, party, "tents")
    assert tents() == []
    addresses.renew_addresses(party.pk, 2, **BY_PROGRAM)
    assert tents() == [1]
    assert page(client, party).context["page"].next.paper.document.slug == "cards"


def test_papers_open_in_a_new_tab(client, party):
    press(client, party)
    shown = page(client, party).content.decode()
    links = re.findall(r"<a [^>]*[.]pdf[^>]*>", shown)
    forms = re.findall(r"<form [^>]*/print/[^>]*>", shown)
    assert len(links) > 5
    assert len(forms) > 5
    for each in (*links, *forms):
        assert "/forget/" in each or 'target="_blank" rel="noopener"' in each


def test_four_times_the_people_need_no_more_queries(client, party):
    def queries_after_a_rename(party):
        for kit in ("cards", "seats", "slips", "tables", "pack", "rules"):
            press(client, party, kit)
        rename(party, 2, "Bertram")
        return queries_of(page, client, party)

    many = drawn_party(46)
    assert queries_after_a_rename(many) == queries_after_a_rename(party)


def test_the_papers_of_the_end_are_one_file(client, party):
    url = reverse("print_end", args=[party.pk])
    assert client.post(url).status_code == 409
    assert client.get(reverse("end_pdf", args=[party.pk])).status_code == 409
    play_rounds(party, 1)
    answer = client.post(url, follow=True)
    assert answer.headers["Content-Type"] == "application/pdf"
    assert [row.kit for row in Printout.objects.all()] == ["standings"]
    assert answer.redirect_chain[-1][0].endswith("kit=standings")
