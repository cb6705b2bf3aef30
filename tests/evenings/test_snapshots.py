"""A snapshot holds every row of a party, and no other party's."""

import pytest
from django.apps import apps

from party.models import Entry, Party
from tests.evening import enter, party_with, play_rounds, start
from tests.evenings.snapshots import take, ways
from tests.guard import setting_up

NOT_OF_A_PARTY = {"User", "SignInLine", "SignInLink", "SignInTries", "Club", "Series", "LogLine"}

pytestmark = pytest.mark.django_db


def test_every_table_that_belongs_to_a_party_is_read():
    read = {model.__name__ for model, *_ in ways()}

    every = {model.__name__ for model in apps.get_app_config("party").get_models()}
    assert every - read == NOT_OF_A_PARTY


def test_it_holds_the_rows_of_one_party():
    other = party_with(8, name="Another")
    play_rounds(other, 1)
    party = party_with(9)
    play_rounds(party, 1)

    seen = take(party.pk, 0)

    counts = {name: len(rows) for name, rows in seen.rows.items() if rows}
    wanted = {"party": 1, "entrant": 9, "round": 1, "table": 2, "place": 9, "entry": 8}
    assert {name: counts[name] for name in wanted} == wanted
    assert [line.verb for line in seen.lines][:2] == ["draw", "round started"]
    assert take(party.pk, seen.lines[-1].id).lines == ()


def test_it_says_who_sits_where_and_what_is_in():
    party = party_with(9)
    start(party)
    enter(party, "8hn9 7ce7")

    seen = take(party.pk, 0)

    assert seen.points((1, 1)) == (330, 170)
    assert sorted(chair for chair in seen.chairs[1].values() if chair) == [
        (table, seat) for table in (1, 2) for seat in "ENSW"
    ]
    assert len(seen.bench(1)) == 1
    assert seen.rules == Party.objects.get(pk=party.pk).rules


def test_an_entry_that_has_lost_its_table_is_still_there():
    party = party_with(8)
    start(party)
    enter(party, "8hn9")
    with setting_up():
        Entry.objects.update(status=Entry.Status.UNDONE)
        party.rounds.all().delete()

    seen = take(party.pk, 0)

    assert [row.table_id for row in seen.rows["entry"].values()] == [None]
    assert seen.tables == {}
