"""Every list of Head Table as a file: access, cells and file name.

A test compares the lists here with all URLs of files, so a new list must be added here.
"""

import csv
import io
from decimal import Decimal
from urllib.parse import unquote
from uuid import uuid4

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from party.models import Entrant, Player
from party.services.evening import rounds
from party.services.people.wishes import add_wish
from party.services.prizes import fifty_fifty, prizes
from party.services.standings.series import create_series
from party.tables.spreadsheets import FORMULA_STARTS
from party.values.prizes.prizes import PrizeKind
from party.values.standings.series import SeriesPlan
from tests.addresses import argument_names
from tests.evening import (
    BY_PROGRAM,
    create_user,
    enter,
    helper_of,
    party_after_rounds,
    party_with,
    play_rounds,
    start_next_round,
)
from tests.guard import setting_up
from tests.hands import WHOLE
from tests.once import once, remember_page
from tests.reading import csv_rows, queries_of
from tests.records import store_records
from tests.services.scores.test_final_cards import save_card

pytestmark = pytest.mark.django_db
WHOLE_PARTY = ("door", "wishes", "helpers", "rota", "cards", "records")
PICTURES = ("totals", "chairs", "partners", "bids")
WITHOUT_PARTY = {"parties_file", "series_list_file"}  # lists outside a party


@pytest.fixture
def party(ruth):
    return evening(ruth)


@once
def evening(ruth):
    """Make a party of nine with a closed round and an open round; every list has a line."""
    party = party_with(9, fee=500, rounds_planned=3, by=ruth, name="Fall: “Zoë’s” / night")
    with setting_up():
        Entrant.objects.update(name="=1+1", sort_name="=1+1", prize_group="@women")
        Player.objects.update(name="=1+1", sort_name="=1+1", notes="+1")
    helper_of(party)
    ids = list(party.entrants.order_by("number").values_list("pk", flat=True))
    add_wish(party.pk, "apart", ids[0], ids[1], **BY_PROGRAM)
    play_rounds(party, 1)
    start_next_round(party)
    enter(party, "8hn9", 1)
    store_records(party, WHOLE, table=2)
    seated = party.entrants.filter(places__round__number=1, places__table__number=1).first()
    save_card(party, seated.number, 100)
    prizes.add_prize(party.pk, PrizeKind.HIGH, **BY_PROGRAM)
    fifty = fifty_fifty.set_ticket_price(party.pk, None, 250, **BY_PROGRAM)
    fifty_fifty.sell_tickets(
        party.pk, fifty.pk, 3, entrant_id=ids[0], submission=uuid4(), **BY_PROGRAM
    )
    played = party_after_rounds(1, 4, by=ruth, rounds_planned=1)
    rounds.finish(played.pk, **BY_PROGRAM)
    plan = SeriesPlan(name="=Winter", parties=(party.pk, played.pk))
    create_series(party.club_id, plan, **BY_PROGRAM)
    return party


def addresses(party):
    """Return the URL name and arguments of each list, by a name for the list."""
    fifty, season = party.prizes.get(kind=PrizeKind.FIFTY_FIFTY), party.series.get()
    return {
        **{
            f"list_file {list_name}": ("list_file", party.pk, list_name)
            for list_name in WHOLE_PARTY + PICTURES
        },
        "tables": ("round_list_file", party.pk, 2, "tables"),
        "checks": ("round_list_file", party.pk, 2, "checks"),
        "hands_file": ("hands_file", party.pk, 2),
        "seats_file": ("seats_file", party.pk, 2),
        "tickets_file": ("tickets_file", party.pk, fifty.pk),
        "series_file": ("series_file", season.pk),
        "club_file": ("club_file", party.club_id),
        **{name: (name,) for name in WITHOUT_PARTY},
        **{
            name: (name, party.pk)
            for name in (
                *("players_file", "roster_file", "money_file", "standings_file"),
                *("prizes_file", "log_file"),
            )
        },
    }


def fetch(client, address, kind):
    name, *arguments = address
    return remember_page(client, reverse(name, args=[*arguments, kind]), FileAnswer)


