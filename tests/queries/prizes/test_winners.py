from dataclasses import replace

import pytest

from party.models import Entrant, Party, Prize
from party.progression import FORMATS
from party.queries.prizes.winners import all_prizes, winners_to_choose
from party.queries.standings.standings import standings
from party.services.evening import rounds
from party.services.prizes import awards, prizes
from party.services.scores import tables
from party.values.prizes.prizes import PrizeKind, PrizeState
from party.views.papers.prizes import certificates_of
from party.views.papers.prizes import prizes_of as prizes_on_paper
from tests.awards import prize_line
from tests.evening import (
    BY_PROGRAM,
    close,
    draw,
    enter,
    enter_total,
    party_with,
    set_people,
    spot,
    start,
    start_next_round,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db

# North makes 8 hearts with ten tricks, East makes 7 clubs, South is set in 7 spades, and West
# makes 9 diamonds. North-South have 260 points, East-West 580.
HANDS = "8hn10 7ce7 7sn6 9dw9"


def started_party(players=8, house=(), **fields):
    """Start a party with a blind draw: number k sits at table ⌈k/4⌉, in the order N E S W."""
    party = party_with(players, cards="blind", rounds_planned=2, **fields)
    draw(party, handed_out=players, house_names=house)
    start(party)
    return party


def played_party(*hands, **fields):
    party = started_party(4 * len(hands), **fields)
    for table, entered in enumerate(hands, start=1):
        enter(party, entered, table)
    close(party)
    return party


def add(party, kind, **more):
    return prizes.add_prize(party.pk, kind, **more, **BY_PROGRAM)


def winners_of(party, kind):
    """Return the numbers of the winners of a kind, and the score of the first."""
    winners = prize_line(party, add(party, kind)).winners
    return [each.person.number for each in winners], winners[0].score if winners else ""


OTHER_HANDS = "8sn8 7ce6 7ds7 8hw8"  # the best bids score 240 and 300 points


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (PrizeKind.BEST_CALL, ([2, 4], "9 Diamonds, worth 380")),
        (PrizeKind.BIDS_MADE, ([1, 2, 4, 5, 7, 8], "1 bid")),
        (PrizeKind.SETS, ([2, 4, 5, 7], "1 set")),
        (PrizeKind.WAS_SET, ([1, 6], "1 set")),
        (PrizeKind.TEN_TRICKS, ([1, 3], "1 hand")),
        (PrizeKind.BEST_ROUND, ([2, 4], "+580 in round 1")),
        (PrizeKind.HEAD_TABLE, ([2, 4], "+580 in round 1")),
        (PrizeKind.TRAVELLER, ([1, 3, 2, 4, 5, 7, 6, 8], "1 table")),
    ],
)
def test_each_kind_of_prize_has_its_winners(kind, expected):
    assert winners_of(played_party(HANDS, OTHER_HANDS), kind) == expected


def test_the_feats_of_a_person_are_counted():
    party = played_party("7sn6 7sn6 8hn10 7sn7", OTHER_HANDS)
    assert winners_of(party, PrizeKind.WAS_SET) == ([1], "2 sets")
    assert winners_of(party, PrizeKind.SETS) == ([2, 4], "2 sets")
    assert winners_of(party, PrizeKind.BIDS_MADE) == ([1], "2 bids")


def test_a_misere_is_not_a_ten_trick_hand():
    party = played_party("mn0 10nn10 mn0 7ce7", preset="australian")
    assert winners_of(party, PrizeKind.TEN_TRICKS) == ([1, 3], "1 hand")
    assert winners_of(party, PrizeKind.BEST_CALL) == ([1, 3], "10 No Trump, worth 520")


def test_a_thrown_in_hand_counts_for_nobody():
    party = started_party(4, preset="midway")
    enter(party, "p 8hn8 7ce7 7sn6 9dw9")
    close(party)
    assert winners_of(party, PrizeKind.BIDS_MADE) == ([1, 2, 4], "1 bid")


def test_travels_count_in_all_rounds_but_the_head_table_only_in_the_last_round():
    party = played_party(HANDS, HANDS)
    start_next_round(party)
    for table in (1, 2):
        enter(party, "8hn10 8hn9 8hn9 8hn9", table)
    close(party)
    assert winners_of(party, PrizeKind.TRAVELLER)[1] == "2 tables"
    at_head = party.rounds.get(number=2).places.filter(table__number=1, seat__in="NS")
    numbers = sorted(at_head.values_list("entrant__number", flat=True))
    score = f"+{4 * 300:,} in round 2"
    assert winners_of(party, PrizeKind.HEAD_TABLE) == (numbers, score)


def test_the_credit_for_a_head_table_that_was_not_played_wins_no_prize():
    on_paths = FORMATS["midway"].with_movement("path")
    credited = on_paths.replace(sit_out_credit="fixed", sit_out_points=1000)
    party = started_party(format_values=credited.values())
    tables.finish_table(spot(party), reason="no cards", **BY_PROGRAM)
    enter(party, HANDS, 2)
    close(party)
    assert winners_of(party, PrizeKind.HEAD_TABLE) == ([], "")
    assert winners_of(party, PrizeKind.BEST_ROUND) == ([6, 8], "+580 in round 1")


