import pytest
from django.db import IntegrityError

from party.models import LogLine, Party, Series, SeriesParty
from party.services.standings import series as series_verbs
from party.services.standings.series import change_series, create_series, remove_series
from party.services.write import club_act
from party.values.refusals import Refused
from party.values.standings.series import SeriesPlan
from tests.evening import BY_PROGRAM, create_user, party_with
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return party_with(4)


def plan(**chosen):
    return SeriesPlan(**{"name": "Winter 2026", **chosen})


def refusal(call, *args):
    with pytest.raises(Refused) as refused:
        call(*args, **BY_PROGRAM)
    return [(fault.field, fault.text) for fault in refused.value.faults]


def test_a_series_is_stored_and_logged(party):
    series = create_series(party.club_id, plan(best=4, parties=(party.pk,)), **BY_PROGRAM)
    assert (series.name, series.best, list(series.parties.all())) == ("Winter 2026", 4, [party])
    line = LogLine.objects.first()
    assert (line.club, line.party, line.verb) == (party.club, None, "series created")
    assert line.words == "Season Winter 2026 created"
    assert line.data["parties"] == ["Autumn party"]


def test_a_series_is_changed_and_the_log_keeps_the_old_and_the_new_values(party):
    other = party_with(4, name="Winter party")
    series = create_series(party.club_id, plan(parties=(party.pk,)), **BY_PROGRAM)
    change_series(series.pk, plan(name="Season", parties=(other.pk,), best=2), **BY_PROGRAM)
    series.refresh_from_db()
    assert (series.name, series.best, list(series.parties.all())) == ("Season", 2, [other])
    line = LogLine.objects.first()
    assert (line.data["before"]["name"], line.data["before"]["parties"]) == (
        "Winter 2026",
        ["Autumn party"],
    )
    assert line.data["parties"] == ["Winter party"]


def test_removing_all_parties_of_a_series_is_logged_in_words(party):
    series = create_series(party.club_id, plan(parties=(party.pk,)), **BY_PROGRAM)
    change_series(series.pk, plan(), **BY_PROGRAM)
    assert "parties: Autumn party → none" in LogLine.objects.first().words


def test_a_series_is_removed_and_its_parties_stay(party):
    series = create_series(party.club_id, plan(parties=(party.pk,)), **BY_PROGRAM)
    remove_series(series.pk, **BY_PROGRAM)
    assert not Series.objects.exists()
    assert Party.objects.get() == party
    assert LogLine.objects.first().words == "Season Winter 2026 removed"


def test_changing_or_removing_a_removed_series_is_refused(party):
    refusals = [("", "This season was removed already.")]
    assert refusal(remove_series, 999) == refusals
    assert refusal(change_series, 999, plan()) == refusals


def test_a_series_removed_at_the_same_moment_is_refused(party, monkeypatch):
    series = create_series(party.club_id, plan(), **BY_PROGRAM)

    def club_act_after_the_other(*args):
        monkeypatch.setattr(series_verbs, "club_act", club_act)
        remove_series(series.pk, **BY_PROGRAM)
        return club_act(*args)

    monkeypatch.setattr(series_verbs, "club_act", club_act_after_the_other)
    assert refusal(change_series, series.pk, plan()) == [("", "This season was removed already.")]


@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({"counting": "ranks", "ladder": ()}, "ladder"),
        ({"ladder": (3, 5)}, "ladder"),
        ({"ladder": (1001, 1)}, "ladder"),
        ({"ladder": (1,) * 201}, "ladder"),
        ({"attendance": -1}, "attendance"),
        ({"attendance": 1001}, "attendance"),
        ({"best": 0}, "best"),
        ({"best": 367}, "best"),
        ({"least": 0}, "least"),
    ],
)
def test_an_invalid_plan_is_refused(party, chosen, field):
    [(where, text)] = refusal(create_series, party.club_id, plan(**chosen))
    assert where == field
    assert text.endswith(".")
    assert not Series.objects.exists()


def test_all_faults_are_reported_at_once(party):
    assert len(refusal(create_series, party.club_id, plan(attendance=-1, best=0, least=0))) == 3


def test_a_taken_series_name_is_refused(party):
    create_series(party.club_id, plan(), **BY_PROGRAM)
    [(field, text)] = refusal(create_series, party.club_id, plan())
    assert field == "name"
    assert "Add the year" in text
    other = create_series(party.club_id, plan(name="Summer"), **BY_PROGRAM)
    assert refusal(change_series, other.pk, plan())[0][0] == "name"
    change_series(other.pk, plan(name="Summer", best=2), **BY_PROGRAM)
    elsewhere = party_with(4, by=create_user("Mallory"))
    assert create_series(elsewhere.club_id, plan(), **BY_PROGRAM).pk


def test_parties_of_another_club_are_refused_and_nothing_is_stored(party):
    elsewhere = party_with(4, by=create_user("Mallory"))
    [(field, _)] = refusal(create_series, party.club_id, plan(parties=(elsewhere.pk,)))
    assert field == "parties"
    assert not Series.objects.exists()


@pytest.mark.parametrize("wrong", [{"counting": "x"}, {"best": 0}, {"least": 0}])
def test_the_database_refuses_invalid_series(party, wrong):
    row = {"club": party.club, "name": "S", "counting": "totals", **wrong}
    with setting_up(), pytest.raises(IntegrityError):
        Series.objects.create(**row)


def test_the_database_refuses_a_party_twice(party):
    series = create_series(party.club_id, plan(parties=(party.pk,)), **BY_PROGRAM)
    with setting_up(), pytest.raises(IntegrityError):
        SeriesParty.objects.create(series=series, party=party)