class FileAnswer:
    """The parts of an answer that `remember_page` can store."""

    def __init__(self, answer):
        self.status_code = answer.status_code
        self.headers = dict(answer.headers)
        self.content = answer.content


def test_every_url_of_a_file_is_tested_here(party):
    files = {name for name, keys in argument_names().items() if "kind" in keys}
    assert {address[0] for address in addresses(party).values()} == files


def test_both_files_of_a_list_have_the_same_cells(client, party):
    for name, address in addresses(party).items():
        text = fetch(client, address, "csv")
        assert text.headers["Content-Type"] == "text/csv; charset=utf-8", name
        lines = list(csv.reader(io.StringIO(text.content.decode("utf-8-sig"))))
        cells = sheet(fetch(client, address, "xlsx"))
        assert len(lines) == len(cells) > 1, name
        assert lines[0] == [cell.value for cell in cells[0]], name
        for line, row in zip(lines[1:], cells[1:], strict=True):
            values = ["" if cell.value is None else str(cell.value) for cell in row]
            assert [*map(plain, values)] == [*map(plain, line)], name


def sheet(answer):
    return list(load_workbook(io.BytesIO(answer.content)).active.iter_rows())


def plain(text):
    """Return a number without final zeros: 5.00 in a text file is 5 in a workbook."""
    try:
        return str(Decimal(text).normalize())
    except ArithmeticError:
        return text


def test_no_cell_of_any_list_is_a_formula(client, party):
    for name, address in addresses(party).items():
        for row in sheet(fetch(client, address, "xlsx"))[1:]:
            for cell in row:
                assert cell.data_type != "f", name
                if cell.data_type == "s":
                    assert not cell.value.startswith(FORMULA_STARTS), (name, cell.value)


def test_numbers_and_times_have_their_cell_types(client, party):
    found = {name: column_types(fetch(client, a, "xlsx")) for name, a in addresses(party).items()}
    assert found["money_file"]["Owed"] == {"n"}
    assert found["tickets_file"]["Money"] == {"n"}
    assert found["list_file totals"]["R1"] == {"n"}
    assert found["list_file bids"]["Bids"] == {"n"}
    assert found["standings_file"]["Total"] == {"n"}
    assert found["tables"]["N-S points"] == {"n"}
    assert found["list_file rota"]["Rounds sat out"] == {"n"}
    assert found["log_file"]["When"] == {"d"}
    assert found["parties_file"]["Start"] == {"d"}


def column_types(answer):
    head, *rows = sheet(answer)
    return {
        cell.value: {row[index].data_type for row in rows if row[index].value is not None}
        for index, cell in enumerate(head)
    }


def test_files_are_named_after_the_party_and_its_day(client, party):
    for name, address in addresses(party).items():
        disposition = fetch(client, address, "csv").headers["Content-Disposition"]
        assert disposition.startswith("attachment; filename"), name
        if name in WITHOUT_PARTY:
            continue
        whose = {"club_file": "Ruth", "roster_file": "Ruth", "series_file": "=Winter"}
        expected = whose.get(
            name, "Fall%20%E2%80%9CZo%C3%AB%E2%80%99s%E2%80%9D%20night%202026-11-14"
        )
        assert expected in disposition.replace("%20%20", "%20").replace("%20%20", "%20"), name


def test_file_names_have_no_forbidden_characters(client, party):
    for name, address in addresses(party).items():
        disposition = unquote(fetch(client, address, "csv").headers["Content-Disposition"])
        called = disposition.partition("filename")[2].removeprefix("*=utf-8''")
        assert not set(called) & set("/\\:*?<>|"), name


def test_a_stranger_gets_empty_lists_of_parties_and_series(client, party):
    client.force_login(create_user("Mallory"))
    for name in WITHOUT_PARTY:
        lines = fetch(client, (name,), "csv").content.decode("utf-8-sig").splitlines()
        assert len(lines) == 1, name


