"""The consistency check finds prizes with wrong winners."""

import pytest

from party.models import Award, Party, Prize, TicketSale
from party.queries.backups.check import party_differences
from party.queries.prizes.consistency import confirmed_differences, prize_differences
from party.queries.standings.standings import standings
from party.services.prizes import awards
from tests.awards import add, finished, party_of, reload_party
from tests.evening import AT, BY_PROGRAM, party_with, play_rounds
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    """Return a party of nine after two rounds, with its prizes confirmed."""
    party = party_with(9, rounds_planned=4)
    play_rounds(party, 2)
    with setting_up():
        Party.objects.update(prizes_confirmed_at=AT)
    return Party.objects.get()


def ranked(party):
    return [line.person.id for line in standings(party).lines]


def prize(party, *winners, how="best", share=None, **values):
    """Make a prize with its winners, each with the same share of the money."""
    with setting_up():
        order = 1 + party.prizes.count()
        made = Prize.objects.create(
            **{"party": party, "order": order, "kind": "high", "place": 1} | values
        )
        for winner in winners:
            Award.objects.create(prize=made, entrant_id=winner, how=how, share=share, at=AT)
        return made


def test_unconfirmed_prizes_are_not_checked(played):
    with setting_up():
        Party.objects.update(prizes_confirmed_at=None)
    prize(played, ranked(played)[-1], money=1000)

    assert prize_differences(Party.objects.get()) == []


def test_prizes_of_the_right_winners_have_no_differences(played):
    best, *_, last = ranked(played)
    prize(played, best, money=1001, share=1001)
    prize(played, last, kind="low")
    prize(played, last, kind="mystery", how="drawn")
    prize(played, kind="traveller")
    prize(played, last, place=2)
    prize(played, last, place=1, group="women")
    prize(played, last, place=1, group="men", must_be_here=True)

    assert prize_differences(played) == []


def test_a_prize_with_a_wrong_winner_is_found(played):
    last = ranked(played)[-1]
    prize(played, last, money=1001, share=1000)

    money, winner = prize_differences(played)
    assert money == "A prize of 1001 cents was paid out as [1000]."
    assert winner.startswith("The prize “high” went to [")


def test_money_without_a_share_is_found(played):
    prize(played, ranked(played)[0], money=1000)

    assert prize_differences(played) == ["A prize of 1000 cents was paid out as [None]."]


def test_half_the_money_of_the_tickets_is_paid_out(played):
    half = prize(played, ranked(played)[0], kind="fifty", ticket_price=100, how="drawn", share=250)
    with setting_up():
        TicketSale.objects.create(prize=half, first=1, last=5, at=AT, submission="1" * 32)
    assert prize_differences(played) == []

    with setting_up():
        TicketSale.objects.create(prize=half, first=6, last=6, at=AT, submission="2" * 32)
    assert prize_differences(played) == ["A prize of 300 cents was paid out as [250]."]


def test_a_shared_first_place_goes_to_everybody_ranked_first():
    party = party_with(8)
    play_rounds(party, 1)  # East and West win by the same points at both tables
    party.prizes_confirmed_at = AT
    first = [line.person.id for line in standings(party).lines if line.rank == 1]
    assert len(first) == 4
    shared = prize(party, *first, how="split")
    assert prize_differences(party) == []

    with setting_up():
        shared.awards.first().delete()
    [line] = prize_differences(party)
    assert line.endswith("who are not the first.")


def test_somebody_with_two_prizes_is_found(played):
    best = ranked(played)[0]
    played.one_prize_each = True
    prize(played, best, kind="best round")
    prize(played, best, kind="traveller")
    prize(played, best, kind="low", how="given")

    [line] = prize_differences(played)
    assert line.endswith(" has 2 prizes, and one each was agreed.")


def test_a_winner_of_an_earlier_prize_is_skipped(played):
    best, *_, last = ranked(played)
    played.one_prize_each = True
    prize(played, best, kind="traveller")
    prize(played, last)

    assert prize_differences(played) == []


@pytest.mark.parametrize(("number", "words"), [(2, "confirmed for "), (None, "for nobody, and w")])
def test_a_group_prize_with_a_wrong_winner_is_found(number, words):
    party = party_of()
    with setting_up():
        party.entrants.filter(number=1).update(prize_group="women")
    add(party, group="women")
    assert confirmed_differences(reload_party(party)) == []
    finished(party)
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
