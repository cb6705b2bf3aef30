import pytest

from party.models import LogLine, Prize
from party.services.prizes import awards, draws, prizes
from party.values.prizes.prizes import PRIZE_PRESETS, PrizeKind
from party.values.refusals import Refused
from tests.awards import add
from tests.evening import AT, BY_PROGRAM, party_with, set_people
from tests.guard import setting_up
from tests.logbook import changes_of_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    party = party_with(8)
    set_people(party, *range(1, 5), prize_group="women")
    set_people(party, *range(5, 9), prize_group="men")
    return party


def listed(party):
    return [str(row) for row in party.prizes.all()]


def refused(verb, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        verb(*args, **kwargs, **BY_PROGRAM)
    return caught.value


def test_preset_high_low_adds_high_and_low(party):
    prizes.add_preset(party.pk, "high-low", **BY_PROGRAM)
    assert listed(party) == ["High", "Low"]
    assert LogLine.objects.first().words == "Prizes added: High, Low"


def test_preset_of_groups_adds_high_and_low_of_each_group(party):
    prizes.add_preset(party.pk, "groups", **BY_PROGRAM)
    assert listed(party) == ["High, men", "Low, men", "High, women", "Low, women"]


def test_a_preset_adds_only_missing_prizes(party):
    prizes.add_preset(party.pk, "high-low", **BY_PROGRAM)
    prizes.add_preset(party.pk, "podium", **BY_PROGRAM)
    assert listed(party) == ["High", "Low", "2nd high", "3rd high"]
    assert LogLine.objects.first().words == "Prizes added: 2nd high, 3rd high"


@pytest.mark.parametrize("preset", PRIZE_PRESETS)
def test_a_preset_added_twice_is_refused(party, preset):
    prizes.add_preset(party.pk, preset, **BY_PROGRAM)
    before = listed(party)
    refusal = refused(prizes.add_preset, party.pk, preset)
    assert "on the list already" in str(refusal)
    assert listed(party) == before


def test_a_preset_of_groups_is_refused_if_nobody_is_in_a_group(party):
    with setting_up():
        party.entrants.update(prize_group="")
    refusal = refused(prizes.add_preset, party.pk, "groups")
    assert "Nobody has a prize group" in str(refusal)
    assert not party.prizes.exists()


def test_a_prize_has_money_a_gift_and_a_name_of_its_own(party):
    add(party, PrizeKind.OTHER, title=" Best hat ", money=1250, gift=" a ham ")
    row = party.prizes.get()
    assert (row.title, row.money, row.gift) == ("Best hat", 1250, "a ham")


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"group": "children"}, "group"),
        ({"money": 10_000_001}, "money"),
    ],
)
def test_an_invalid_prize_is_refused(party, more, field):
    refusal = refused(prizes.add_prize, party.pk, **{"kind": PrizeKind.HIGH, **more})
    assert [fault.field for fault in refusal.faults] == [field]
    assert not party.prizes.exists()


def test_too_many_prizes_are_refused(party, monkeypatch):
    monkeypatch.setattr("party.services.prizes.prizes.MOST_PRIZES", 2)
    for _ in range(2):
        add(party, PrizeKind.DOOR)
    assert "at most 2 prizes" in str(refused(prizes.add_prize, party.pk, PrizeKind.DOOR))


def test_a_prize_is_changed(party):
    row = add(party)
    prizes.change_prize(party.pk, row.pk, title="Top", money=500, gift="", **BY_PROGRAM)
    row.refresh_from_db()
    assert (row.title, row.money) == ("Top", 500)
    assert changes_of_line() == [("Name of its own", "nothing", "Top"), ("Money", "nothing", "$5")]


def test_an_unchanged_prize_is_not_logged(party):
    row = add(party, money=500)
    prizes.change_prize(party.pk, row.pk, money=500, **BY_PROGRAM)
    assert LogLine.objects.first().verb == "prize added"


def test_removing_a_prize_moves_lower_places_up(party):
    first, second, third = (add(party) for _ in range(3))
    prizes.remove_prize(party.pk, first.pk, **BY_PROGRAM)
    assert listed(party) == ["High", "2nd high"]
    assert [row.pk for row in party.prizes.all()] == [second.pk, third.pk]


