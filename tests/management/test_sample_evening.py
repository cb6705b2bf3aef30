import pytest

from party.management import sample_evening as samples
from party.management.sample_evening import create_sample_evening
from party.models import Club, Entry, LogLine, Party, Player, Round, User
from party.queries.clubs import wants_sample
from party.queries.evening.rounds import night
from party.queries.scores.tables import table_scores
from party.services.clubs import remove_sample
from party.values.evening.live import Stage
from tests.evening import AT, create_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def sample():
    ruth = create_user()
    return create_sample_evening(ruth, AT)


def test_the_sample_evening_is_in_round_3_with_a_cut_and_a_thrown_in_hand(sample):
    state = night(sample)
    assert (state.stage, state.round_number, state.planned) == (Stage.PLAYING, 3, 6)
    saved = [score.saved for score in table_scores(sample, 3).values()]
    assert saved == [3, 2, 4, 1, 0, 2]

    tied = table_scores(sample, 2)[4]
    assert (tied.ns, tied.ew) == (580, 580)
    assert tied.cut in {"NS", "EW"}
    assert Entry.objects.filter(table__round__party=sample, hand=None, table__round__number=3)

    start_times = [row.started_at for row in sample.rounds.order_by("number")]
    assert start_times == sorted(start_times)
    assert sample.starts_at < AT
    assert start_times[-1] < AT


@pytest.mark.slow
def test_every_sample_evening_is_the_same(sample):
    ruth = create_user("Ruth II")
    second_sample = create_sample_evening(ruth, AT)

    def points(party):
        rounds = Round.objects.filter(party=party)
        return [
            [(score.ns, score.ew) for score in table_scores(party, row.number).values()]
            for row in rounds
        ]

    assert points(second_sample) == points(sample)
    assert len(points(sample)) == 3


def test_an_interrupted_sample_evening_leaves_nothing_in_the_database(monkeypatch):
    ruth = create_user()

    def interrupt(*_, **__):
        assert Party.objects.exists()
        raise KeyboardInterrupt

    monkeypatch.setattr(samples, "play_round", interrupt)
    with pytest.raises(KeyboardInterrupt):
        create_sample_evening(ruth, AT)

    assert not Party.objects.exists()
    assert not LogLine.objects.exists()
    assert [club.name for club in Club.objects.all()] == ["Ruth's club"]


def test_the_sample_evening_is_removed_with_its_own_club(sample):
    ruth = User.objects.get()
    own_club = Club.objects.get(is_sample=False)
    assert sample.club.is_sample
    assert not own_club.players.exists()
    assert not wants_sample()

    remove_sample(sample.club_id, actor=ruth.actor, at=AT)

    assert list(Club.objects.all()) == [own_club]
    assert not Player.objects.exists()
    assert not Entry.objects.exists()
    assert not wants_sample(), "the next start must not bring it back"
