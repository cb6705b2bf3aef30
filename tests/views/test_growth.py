import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.addresses import addresses, argument_names, evening

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="reads the plans of SQLite"),
]
# These tables may be scanned: they do not grow with the number of evenings.
SMALL_TABLES = {"party_club", "django_migrations", "subquery"}
# These pages may read everything: they are opened about once for each player.
MAY_SCAN = {"club_player_file", "remove_player"}


def scanned_tables(sql):
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        plan = [row[3].split() for row in cursor.fetchall()]
    return {words[1] for words in plan if words[0] == "SCAN"} - SMALL_TABLES


def test_no_page_scans_a_growing_table(client):
    ruth, arguments = evening("Ruth", "autumnparty")
    client.force_login(ruth)
    found = {}
    pages = [
        (row, url) for row, url in addresses(arguments, argument_names()) if row not in MAY_SCAN
    ]
    for row, url in pages:
        with CaptureQueriesContext(connection) as queries:
            client.get(url)
        for sql in {each["sql"] for each in queries if each["sql"].startswith("SELECT")}:
            for table in scanned_tables(sql):
                found[row, table] = sql
    assert found == {}
