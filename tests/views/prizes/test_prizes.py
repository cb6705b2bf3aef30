import pytest
from django.urls import reverse

from party.models import Award, Party, Prize
from party.queries.prizes.winners import all_prizes
from party.services.evening import rounds
from party.services.prizes import awards, prizes
from party.values.prizes.prizes import PRIZE_PRESETS, PrizeKind
from party.views.papers.prizes import prizes_of as prizes_on_paper
from tests.awards import add, party_of
from tests.evening import BY_PROGRAM, helper_of, party_with, set_people
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    """Return a party after one round: numbers 2, 4, 6 and 8 have 590; 2 and 6 are women."""
    party = party_of(rounds_planned=1)
    set_people(party, 2, 6, prize_group="women")
    return party


def url_of(party, name="prizes", *args):
    return reverse(name, args=[party.pk, *args])


def get(client, party, name="prizes", *args):
    answer = client.get(url_of(party, name, *args))
    assert answer.status_code == 200
    return answer.content.decode()


def post(client, party, name, *args, **sent):
    answer = client.post(url_of(party, name, *args), sent, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def tied_ids(party, row):
    line = next(each for each in all_prizes(party).lines if each.id == row.pk)
    return " ".join(str(winner.person.id) for winner in line.winners)


def test_a_prize_is_added_and_shown(client, party):
    add(party, money=2000, gift="a ham")
    page = get(client, party)
    assert "$20 and a ham" in page
    assert "Tied: Bert, Dev, Fay and Hilde (590 points)" in page
    assert "Equal totals share the place." in page


def test_without_prizes_the_page_offers_lists_of_prizes(client, party):
    page = get(client, party)
    assert "No prizes are chosen yet." in page
    assert "High and low of every prize group" in page
    assert "Choose one of the lists." in post(client, party, "prizes_preset")


def test_helpers_see_prizes_without_the_forms(client, party):
    row = add(party)
    client.force_login(helper_of(party))
    page = get(client, party)
    assert "High" in page
    assert "Add one prize" not in page
    assert url_of(party, "prize", row.pk) not in page


def test_a_list_whose_prizes_are_all_chosen_is_not_offered(client, party):
    post(client, party, "prizes_preset", preset="high-low")
    page = get(client, party)
    assert 'value="high-low"' not in page
    assert 'value="podium"' in page
    assert "All of these are on the list already." in post(
        client, party, "prizes_preset", preset="high-low"
    )
    for name in PRIZE_PRESETS:
        post(client, party, "prizes_preset", preset=name)
    assert "Add a whole list" not in get(client, party)


def test_the_prizes_of_the_last_party_can_be_copied(client, party):
    assert "The same as at" not in get(client, party)
    add(party_with(4, name="Spring party"), PrizeKind.LOW)
    assert "The same as at Spring party" in get(client, party)
    page = post(client, party, "prizes_copy")
    assert "The prizes are those of last time." in page
    assert ">Low</a>" in page
    assert "already" in post(client, party, "prizes_copy")


def test_one_prize_is_added_with_its_group_and_money(client, party):
    page = post(
        client, party, "prizes_add", kind="high", group="women", money="12,50", gift="", title=""
    )
    assert "High, women" in page
    assert "$12.50" in page
    assert Prize.objects.get().money == 1250


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({"kind": "moon"}, "What is it for: choose one of those shown."),
        ({"money": "a lot"}, "Type an amount, for example 12.50."),
        ({"group": "children"}, "Among whom: choose one of those shown."),
        ({"gift": "x" * 81}, "at most 80 letters"),
        ({"title": "x" * 61}, "at most 60 letters"),
        ({"money": "999999.99"}, "more money than any card party"),
    ],
)
def test_errors_of_a_new_prize_are_beside_their_fields(client, party, sent, expected):
    whole = {"kind": "high", "group": "", "money": "", "gift": "kept ham", "title": ""} | sent
    page = post(client, party, "prizes_add", **whole)
    assert expected in page
    assert sent.get("gift", "kept ham") in page
    assert not Prize.objects.exists()


def test_a_tie_is_settled_by_a_cut(client, party):
    row = add(party, group="women", money=1001)
    page = get(client, party, "prize", row.pk)
    assert "They cut cards: Bert won" in page
    assert "They share High, women: $5.01 or $5 each" in page
    among = tied_ids(party, row)
    refused = post(client, party, "prize_settle", row.pk, among=among)
    assert "Choose how the tie is settled." in refused
    bert = party.entrants.get(number=2).pk
    page = post(client, party, "prize_settle", row.pk, among=among, how=f"cut {bert}")
    assert "Tied with Fay: cards were cut." in page
    assert ">Cut<" in page


