import pytest

from party.models import LogLine, Tally, Wish
from party.services.evening import rounds
from party.services.people import players
from party.services.people.wishes import add_wish
from party.services.prizes import awards, prizes
from party.services.scores import final_cards
from party.services.scores.entries import undo_hand
from party.values.prizes.prizes import PrizeKind
from party.values.refusals import Refused
from tests.evening import BY_PROGRAM, close, enter_total, party_with, set_people, spot, start
from tests.logbook import changes_of_line
from tests.services.scores.test_final_cards import save_card

pytestmark = pytest.mark.django_db


def party_after_round_1(players=8, **options):
    party = party_with(players, capture="totals")
    start(party, **options)
    for table in party.rounds.get().tables.values_list("number", flat=True):
        enter_total(party, 100, 200, table)
    close(party)
    return party


def undo_round_1(party):
    rounds.reopen_round(party.pk, **BY_PROGRAM)
    for table in party.rounds.get().tables.values_list("number", flat=True):
        undo_hand(spot(party, table), **BY_PROGRAM)


def test_card_of_a_house_player_forbids_undoing_the_draw():
    party = party_after_round_1(7, house_names=["Host"])
    host = party.entrants.get(name="Host")
    first = save_card(party, host.number, 100)
    save_card(party, host.number, 200, seen=first.pk)
    undo_round_1(party)

    with pytest.raises(Refused, match="card of Host counts"):
        rounds.undo_draw(party.pk, **BY_PROGRAM)
    assert party.rounds.exists()

    final_cards.remove_tally(party.pk, host.pk, **BY_PROGRAM)
    rounds.undo_draw(party.pk, **BY_PROGRAM)
    assert not party.entrants.filter(name="Host").exists()
    assert not Tally.objects.exists()


def test_a_person_cannot_be_removed_while_their_final_card_counts():
    party = party_after_round_1()
    alma, bert = party.entrants.filter(number__in=[1, 2])
    save_card(party, alma.number, 100)
    kept = save_card(party, bert.number, 100)
    undo_round_1(party)
    rounds.undo_draw(party.pk, **BY_PROGRAM)

    with pytest.raises(Refused, match="card of Alma counts"):
        players.remove_entrant(party.pk, alma.pk, **BY_PROGRAM)
    final_cards.remove_tally(party.pk, alma.pk, **BY_PROGRAM)
    players.remove_entrant(party.pk, alma.pk, **BY_PROGRAM)

    assert list(Tally.objects.all()) == [kept]


def test_a_number_with_a_valid_final_card_is_not_deleted():
    party = party_with(8, cards="blind", capture="totals")
    set_people(party, *range(1, 9), name="", sort_name="", player=None)
    start(party, handed_out=8)
    for table in (1, 2):
        enter_total(party, 100, 200, table)
    close(party)
    save_card(party, 8, 100)
    undo_round_1(party)
    rounds.undo_draw(party.pk, **BY_PROGRAM)

    with pytest.raises(Refused, match=r"No\. 8 counts"):
        players.make_numbers(party.pk, 4, **BY_PROGRAM)
    assert party.entrants.count() == 8


def test_a_person_with_a_prize_cannot_be_removed_until_the_prize_is_taken_back():
    party = party_with(8)
    alma = party.entrants.get(name="Alma")
    prize = prizes.add_prize(party.pk, PrizeKind.OTHER, title="Best hat", **BY_PROGRAM)
    awards.give_prize(party.pk, prize.pk, alma.pk, why="", **BY_PROGRAM)

    with pytest.raises(Refused, match="Alma has a prize: Best hat"):
        players.remove_entrant(party.pk, alma.pk, **BY_PROGRAM)
    assert prize.awards.get().entrant == alma

    awards.unsettle_prize(party.pk, prize.pk, **BY_PROGRAM)
    players.remove_entrant(party.pk, alma.pk, **BY_PROGRAM)
    assert not party.entrants.filter(name="Alma").exists()


def test_log_line_names_the_deleted_wishes():
    party = party_with(8)
    alma, bert, carol = party.entrants.filter(number__in=[1, 2, 3])
    add_wish(party.pk, "apart", alma.pk, bert.pk, **BY_PROGRAM)
    add_wish(party.pk, "stay", bert.pk, None, **BY_PROGRAM)
    kept = add_wish(party.pk, "partners", alma.pk, carol.pk, **BY_PROGRAM)

    players.remove_entrant(party.pk, bert.pk, **BY_PROGRAM)

    assert Wish.objects.get() == kept
    line = LogLine.objects.first()
    assert line.words == "Bert taken off the list"
    assert line.data["wishes"] == (
        "Alma and Bert never sit at one table; Bert keeps table and chair"
    )
    assert changes_of_line(line) == [("Asked for", line.data["wishes"], "nothing")]
    assert changes_of_line(line, is_organiser=False) == []


def test_log_line_of_an_undone_draw_names_the_wishes_of_house_players():
    party = party_with(7)
    rounds.draw_seats(party.pk, house_names=["Host"], **BY_PROGRAM)
    add_wish(party.pk, "stay", party.entrants.get(name="Host").pk, None, **BY_PROGRAM)

    rounds.undo_draw(party.pk, **BY_PROGRAM)

    line = LogLine.objects.first()
    assert line.words == "Draw of round 1 undone"
    assert line.data["wishes"] == "Host keeps table and chair"