def test_every_list_is_linked_from_its_page(client, party):
    fifty, season = party.prizes.get(kind=PrizeKind.FIFTY_FIFTY), party.series.get()
    pages = {
        **{f"list_file {list_name}": ("pictures", party.pk) for list_name in PICTURES},
        "list_file door": ("checkin", party.pk),
        "list_file wishes": ("wishes", party.pk),
        "list_file helpers": ("helpers", party.pk),
        "list_file rota": ("draw", party.pk),
        "list_file cards": ("tallies", party.pk),
        "list_file records": ("records", party.pk, 2, 2),
        "tables": ("live", party.pk),
        "checks": ("checked", party.pk, 2),
        "hands_file": ("round", party.pk, 2),
        "seats_file": ("moves", party.pk, 1),
        "tickets_file": ("tickets", party.pk, fifty.pk),
        "series_file": ("series", season.pk),
        "club_file": ("club_players", party.club_id),
        "parties_file": ("home",),
        "series_list_file": ("series_list",),
        "players_file": ("players", party.pk),
        "roster_file": ("players_roster", party.pk),
        "money_file": ("money", party.pk),
        "standings_file": ("standings", party.pk),
        "prizes_file": ("prizes", party.pk),
        "log_file": ("log", party.pk),
    }
    for name, address in addresses(party).items():
        page, *arguments = pages[name]
        query = {"numbers": address[-1]} if page == "pictures" else {}
        page_text = client.get(reverse(page, args=arguments), query).content.decode()
        for kind in ("csv", "xlsx"):
            link = reverse(address[0], args=[*address[1:], kind])
            assert f'href="{link}' in page_text, (name, page)


def test_an_unknown_list_is_not_found(client, party):
    assert fetch(client, ("list_file", party.pk, "secrets"), "csv").status_code == 404
    assert fetch(client, ("round_list_file", party.pk, 1, "secrets"), "csv").status_code == 404
    assert fetch(client, ("round_list_file", party.pk, 9, "tables"), "csv").status_code == 404


def rows(client, address):
    return csv_rows(fetch(client, address, "csv"))


def test_the_lists_have_the_expected_cells(client, party):
    with setting_up():
        Entrant.objects.filter(party=party).update(name="Alma")
    [wish] = rows(client, ("list_file", party.pk, "wishes"))
    assert wish["Wish"] == "Alma and Alma never sit at one table"
    [hanna] = rows(client, ("list_file", party.pk, "helpers"))
    assert hanna == {"Name": "Hanna", "Where": "every party", "Signed in": ""}
    turns = rows(client, ("list_file", party.pk, "rota"))
    assert [each["Rounds sat out"] for each in turns].count("1") == 2
    cards = rows(client, ("list_file", party.pk, "cards"))
    assert [card["R1"] for card in cards if card["On the card"]] == ["100"]
    [record] = rows(client, ("list_file", party.pk, "records"))
    assert (record["Round"], record["Table"], record["Entered"]) == ("2", "2", "not yet")
    first, second = rows(client, ("round_list_file", party.pk, 2, "tables"))
    assert (first["Hands"], first["N-S points"], first["State"]) == ("1", "300", "1 of 4")
    assert second["Ahead"] == ""
    checks = rows(client, ("round_list_file", party.pk, 2, "checks"))
    assert [check["Results"] for check in checks] == ["1", "0"]
    door = rows(client, ("list_file", party.pk, "door"))
    assert {each["Here"] for each in door} == {"here"}
    assert {each["Owing"] for each in door} == {"5.00"}
    chairs = rows(client, ("list_file", party.pk, "chairs"))
    assert "out" in {each["R1"] for each in chairs}
    assert "" in {each["R1"] for each in rows(client, ("list_file", party.pk, "partners"))}


@pytest.mark.measured
def test_more_records_need_no_more_queries(client, party):
    address = reverse("list_file", args=[party.pk, "records", "csv"])
    before = queries_of(client.get, address)
    store_records(party, WHOLE, first=2, table=2)
    store_records(party, WHOLE, table=1)
    assert queries_of(client.get, address) == before
    records = rows(client, ("list_file", party.pk, "records"))
    assert [(each["Table"], each["Hand"]) for each in records] == [
        ("1", "1"),
        ("2", "1"),
        ("2", "2"),
    ]
    assert [each["Entered"] for each in records] == ["the same", "not yet", "not yet"]