def test_house_players_win_nothing():
    party = started_party(7, house=["Host"])
    enter(party, OTHER_HANDS, 1)
    enter(party, "7sn7 9nw10 9nw10 9nw10", 2)
    close(party)
    assert winners_of(party, PrizeKind.BEST_CALL) == ([6], "9 No Trump, worth 420")
    for kind in PrizeKind:
        add(party, kind)
    winners = [winner for each in all_prizes(party).lines for winner in each.winners]
    assert winners
    assert all(winner.person.ranked for winner in winners)


def test_only_people_present_in_every_round_can_win_the_prize_for_low():
    party = played_party(HANDS, HANDS)
    with setting_up():
        late = Entrant.objects.create(party=party, number=9, name="Ina", rota=9, state="here")
    start_next_round(party)
    for table in (1, 2):
        enter(party, "10nn10 8hn9 8hn9 8hn9", table)
    close(party)
    everybody = standings(party).lines
    assert min(everybody, key=lambda each: each.total).person.id == late.pk
    assert late.pk not in [
        each.person.id for each in prize_line(party, add(party, PrizeKind.LOW)).winners
    ]


def test_leavers_keep_what_they_have_won():
    party = played_party(HANDS, OTHER_HANDS)
    set_people(party, 2, 4, state="left")
    assert winners_of(party, PrizeKind.HIGH) == ([2, 4], "580 points")
    assert winners_of(party, PrizeKind.BEST_CALL) == ([2, 4], "9 Diamonds, worth 380")


# Tables that have only totals


def totals(party, *numbers):
    with setting_up():
        party.rounds.get().tables.filter(number__in=numbers).update(capture="totals")


def test_a_prize_for_hands_names_the_table_that_has_only_a_total():
    party = started_party(8)
    totals(party, 2)
    enter(party, HANDS, 1)
    enter_total(party, 300, 100, table=2)
    close(party)
    call = prize_line(party, add(party, PrizeKind.BEST_CALL))
    assert call.state == PrizeState.WON
    assert call.missing == ("Round 1 table 2 came as a total; its hands are not counted.")
    assert prize_line(party, add(party, PrizeKind.BEST_ROUND)).missing == ""


def test_many_tables_without_hands_are_counted():
    party = started_party(24)
    totals(party, 2, 3, 4, 5, 6)
    enter(party, HANDS, 1)
    for table in range(2, 7):
        enter_total(party, 300, 100, table=table)
    close(party)
    assert "5 tables came as totals" in prize_line(party, add(party, PrizeKind.SETS)).missing


def test_if_no_hand_was_entered_the_desk_gives_the_prize_by_hand():
    party = started_party(4)
    totals(party, 1)
    enter_total(party, 300, 100)
    close(party)
    row = add(party, PrizeKind.BEST_CALL)
    assert prize_line(party, row).state == PrizeState.TO_GIVE
    assert "Look at the cards and give it by hand" in prize_line(party, row).missing
    who = party.entrants.get(number=2).pk
    awards.give_prize(party.pk, row.pk, who, why="9 Spades on her card", **BY_PROGRAM)
    assert prize_line(party, row).state == PrizeState.WON


def test_a_table_that_was_not_played_does_not_count_as_lacking_its_hands():
    party = started_party(8)
    enter(party, HANDS, 1)
    tables.finish_table(spot(party, 2), **BY_PROGRAM, reason="no cards")
    tables.decide_cut(spot(party, 2), "NS", **BY_PROGRAM)
    close(party)
    assert prize_line(party, add(party, PrizeKind.BEST_CALL)).missing == ""


# The prize sheet and the certificates


def paper(party):
    return prizes_on_paper(Party.objects.get(pk=party.pk))


def test_the_prize_sheet_has_the_winner_the_score_and_the_rule():
    party = played_party(HANDS, OTHER_HANDS)
    set_people(party, 2, prize_group="women")
    add(party, PrizeKind.HIGH, group="women", money=2000)
    [row] = paper(party).rows
    assert (row.prize, row.item, row.winner, row.score, row.rule) == (
        "High, women",
        "$20",
        "Bert",
        "580 points",
        "The highest total.",
    )
    assert paper(party).banner == "Not confirmed yet: this may still change."
    assert paper(party).notes == ("Equal totals share the place.",)


def test_the_sheet_says_which_prize_is_for_the_second_place():
    party = played_party(HANDS, OTHER_HANDS)
    for _ in range(2):
        add(party, PrizeKind.HIGH)
    first, second = (row.rule for row in paper(party).rows)
    assert first.startswith("The highest total.")
    assert second.startswith("2nd place: the highest total.")