def test_a_removed_prize_cannot_be_changed(party):
    row = add(party)
    prizes.remove_prize(party.pk, row.pk, **BY_PROGRAM)
    for verb in (prizes.remove_prize, awards.unsettle_prize, draws.log_draw_list):
        assert "not on the list any more" in str(refused(verb, party.pk, row.pk))


def test_a_prize_of_another_party_cannot_be_removed(party):
    other = party_with(4)
    row = add(other)
    refused(prizes.remove_prize, party.pk, row.pk)
    assert Prize.objects.filter(pk=row.pk).exists()


def test_a_prize_moves_up_and_down(party):
    prizes.add_preset(party.pk, "play", **BY_PROGRAM)
    best, call, bids = party.prizes.all()
    prizes.move_prize(party.pk, call.pk, up=True, **BY_PROGRAM)
    assert [row.pk for row in party.prizes.all()] == [call.pk, best.pk, bids.pk]
    prizes.move_prize(party.pk, call.pk, up=False, **BY_PROGRAM)
    assert [row.pk for row in party.prizes.all()] == [best.pk, call.pk, bids.pk]


def test_a_prize_cannot_move_beyond_the_ends(party):
    row = add(party)
    assert "first of the list" in str(refused(prizes.move_prize, party.pk, row.pk, up=True))
    assert "last of the list" in str(refused(prizes.move_prize, party.pk, row.pk, up=False))


def test_prizes_for_places_cannot_be_moved_out_of_their_order(party):
    prizes.add_preset(party.pk, "podium", **BY_PROGRAM)
    _, second, _ = party.prizes.all()
    refusal = refused(prizes.move_prize, party.pk, second.pk, up=True)
    assert "stand in the order of their places" in str(refusal)


def test_an_unchanged_rule_about_one_prize_each_is_not_logged(party):
    prizes.set_one_prize_each(party.pk, is_one_each=True, **BY_PROGRAM)
    prizes.set_one_prize_each(party.pk, is_one_each=True, **BY_PROGRAM)
    party.refresh_from_db()
    assert party.one_prize_each
    assert LogLine.objects.filter(verb="one prize each").count() == 1


def test_confirmed_prizes_do_not_change(party):
    row = add(party)
    with setting_up():
        type(party).objects.update(prizes_confirmed_at=AT)
    for verb, args, kwargs in (
        (prizes.add_prize, [PrizeKind.LOW], {}),
        (prizes.add_preset, ["podium"], {}),
        (prizes.change_prize, [row.pk], {"money": 5}),
        (prizes.remove_prize, [row.pk], {}),
        (prizes.move_prize, [row.pk], {"up": True}),
        (prizes.set_one_prize_each, [], {"is_one_each": True}),
    ):
        assert "Reopen them" in str(refused(verb, party.pk, *args, **kwargs))
    assert party.prizes.count() == 1


def test_prizes_are_copied_from_the_last_party(party):
    before = party_with(4)
    prizes.add_preset(before.pk, "podium", **BY_PROGRAM)
    add(before, PrizeKind.OTHER, title="Best hat", gift="a ham", money=500)
    add(before, PrizeKind.LOW, must_be_here=True)
    prizes.set_one_prize_each(before.pk, is_one_each=True, **BY_PROGRAM)
    prizes.copy_prizes(party.pk, **BY_PROGRAM)
    assert listed(party) == listed(before)
    party.refresh_from_db()
    assert party.one_prize_each
    hat, low = party.prizes.filter(kind__in=("other", "low"))
    assert (hat.gift, hat.money, hat.must_be_here, low.must_be_here) == ("a ham", 500, False, True)
    assert before.prizes.count() == 5


def test_copying_prizes_needs_an_empty_list_and_an_earlier_party(party):
    assert "No other party" in str(refused(prizes.copy_prizes, party.pk))
    add(party)
    assert "already" in str(refused(prizes.copy_prizes, party.pk))
