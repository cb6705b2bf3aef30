import io
import re

import pypdf
import pytest
from django.urls import reverse

from party.models import Party
from tests.evening import party_with, start
from tests.guard import setting_up
from tests.pdf.reading import pages
from tests.reading import csv_rows

pytestmark = pytest.mark.django_db
ATTACKS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</para><a href='file:///etc/passwd'>",
    '=HYPERLINK("http://evil.example","A")',
    "{{ request }}{% debug %}",
    ") Tj /JS (app.alert)",
    "../../etc/passwd\\..\\x",
    "Eve%0d%0aSet-Cookie: a=b",
)
PAGES = ("live", "players", "round", "moves", "log", "prizes", "checkin", "guest", "hall")
RUNS_SOMETHING = {"/JS", "/JavaScript", "/AA", "/OpenAction", "/Launch", "/URI", "/EmbeddedFiles"}


@pytest.fixture
def party(client):
    party = party_with(8, guests=True, guest_names="full")
    with setting_up():
        for entrant, name in zip(party.entrants.order_by("number"), ATTACKS, strict=True):
            entrant.name = entrant.sort_name = name
            entrant.save()
        party.name = 'A"; filename="../x.exe\r\nX-Evil: 1<script>'
        party.save()
        party.club.name = f"=1+1{party.name}"
        party.club.save()
    client.force_login(party.club.memberships.get().user)
    start(party)
    return Party.objects.get(pk=party.pk)


def address(party, name, *options):
    keys = {"round": [party.pk, 1], "guest": [party.code], "hall": [party.code]}
    return reverse(name, args=keys.get(name, [party.pk, *options]))


@pytest.mark.parametrize("name", [name for name in PAGES if name != "moves"])
def test_markup_in_a_name_is_text_on_a_page(client, party, name):
    page = client.get(address(party, name), follow=True).content.decode()
    assert "&lt;script&gt;" in page or name in {"prizes", "guest"}
    assert not re.search(r"<script>|<img src=x|<a href='file:", page)


@pytest.mark.parametrize(
    "name", ["players_file", "standings_file", "round_pdf", "evening_file", "roster_file"]
)
def test_a_name_of_a_party_or_club_changes_no_header_and_no_path(client, party, name):
    more = {"standings_file": ["xlsx"], "round_pdf": [1]}
    more |= {key: ["csv"] for key in ("players_file", "roster_file")}
    answer = client.get(address(party, name, *more.get(name, [])))
    assert answer.status_code == 200
    assert "X-Evil" not in answer.headers
    disposition = answer.headers["Content-Disposition"]
    assert re.fullmatch(
        r'(attachment|inline); filename="[^"/\\\r\n]*\.(csv|xlsx|pdf)"', disposition
    )


def test_a_name_is_no_formula_in_a_list(client, party):
    answer = client.get(address(party, "players_file", "csv"))
    names = [row["Name"] for row in csv_rows(answer)]
    assert len(names) == 8
    assert not any(name.startswith(("=", "+", "-", "@")) for name in names)


def test_a_name_of_a_club_is_no_formula_in_the_list_of_parties(client, party):
    rows = client.get(reverse("parties_file", args=["csv"])).content.decode("utf-8-sig")
    assert "1+1A" in rows
    assert not re.search(r'(?m)(^|,)"?=1', rows)


def test_names_in_a_pdf_are_text_and_run_nothing(client, party):
    paper = client.get(address(party, "round_pdf", 1)).content
    words = "".join("".join(pages(paper)).split())
    for name in ("<script>alert(1)", ")Tj/JS(app.alert)"):
        assert name[:12] in words
    document = pypdf.PdfReader(io.BytesIO(paper))
    keys = {key for each in document.xref[0] for key in keys_of(document, each)}
    assert keys
    assert not keys & RUNS_SOMETHING


def keys_of(document, number):
    found = document.get_object(pypdf.generic.IndirectObject(number, 0, document))
    return found.keys() if isinstance(found, dict) else ()
