import pytest
from django.urls import reverse

from party.models import Series
from tests.evening import helper_of
from tests.guard import setting_up
from tests.reading import csv_rows, pdf_in, text_of, text_of_pdf
from tests.season import EW_AHEAD, NS_AHEAD, evening, players_of, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def evenings(ruth):
    first = evening(ruth, NS_AHEAD)
    return [first, evening(ruth, EW_AHEAD, week=1, who=players_of(first))]


@pytest.fixture
def series(evenings):
    return season_of(evenings)


def send(client, page, pk, **data):
    typed = {"name": "Winter 2026", "counting": "totals", "ladder": "10 8 6", **data}
    return client.post(reverse(page, args=[pk]), typed, follow=True)


def test_the_first_page_links_to_the_list_of_series(client, ruth, series):
    assert f'href="{reverse("series_list")}"' in text_of(client.get("/"))
    page = text_of(client.get(reverse("series_list")))
    assert "Winter 2026" in page
    assert "2 parties, 2 finished" in page


def test_a_series_is_begun(client, ruth, evenings):
    club = evenings[0].club_id
    assert "Party 2, 21 Nov 2026" in text_of(client.get(reverse("series_new", args=[club])))
    response = send(client, "series_new", club, parties=[party.pk for party in evenings], best="1")
    assert "Winter 2026 is created." in text_of(response)
    found = Series.objects.get()
    assert (found.parties.count(), found.best, found.ladder, found.least) == (2, 1, [10, 8, 6], 1)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"name": ""}, "Type a name for the season."),
        ({"counting": ""}, "Choose how an evening counts."),
        ({"ladder": "10 eight"}, "Type whole numbers with spaces between"),
        ({"ladder": "8 10"}, "A lower place cannot be worth more than a higher one."),
        ({"best": "x"}, "Type a number."),
        ({"parties": "999"}, "Parties of the season: choose one of those shown."),
    ],
)
def test_wrong_values_are_refused_and_stay_in_their_fields(client, ruth, evenings, data, text):
    page_text = text_of(send(client, "series_new", evenings[0].club_id, **data))
    assert text in page_text
    typed = {"name": "Winter 2026", "ladder": "10 8 6", **data}
    kept = [v for k, v in typed.items() if k not in {"counting", "parties"} and v]
    assert all(f'value="{value}"' in page_text for value in kept)
    assert not Series.objects.exists()


def test_a_taken_name_is_refused(client, ruth, series, evenings):
    text = text_of(send(client, "series_new", evenings[0].club_id))
    assert "There is a season named Winter 2026 already." in text
    assert "<title>Error: New season" in text


def test_the_page_shows_the_standings(client, ruth, series, evenings):
    page = text_of(client.get(reverse("series", args=[series.pk])))
    assert "After 2 parties." in page
    assert '<td class="num total">810</td>' in page
    assert '<td class="num rank">1=</td>' in page
    assert "Each evening counts in full. Equal totals share the place." in page
    for party in evenings:
        assert reverse("standings", args=[party.pk]) in page


def test_evenings_that_do_not_count_are_in_brackets(client, ruth, evenings):
    series = season_of(evenings, best=1, attendance=3, least=3)
    page = text_of(client.get(reverse("series", args=[series.pk])))
    assert 'place 1, 590 points"><i>1</i><b>590</b>' in page
    assert '220 points, does not count"><i>' in page
    assert "came 2 of 3 times" in page
    assert "For coming" in page


def test_the_standings_of_a_party_link_to_its_series(client, ruth, evenings, series):
    season_of(evenings[:1], name="Autumn")
    page = text_of(client.get(reverse("standings", args=[evenings[0].pk])))
    link = f'<a href="{reverse("series", args=[series.pk])}">Winter 2026</a>'
    assert f"Autumn</a>, {link}." in page
    hanna = helper_of(evenings[0])
    with setting_up():
        hanna.memberships.update(party=evenings[0])
    client.force_login(hanna)
    page = text_of(client.get(reverse("standings", args=[evenings[0].pk])))
    assert "This party counts for" not in page


def test_the_file_of_a_series_has_ranks_and_points(client, ruth, evenings):
    series = season_of([*evenings, evening(ruth, NS_AHEAD, week=2)], attendance=2, least=2)
    answer = client.get(reverse("series_file", args=[series.pk, "csv"]))
    rows = csv_rows(answer)
    page = text_of(client.get(reverse("series", args=[series.pk])))
    assert ': not there"><b>–</b>' in page
    # The third evening has another Bert; nobody has merged the two.
    bert = "Bert (last here 21 Nov 2026)"
    assert (rows[0]["Rank"], rows[0]["Name"], rows[0]["Total"]) == ("1", bert, "814")
    assert (rows[0]["14 Nov"], rows[0]["21 Nov"], rows[0]["28 Nov"]) == ("220", "590", "")
    assert (rows[-1]["Rank"], rows[-1]["Note"]) == ("", "came 1 of 2 times")
    workbook = client.get(reverse("series_file", args=[series.pk, "xlsx"]))
    assert workbook.content.startswith(b"PK")


def test_the_file_says_which_evenings_do_not_count(client, ruth, evenings):
    series = season_of(evenings, best=1)
    answer = client.get(reverse("series_file", args=[series.pk, "csv"]))
    rows = csv_rows(answer)
    assert {row["Name"]: row["Not counted"] for row in rows} == {
        "Alma": "21 Nov",
        "Bert": "14 Nov",
        "Carol": "21 Nov",
        "Dev": "14 Nov",
    }


@pytest.mark.parametrize("paper", ["?paper=a4", "?paper=napkin"])
def test_the_printed_series_has_everybody(client, ruth, series, paper):
    answer = client.get(reverse("series_pdf", args=[series.pk]) + paper)
    [page] = pdf_in(answer).pages
    assert all(name in page.extract_text() for name in ("Alma", "Bert", "Winter 2026", "1="))
    assert int(page.mediabox.width) == (595 if "a4" in paper else 612)


def test_a_series_is_changed(client, ruth, series, evenings):
    page = text_of(client.get(reverse("series_change", args=[series.pk])))
    assert 'value="10 8 6 5 4 3 2 1"' in page
    assert page.count("checked") == 3  # A way of counting and two parties are chosen.
    response = send(client, "series_change", series.pk, parties=[evenings[0].pk], least="2")
    assert "The season is saved." in text_of(response)
    assert list(Series.objects.get().parties.all()) == evenings[:1]


def test_a_series_is_removed(client, ruth, series):
    response = client.post(reverse("series_remove", args=[series.pk]), follow=True)
    assert "Winter 2026 is removed." in text_of(response)
    assert not Series.objects.exists()


def test_the_page_the_file_and_the_paper_say_who_won_most_rounds(client, series):
    sentence = "Most rounds won: Bert, Dev, Alma and Carol, 1 round."
    page = text_of(client.get(reverse("series", args=[series.pk])))
    assert sentence in page
    assert "Rounds won" in page
    file = client.get(reverse("series_file", args=[series.pk, "csv"]))
    assert [line["Rounds won"] for line in csv_rows(file)] == ["1"] * 4
    paper = client.get(reverse("series_pdf", args=[series.pk]))
    assert sentence in text_of_pdf(pdf_in(paper))