def test_a_tie_is_settled_on_the_list_of_prizes_after_the_finish(client, party):
    row = add(party, money=3000)
    assert "Who won the cut?" not in get(client, party)
    finish(client, party)
    page = get(client, party)
    bert = party.entrants.get(number=2).pk
    for how in (f"cut {bert}", "split"):
        assert f'name="how" value="{how}"' in page
    assert f'name="among" value="{tied_ids(party, row)}"' in page
    page = post(
        client, party, "prize_settle", row.pk, among=tied_ids(party, row), how=f"cut {bert}"
    )
    assert "Who won the cut?" not in page
    assert "Cash prizes to give out: <b>$30</b>" in page
    client.force_login(helper_of(party))
    assert 'name="how"' not in get(client, party)


def test_a_tie_is_counted_back_and_the_page_and_the_sheet_state_the_rule(client, party):
    with setting_up():
        hands = party.rounds.get().tables.get(number=2).entries
        hands.update(ns=0, ew=0)
        hands.filter(hand=1).update(ns=900, ew=590)
    row = add(party, group="women", money=1001)
    assert "By countback: Bert has more rounds won" in get(client, party, "prize", row.pk)
    sent = {"among": tied_ids(party, row), "how": "count-back"}
    assert "Tied with Fay: more rounds won" in post(client, party, "prize_settle", row.pk, **sent)
    rule = "the rounds won and the sets of both are added up"
    assert rule in get(client, party)
    assert rule in " ".join(prizes_on_paper(party).notes)
    post(client, party, "prize_act", row.pk, "unsettle")
    page = post(client, party, "prize_settle", row.pk, **sent | {"how": "split"})
    assert "<b>Fay</b>: $5<small>" in page
    assert rule not in page


def test_an_answer_about_a_tie_of_other_people_is_refused(client, party):
    row = add(party, group="women")
    page = post(client, party, "prize_settle", row.pk, among="x", how="split")
    assert "Please check again." in page
    assert not Award.objects.exists()


def test_a_door_prize_can_be_drawn_again(client, party):
    row = add(party, PrizeKind.DOOR)
    assert "Draw somebody" in get(client, party, "prize", row.pk)
    assert "Draw again" in post(client, party, "prize_draw", row.pk)
    assert "Not drawn yet." in post(client, party, "prize_act", row.pk, "unsettle")
    mystery = add(party, PrizeKind.MYSTERY)
    assert "Draw the number" in get(client, party, "prize", mystery.pk)


def test_a_prize_of_another_party_and_an_unknown_verb_are_not_found(client, party):
    other = add(party_with(4, by=party.club.memberships.get().user))
    assert client.get(url_of(party, "prize", other.pk)).status_code == 404
    assert client.post(url_of(party, "prize_act", add(party).pk, "explode")).status_code == 404


def test_one_prize_each_is_set_and_unset(client, party):
    add(party)
    for one in ("yes", "no"):
        post(client, party, "prizes_one_each", one=one)
        assert Party.objects.get(pk=party.pk).one_prize_each is (one == "yes")


def test_a_prize_is_given_by_hand_with_a_reason(client, party):
    row = add(party)
    alma = party.entrants.get(number=1).pk
    page = post(client, party, "prize_give", row.pk, entrant=alma, why="")
    assert "Say why it is given by hand" in page
    page = post(client, party, "prize_give", row.pk, entrant=alma, why="others gone")
    assert "Given by hand. others gone" in page
    assert "Choose who has the prize." in post(client, party, "prize_give", row.pk, why="x")


def test_a_prize_is_changed_moved_and_removed(client, party):
    high, low = add(party), add(party, PrizeKind.LOW)
    page = post(client, party, "prize_change", high.pk, money="5", gift="wine", title="Top")
    assert "Top" in page
    assert "$5 and wine" in page
    assert "Type an amount" in post(client, party, "prize_change", high.pk, money="five")
    page = post(client, party, "prize_act", low.pk, "up")
    assert page.index("Low") < page.index("Top")
    assert "is the first of the list" in post(client, party, "prize_act", low.pk, "up")
    page = post(client, party, "prize_act", low.pk, "down")
    assert page.index("Top") < page.index(">Low<")
    assert "Top" not in post(client, party, "prize_act", high.pk, "remove")


def finish(client, party):
    rounds.finish(party.pk, **BY_PROGRAM)
    return str(Party.objects.get(pk=party.pk).revision)


def test_prizes_are_confirmed_and_then_printed(client, party):
    row = add(party, group="women")
    awards.settle_tie(
        party.pk,
        row.pk,
        "split",
        tied_ids=[int(n) for n in tied_ids(party, row).split()],
        **BY_PROGRAM,
    )
    seen = finish(client, party)
    page = get(client, party)
    assert "Confirm the prizes" in page
    assert f'name="seen" value="{seen}"' in page
    page = post(client, party, "prizes_confirm", seen=seen)
    assert "The prizes are confirmed." in page
    assert "Add one prize" not in page
    assert page.count("Print the prize sheet") == 2
    assert "The prizes are confirmed." in get(client, party, "prize", row.pk)
    with setting_up():
        party.rounds.get().tables.get(number=2).entries.filter(hand=4).update(ew=600)
    page = get(client, party)
    assert "confirmed for Bert (590 points) and Fay (590 points); now it would be Fay" in page
    page = post(client, party, "prizes_reopen")
    assert "The prizes are open." in page
    assert "Confirm the prizes" in page


