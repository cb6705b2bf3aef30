import pytest

from party.models import Award, Party, Prize, TicketSale
from party.queries.backups.check import party_differences
from party.queries.prizes.consistency import confirmed_differences, prize_differences
from party.queries.standings.standings import standings
from party.services.prizes import awards
from tests.awards import add, finish_party, party_of
from tests.evening import AT, BY_PROGRAM, party_with, play_rounds, reload_party, set_people
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


def test_prizes_of_the_right_winners_have_no_differences(confirmed_party):
    best, *_, last = ranked(confirmed_party)
    create_prize(confirmed_party, best, money=1001, share=1001)
    create_prize(confirmed_party, last, kind="low")
    create_prize(confirmed_party, last, kind="mystery", how="drawn")
    create_prize(confirmed_party, kind="traveller")
    create_prize(confirmed_party, last, place=2)
    create_prize(confirmed_party, last, place=1, group="women")
    create_prize(confirmed_party, last, place=1, group="men", must_be_here=True)

    assert prize_differences(confirmed_party) == []


def test_a_prize_with_a_wrong_winner_is_found(confirmed_party):
    last = ranked(confirmed_party)[-1]
    create_prize(confirmed_party, last, money=1001, share=1000)

    money, winner = prize_differences(confirmed_party)
    assert money == "A prize of 1001 cents was paid out as [1000]."
    assert winner.startswith("The prize “high” went to [")


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


def test_a_shared_first_place_goes_to_everybody_ranked_first():
    party = party_with(8)
    play_rounds(party, 1)  # East-West win both tables with equal points
    party.prizes_confirmed_at = AT
    first = [line.person.id for line in standings(party).lines if line.rank == 1]
    assert len(first) == 4
    shared = create_prize(party, *first, how="split")
    assert prize_differences(party) == []

    with setting_up():
        shared.awards.first().delete()
    [line] = prize_differences(party)
    assert line.endswith("who are not the first.")


def test_a_person_with_two_prizes_is_found_if_each_person_may_have_one(confirmed_party):
    best = ranked(confirmed_party)[0]
    confirmed_party.one_prize_each = True
    create_prize(confirmed_party, best, kind="best round")
    create_prize(confirmed_party, best, kind="traveller")
    create_prize(confirmed_party, best, kind="low", how="given")

    [line] = prize_differences(confirmed_party)
    assert line.endswith(" has 2 prizes, and one each was agreed.")


def test_with_one_prize_each_the_winner_of_an_earlier_prize_is_skipped(confirmed_party):
    best, *_, last = ranked(confirmed_party)
    confirmed_party.one_prize_each = True
    create_prize(confirmed_party, best, kind="traveller")
    create_prize(confirmed_party, last)

    assert prize_differences(confirmed_party) == []


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
