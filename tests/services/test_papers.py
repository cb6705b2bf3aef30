import pytest

from party.models import LogLine, Printout
from party.queries.papers import last_printouts
from party.services.papers import forget_printout, record_printout
from party.values.papers import Look, Marks, PaperSize
from party.values.refusals import Refused
from party.views.papers.seat_cards import contents
from tests.evening import BY_PROGRAM, party_with
from tests.pdf.cast import card_sheet

pytestmark = pytest.mark.django_db

MARKS = contents(card_sheet(4)).marks


@pytest.fixture
def party():
    return party_with(8)


def words():
    return list(LogLine.objects.order_by("pk").values_list("verb", "words"))


def printed(party, look=None, **options):
    look = look or Look()
    return record_printout(
        party.pk, "cards", look, MARKS, title="Seat cards", **options, **BY_PROGRAM
    )


def test_a_printout_is_stored_with_its_marks(party):
    row = printed(party, round_number=2)
    row.refresh_from_db()
    assert (row.kit, row.round, row.paper, row.only) == ("cards", 2, "letter", None)
    assert Marks.from_json(row.marks) == MARKS
    assert words() == [("printed", "Printed: Seat cards")]
    assert LogLine.objects.get().round == 2


def test_a_printout_of_some_cards_names_them(party):
    row = printed(party, only=["1", "4"])
    assert row.only == ["1", "4"]
    assert words() == [("printed", "Printed: Seat cards, only Alma Rasmussen, Ōtani Ayumi")]


def test_only_the_last_printout_for_each_paper_and_size_counts(party):
    printed(party)
    last = printed(party)
    large = printed(party, Look(large=True))
    a4 = printed(party, Look(paper=PaperSize.A4, blank=True))
    other = party_with(4)
    printed(other)
    assert last_printouts(party, Look()) == {("cards", None, False): last}
    assert last_printouts(party, Look(large=True)) == {("cards", None, False): large}
    assert last_printouts(party, Look(paper=PaperSize.A4)) == {("cards", None, True): a4}


def test_a_failed_printout_is_deleted(party):
    first, second = printed(party), printed(party)
    forget_printout(party.pk, second.pk, title="Seat cards", **BY_PROGRAM)
    assert list(Printout.objects.all()) == [first]
    assert words()[-1] == ("not printed", "Did not come out of the printer: Seat cards")


def test_a_printout_is_not_deleted_twice_or_from_another_party(party):
    row = printed(party)
    with pytest.raises(Refused):
        forget_printout(party_with(4).pk, row.pk, title="Seat cards", **BY_PROGRAM)
    forget_printout(party.pk, row.pk, title="Seat cards", **BY_PROGRAM)
    with pytest.raises(Refused) as refused:
        forget_printout(party.pk, row.pk, title="Seat cards", **BY_PROGRAM)
    assert "taken back already" in str(refused.value.faults[0].text)