@pytest.mark.parametrize(
    ("kind", "words"),
    [(PrizeKind.DOOR, "Draw Door prize"), (PrizeKind.OTHER, "Give Another prize")],
)
def test_the_page_names_the_next_step_of_an_open_prize(client, party, kind, words):
    add(party, kind)
    finish(client, party)
    assert words in get(client, party)


def test_prizes_are_not_confirmed_if_the_list_has_changed(client, party):
    add(party, PrizeKind.LOW, group="women")
    seen = finish(client, party)
    prizes.add_prize(party.pk, PrizeKind.LOW, **BY_PROGRAM)
    assert "Something changed while" in post(client, party, "prizes_confirm", seen=seen)
    assert "Something changed while" in post(client, party, "prizes_confirm", seen="x")


def test_after_the_finish_the_page_asks_about_a_winner_who_has_gone_home(client, party):
    row = add(party, group="women")
    with setting_up():
        party.entrants.filter(number=2).update(state="left")
        party.entrants.filter(number=6).update(prize_group="")
        party.entrants.filter(number=1).update(prize_group="women")
    page = get(client, party)
    assert '<b>Bert</b> <span class="tag tag-quiet">Gone home</span>' in page
    assert "Keep it for Bert" not in page
    assert prizes_on_paper(party).rows[0].score == "590 points, gone home"
    rounds.finish(party.pk, **BY_PROGRAM)
    page = get(client, party)
    assert "High, women: Bert has gone home" in page
    assert "Next in line: <b>Alma (200 points)</b>" in page
    assert f'href="#gone-{row.pk}">Answer for Bert</a>' in page
    row_on_paper = prizes_on_paper(Party.objects.get(pk=party.pk)).rows[0]
    assert "The winner has gone home: not decided yet." in row_on_paper.rule
    bert = party.entrants.get(number=2).pk
    page = post(client, party, "prize_pass", row.pk, who=bert, answer="next")
    assert "High, women: Alma (200 points)." in page
    assert "Undo" in page
    page = get(client, party, "prize", row.pk)
    assert "Bert has gone home and was passed over." in page
    page = post(client, party, "prize_pass", row.pk, who=bert, answer="keep")
    assert "High, women: Bert (590 points)." in page
    page = get(client, party, "prize", row.pk)
    assert "You keep it for Bert." in page
    assert "Give it to Alma (200 points)" in page
    set_people(party, 1, prize_group="")
    assert "Nobody gets it" in get(client, party, "prize", row.pk)


def test_after_a_prize_is_passed_on_the_page_names_everybody_who_is_tied_for_it(client, party):
    row = add(party)
    finish(client, party)
    set_people(party, 2, state="left")
    bert = party.entrants.get(number=2).pk
    sent = {"among": tied_ids(party, row), "how": f"cut {bert}"}
    post(client, party, "prize_settle", row.pk, **sent)
    page = post(client, party, "prize_pass", row.pk, who=bert, answer="next")
    assert "High: a tie of Dev, Fay and Hilde (590 points)." in page


def test_one_answer_about_winners_who_leave_counts_for_the_whole_evening(client, party):
    add(party)
    assert "ask me each time" in get(client, party)
    page = post(client, party, "prizes_gone", rule="next")
    assert "<span>the next in line</span>" in page
    assert "Choose one of the three answers." in post(client, party, "prizes_gone", rule="x")


def test_only_prizes_won_by_playing_can_require_the_winner_to_be_here(client, party):
    post(client, party, "prizes_add", kind="high", must_be_here="on")
    post(client, party, "prizes_add", kind="door", must_be_here="on")
    high, door = party.prizes.all()
    assert (high.must_be_here, door.must_be_here) == (True, False)
    assert "must_be_here" not in get(client, party, "prize", door.pk)


def test_a_winner_can_be_marked_as_gone_home_after_the_finish(client, party):
    row = add(party, PrizeKind.HEAD_TABLE)
    assert "is not here any more" not in get(client, party, "prize", row.pk)
    rounds.finish(party.pk, **BY_PROGRAM)
    assert "Bert is not here any more" in get(client, party, "prize", row.pk)
    page = post(client, party, "prize_gone", row.pk, who=party.entrants.get(number=2).pk)
    assert "Keep it for Bert" in page
    assert "Marked as gone home." in page
    assert "Dev is not here any more" in page
    for name, sent in (("prize_gone", {"who": "x"}), ("prize_pass", {"who": "x y"})):
        page = post(client, party, name, row.pk, **sent)
        assert "goes to somebody else now. Please check again." in page