def test_the_sheet_states_each_share():
    party = played_party(HANDS, OTHER_HANDS)
    row = add(party, PrizeKind.HIGH, money=1001)
    among = [winner.person.id for winner in prize_line(party, row).winners]
    awards.settle_tie(party.pk, row.pk, "split", tied_ids=among, **BY_PROGRAM)
    first, second = paper(party).rows
    assert (first.prize, first.winner, first.score) == ("High", "Bert", "580 points, $5.01")
    assert (second.prize, second.winner, second.score) == ("", "Dev", "580 points, $5")


def test_the_sheet_has_a_line_for_an_undecided_prize():
    party = played_party(HANDS, HANDS)
    for kind in (PrizeKind.HIGH, PrizeKind.HIGH, PrizeKind.DOOR, PrizeKind.OTHER):
        add(party, kind)
    prizes.set_one_prize_each(party.pk, is_one_each=True, **BY_PROGRAM)
    tie, waiting, door, other = paper(party).rows
    assert tie.rule.endswith("Tied: Bert, Dev, Fay and Hilde (580 points). Not settled yet.")
    assert waiting.rule.endswith("It waits for the tie above.")
    assert door.rule.endswith("Not drawn yet.")
    assert other.rule.endswith("Not given yet.")
    assert {row.winner for row in paper(party).rows} == {""}
    assert not any(row.is_unfilled for row in paper(party).rows)
    assert paper(party).notes[1] == ("One prize each: winners are skipped further down the list.")


def test_a_large_tie_is_counted_and_not_listed():
    party = played_party(HANDS, HANDS)
    row = add(party, PrizeKind.MYSTERY)
    between = sum({each.total for each in standings(party).lines}) // 2
    with setting_up():
        type(row).objects.update(number=between)
    assert prize_line(party, row).tie_text == "8 people"
    among = [winner.person.id for winner in prize_line(party, row).winners]
    awards.settle_tie(party.pk, row.pk, "cut", tied_ids=among, winner_ids=among[:1], **BY_PROGRAM)
    assert prize_line(party, row).rule.endswith("Tied with 7 others: cards were cut.")


def test_the_list_shows_a_prize_as_its_page_does_except_for_a_large_tie():
    party = played_party(HANDS, HANDS)
    few, large = add(party, PrizeKind.HIGH), add(party, PrizeKind.MYSTERY)
    between = sum({each.total for each in standings(party).lines}) // 2
    with setting_up():
        type(large).objects.filter(pk=large.pk).update(number=between)
    listed_few, listed_large = all_prizes(Party.objects.get(pk=party.pk)).lines
    assert listed_few == prize_line(party, few)
    assert listed_few.sharing
    assert listed_large == replace(prize_line(party, large), count_back=None, sharing="")
    assert prize_line(party, large).sharing


def confirmed_party():
    """Make a party with two confirmed prizes: number 2 wins the first, nobody the second."""
    party = played_party(HANDS, OTHER_HANDS)
    set_people(party, 2, prize_group="women")
    add(party, PrizeKind.HIGH, group="women")
    add(party, PrizeKind.HIGH, group="women")
    rounds.finish(party.pk, **BY_PROGRAM)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    return party


def test_the_confirmed_sheet_has_no_banner():
    sheet = paper(confirmed_party())
    assert sheet.banner == ""
    assert [row.is_unfilled for row in sheet.rows] == [False, True]


def test_after_a_correction_the_sheet_keeps_the_confirmed_winner_with_a_note():
    party = confirmed_party()
    with setting_up():
        party.rounds.get().tables.get(number=1).entries.filter(hand=4).update(ew=500)
    sheet = paper(party)
    assert sheet.banner == "A result was changed after these prizes were confirmed."
    assert sheet.rows[0].score == "580 points"


def test_a_prize_confirmed_for_nobody_has_no_winner_on_paper():
    party = confirmed_party()
    set_people(party, 6, prize_group="women")
    assert [row.is_unfilled for row in paper(party).rows] == [False, True]
    assert all_prizes(Party.objects.get(pk=party.pk)).changed_lines[0].winners


def test_certificates_are_only_for_winners():
    party = confirmed_party()
    sheet = certificates_of(Party.objects.get(pk=party.pk))
    [one] = sheet.certificates
    assert (one.name, one.prize, one.score) == ("Bert", "High, women", "580 points")
    assert sheet.day == "Saturday 14 November 2026"
    assert sheet.banner == ""


def test_a_prize_with_a_tie_has_no_certificate():
    party = played_party(HANDS, HANDS)
    add(party, PrizeKind.HIGH)
    sheet = certificates_of(party)
    assert sheet.certificates == ()
    assert sheet.banner
    assert Prize.objects.count() == 1


def test_the_choice_of_winners_is_from_a_to_z_without_house_players():
    party = started_party(7, house=["Host"])
    names = [each.name for each in winners_to_choose(party)]
    assert len(names) == 7
    assert names == sorted(names)
    assert "Host" not in names
