"""The shared parts of pages."""

import re
from html.parser import HTMLParser

import django_tables2 as tables
import pytest
from django.template import engines
from django.template.loader import get_template
from django.test import RequestFactory

from party.templatetags.party_tags import plain_rows
from tests.templatetags.gallery import TABLES, PartyForm, gallery


class Elements(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def with_tag(self, tag):
        return [attrs for name, attrs in self.found if name == tag]

    def by_id(self, wanted):
        (attrs,) = [attrs for _, attrs in self.found if attrs.get("id") == wanted]
        return attrs


@pytest.fixture
def get_gallery():
    def get(query="", data=None, **options):
        request = RequestFactory().get(f"/gallery/{query}")
        request.COOKIES.update(options.pop("cookies", {}))
        return gallery(request, data, **options)

    return get


def test_every_id_is_unique(get_gallery):
    ids = [attrs["id"] for _, attrs in Elements(get_gallery(data={})).found if "id" in attrs]

    assert sorted(ids) == sorted(set(ids))


def test_every_label_and_aria_reference_has_a_target(get_gallery):
    found = Elements(get_gallery(data={})).found
    ids = {attrs["id"] for _, attrs in found if "id" in attrs}
    named = {
        target
        for _, attrs in found
        for name in ("for", "aria-describedby", "aria-labelledby")
        for target in (attrs.get(name) or "").split()
    }

    assert named <= ids


def test_the_skip_link_leads_to_the_main_part(get_gallery):
    page = Elements(get_gallery())

    assert {"class": "skip", "href": "#main"} in page.with_tag("a")
    assert page.by_id("main")["tabindex"] == "-1"


def test_a_page_without_errors_has_no_summary_of_errors(get_gallery):
    page = get_gallery()

    assert "There is a problem" not in page
    assert "<title>Gallery · St Ann&#x27;s 500 party</title>" in page


def test_the_title_starts_with_error_if_a_form_has_one(get_gallery):
    assert "<title>Error: Gallery" in get_gallery(data={})


def test_an_error_of_a_field_is_only_beside_the_field_which_has_the_cursor(get_gallery):
    page = get_gallery(data={"rules": "poker"})

    assert "There is a problem" not in page
    assert page.count("This field is required.") == 2  # of the name and of the paper
    assert [attrs["id"] for _, attrs in Elements(page).found if "autofocus" in attrs] == [
        "id_name"
    ]


def test_an_error_of_no_field_stands_above_the_form_and_is_read_at_once():
    form = PartyForm({})
    for field, text in (
        (None, "Table 3 is <tied>."),
        ("name", "No name."),
        ("paper", "No paper."),
    ):
        form.add_error(field, text)
    text = "{% each_fault_once %}{{ form.name }}{{ form.name.errors }}"
    page = engines["django"].from_string(text + "{% endeach_fault_once %}").render({"form": form})

    above = page[: page.index("<input")]
    assert re.findall("<li>(.*?)</li>", above) == ["Table 3 is &lt;tied&gt;.", "No paper."]
    assert page.count("No name.") == 1
    assert Elements(page).by_id("errors")["role"] == "alert"
    assert Elements(page).by_id("errors")["tabindex"] == "-1"


def test_problems_without_a_form_are_in_the_summary_of_errors():
    text = get_template("parts/errors.html").render({"problems": ["Table 3 is <tied>."]})

    assert "<li>Table 3 is &lt;tied&gt;.</li>" in text


def test_a_wrong_field_is_described_by_its_hint_and_its_error(get_gallery):
    field = Elements(get_gallery(data={})).by_id("id_name")

    assert field["aria-invalid"] == "true"
    assert field["aria-describedby"] == "id_name_helptext id_name_error"


def test_typed_text_is_kept(get_gallery):
    assert Elements(get_gallery(data={"name": "Harvest"})).by_id("id_name")["value"] == "Harvest"


def test_radios_stand_in_a_fieldset_described_by_its_error(get_gallery):
    page = get_gallery(data={})

    assert '<fieldset aria-describedby="id_rules_error">' in page
    assert "<legend>Which rules?</legend>" in page


def test_the_browser_leaves_the_checking_of_forms_to_the_server(get_gallery):
    assert all(
        "novalidate" in form for form in Elements(get_gallery()).with_tag("form") if "id" in form
    )


def test_a_success_has_the_role_status_and_a_failure_has_the_role_alert(get_gallery):
    page = get_gallery()
    status, alarm = page.index('id="said" role="status"'), page.index('id="alarm" role="alert"')

    assert status < page.index("Round 2 is closed.") < alarm
    assert alarm < page.index("Table 12 has 3 of 4 hands.")


def test_the_theme_and_the_colours_of_suits_are_read_from_cookies(get_gallery):
    assert '<html lang="en">' in get_gallery()
    assert '<html lang="en" data-theme="dark" class="suits4">' in get_gallery(
        cookies={"theme": "dark", "suits": "4"}
    )
    assert '<html lang="en" data-theme="light">' in get_gallery(cookies={"theme": "light"})
    assert '<html lang="en">' in get_gallery(cookies={"theme": '"><b>', "suits": "5"})


def test_only_the_next_step_and_the_line_of_the_desk_have_the_marigold_button(get_gallery):
    assert get_gallery().count("btn-next") == 2


def test_the_board_has_a_sentence_for_each_table(get_gallery):
    page = get_gallery()

    assert page.count('<span class="plate"><span class="hush">Table </span>') == len(TABLES)
    assert "check hand 2" in page
    assert page.count("tile-check") == 1


def test_an_html_table_has_a_caption_and_headings_of_columns_and_rows(get_gallery):
    page = get_gallery()

    assert "<caption>Standings after round 3</caption>" in page
    assert page.count('<th scope="row">') == 5
    assert page.count('<th scope="col"') == 6


def test_an_html_table_shows_its_order_and_links_to_the_reverse_order(get_gallery):
    down, up = get_gallery(), get_gallery("?sort=total&x=1")

    assert down.count("aria-sort") == 1
    assert 'aria-sort="descending"' in down
    assert 'href="?sort=total"' in down
    assert 'href="?sort=name&amp;x=1"' in up


def test_an_html_table_links_its_other_pages_in_words(get_gallery):
    first, last = get_gallery(), get_gallery("?page=2")

    assert "Page 1 of 2" in first
    assert "Page before" not in first
    assert 'href="?page=2" rel="next">Next page' in first
    assert "Page 2 of 2" in last
    assert "Next page" not in last


def test_an_empty_html_table_says_that_it_is_empty(get_gallery):
    assert "Nothing here yet." in get_gallery(rows=[])


def test_a_name_cannot_become_markup(get_gallery):
    page = get_gallery(rows=[{"name": "<script>x</script>", "total": 1}])

    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "500"])
def test_an_error_page_needs_no_request_and_offers_links_that_help(name):
    page = get_template(f"{name}.html").render()

    assert "<h1>" in page
    assert ('<a class="btn" href="">Try again</a>' in page) == (name not in {"403", "404"})
    assert 'href="/">Go to the first page</a>' in page
    assert "/help/" in page
    for word in ("invalid", "forbidden", "please", "submit"):
        assert word not in page.lower()


def test_the_plain_rows_of_an_html_table_are_its_cells():
    class Pairs(tables.Table):
        name = tables.Column()
        points = tables.Column(attrs={"cell": {"class": "num"}})

    shown = plain_rows(Pairs([{"name": "<Ann>", "points": 30}, {"name": "Bob", "points": None}]))
    assert '<tr><th scope="row">&lt;Ann&gt;</th><td class="num">30</td></tr>' in shown
    assert '<tr><th scope="row">Bob</th><td class="num">—</td></tr>' in shown
