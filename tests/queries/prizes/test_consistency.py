import pytest

from party.models import Award, Party, Prize, TicketSale
from party.queries.backups.check import party_differences
from party.queries.prizes.consistency import confirmed_differences, prize_differences
from party.queries.standings.standings import standings
from party.services.prizes import awards
from tests.awards import add, finish_party, party_of
from tests.evening import AT, BY_PROGRAM, reload_party, set_people
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def confirmed_party(played_party):
    with setting_up():
        Party.objects.update(prizes_confirmed_at=AT)
    return Party.objects.get()


def ranked(party):
    return [line.person.id for line in standings(party).lines]


def create_prize(party, *winners, how="best", share=None, **values):
    with setting_up():
        order = 1 + party.prizes.count()
        made = Prize.objects.create(
            **{"party": party, "order": order, "kind": "high", "place": 1} | values
        )
        for winner in winners:
            Award.objects.create(prize=made, entrant_id=winner, how=how, share=share, at=AT)
        return made


def test_unconfirmed_prizes_are_not_checked(confirmed_party):
    with setting_up():
        Party.objects.update(prizes_confirmed_at=None)
    create_prize(confirmed_party, ranked(confirmed_party)[-1], money=1000)

    assert prize_differences(Party.objects.get()) == []


def test_prizes_that_were_paid_out_to_the_cent_have_no_differences(confirmed_party):
    best, *_, last = ranked(confirmed_party)
    create_prize(confirmed_party, best, money=1001, share=1001)
    create_prize(confirmed_party, last, kind="low")
    create_prize(confirmed_party, kind="traveller", money=500)

    assert prize_differences(confirmed_party) == []


def test_a_prize_with_too_little_money_is_found(confirmed_party):
    create_prize(confirmed_party, ranked(confirmed_party)[0], money=1001, share=1000)

    assert prize_differences(confirmed_party) == ["A prize of 1001 cents was paid out as [1000]."]


def test_a_prize_with_money_that_nobody_was_paid_is_found(confirmed_party):
    create_prize(confirmed_party, ranked(confirmed_party)[0], money=1000)

    assert prize_differences(confirmed_party) == ["A prize of 1000 cents was paid out as [None]."]


def test_a_payout_that_is_not_half_of_the_tickets_is_found(confirmed_party):
    half = create_prize(
        confirmed_party,
        ranked(confirmed_party)[0],
        kind="fifty",
        ticket_price=100,
        how="drawn",
        share=250,
    )
    with setting_up():
        TicketSale.objects.create(prize=half, first=1, last=5, at=AT, submission="1" * 32)
    assert prize_differences(confirmed_party) == []

    with setting_up():
        TicketSale.objects.create(prize=half, first=6, last=6, at=AT, submission="2" * 32)
    assert prize_differences(confirmed_party) == ["A prize of 300 cents was paid out as [250]."]


@pytest.mark.parametrize(("number", "words"), [(2, "confirmed for "), (None, "for nobody, and w")])
def test_a_group_prize_with_a_wrong_winner_is_found(number, words):
    party = party_of()
    set_people(party, 1, prize_group="women")
    add(party, group="women")
    assert confirmed_differences(reload_party(party)) == []
    finish_party(party)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    assert party_differences(reload_party(party)) == []
    with setting_up():
        if number:
            Award.objects.update(entrant=party.entrants.get(number=number))
        else:
            Award.objects.all().delete()
    [line] = party_differences(reload_party(party))
    assert words in line
    assert line.endswith("and would now go to Alma (200 points).")
