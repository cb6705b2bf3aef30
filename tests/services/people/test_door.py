import pytest

from party.models import Entrant, LogLine
from party.services.people import arrivals, door, players
from party.values.people.fees import Payment
from party.values.refusals import Refused
from tests.evening import BY_PROGRAM, add_people, change_plan, draw, party_with, started_party

pytestmark = pytest.mark.django_db
EXPECTED, HERE, LEFT = Entrant.State
TEN = Payment(1000)


@pytest.fixture
def party():
    party = party_with(players=0, fee=1000)
    add_people(party, 2, state=EXPECTED)
    return party


def let_in(party, name="Alma", **options):
    entrant = party.entrants.get(name=name)
    return door.check_in(party.pk, entrant.pk, **BY_PROGRAM, **options)


def take_money(party, payment, name="Alma"):
    entrant = party.entrants.get(name=name)
    door.take_money(party.pk, entrant.pk, payment, **BY_PROGRAM)


def set_owed(party, owed, name="Alma"):
    entrant = party.entrants.get(name=name)
    door.set_owed(party.pk, entrant.pk, owed, **BY_PROGRAM)


def row(party, name="Alma"):
    fields = ("state", "paid", "paid_how", "owed")
    return party.entrants.values_list(*fields).get(name=name)


def log_words():
    return list(LogLine.objects.values_list("words", flat=True))


def test_a_check_in_stores_attendance_and_payment(party):
    let_in(party, payment=Payment(1000, "card"))
    assert row(party) == (HERE, 1000, "card", None)
    assert log_words() == ["Alma: here, paid $10, card"]


def test_second_check_in_changes_nothing(party):
    for _ in range(2):
        let_in(party, payment=TEN)
    assert row(party) == (HERE, 1000, "cash", None)
    assert len(log_words()) == 1


def test_late_arrival_is_last_in_the_rota():
    party = party_with(players=5)
    add_people(party, 1, state=EXPECTED)
    draw(party)
    late = party.entrants.get(state=EXPECTED)
    let_in(party, late.name)
    late.refresh_from_db()
    assert (late.state, late.rota) == (HERE, 6)
    assert log_words()[0] == f"{late.name}: here, in round 1"


def test_late_house_player_has_no_turn_to_sit_out():
    party = party_with(players=4)
    house = arrivals.add_house_player(party.pk, "Ivy", **BY_PROGRAM)
    arrivals.set_attendance(party.pk, [house.pk], here=False, **BY_PROGRAM)
    draw(party)
    let_in(party, "Ivy")
    house.refresh_from_db()
    assert (house.state, house.rota) == (HERE, None)


def test_check_in_of_a_leaver_is_refused():
    party = started_party(players=4)
    arrivals.go_home(party.pk, party.entrants.get(name="Alma").pk, **BY_PROGRAM)
    with pytest.raises(Refused, match="has gone home"):
        let_in(party, payment=TEN)
    assert row(party)[1] == 0


def test_the_holder_of_a_number_pays_before_a_blind_draw():
    party = party_with(players=0, cards="blind")
    players.make_numbers(party.pk, 4, **BY_PROGRAM)
    number = party.entrants.get(number=2)
    door.check_in(party.pk, number.pk, **BY_PROGRAM, payment=TEN)
    number.refresh_from_db()
    assert (number.state, number.paid) == (EXPECTED, 1000)


def test_payment_is_refused_if_another_desk_took_the_money(party):
    take_money(party, Payment(500))
    with pytest.raises(
        Refused, match=r"Somebody changed this while you had the page open: Alma has paid"
    ):
        take_money(party, TEN)
    assert row(party)[1] == 500
    take_money(party, Payment(1000, "cash", paid_before=500))
    assert log_words()[0] == "Alma: paid $10, cash (before: $5)"


def test_a_person_who_paid_cannot_be_removed(party):
    take_money(party, TEN)
    alma = party.entrants.get(name="Alma")
    with pytest.raises(Refused, match=r"Alma has paid \$10. Give it back at the door first."):
        players.remove_entrant(party.pk, alma.pk, **BY_PROGRAM)
    take_money(party, Payment(0, paid_before=1000))
    players.remove_entrant(party.pk, alma.pk, **BY_PROGRAM)
    assert party.entrants.count() == 1


def test_a_number_whose_holder_has_paid_is_not_deleted():
    party = party_with(players=0, cards="blind")
    players.make_numbers(party.pk, 8, **BY_PROGRAM)
    seven = party.entrants.get(number=7)
    door.take_money(party.pk, seven.pk, TEN, **BY_PROGRAM)
    with pytest.raises(Refused, match="at least 7"):
        players.make_numbers(party.pk, 6, **BY_PROGRAM)


def test_a_payment_that_is_sent_twice_is_logged_once(party):
    for _ in range(2):
        take_money(party, TEN)
    assert log_words() == ["Alma: paid $10, cash"]


@pytest.mark.parametrize(
    ("payment", "words"),
    [
        (Payment(-1), "At most 100,000."),
        (Payment(10_000_001), "At most 100,000."),
        (Payment(1000, "shells"), "Choose how it was paid."),
    ],
)
def test_wrong_payment_is_refused(party, payment, words):
    with pytest.raises(Refused, match=words):
        take_money(party, payment)
    assert row(party)[1] == 0


def test_the_fee_of_a_single_person_is_set_and_removed(party):
    for owed in (0, 0, 500, None):
        set_owed(party, owed)
        assert row(party)[3] == owed
    assert log_words() == [
        "Alma owes the party’s fee",
        "Alma owes $5",
        "Alma owes nothing",
    ]


def test_people_who_are_added_at_the_door_pay_at_once(party):
    paid = Payment(1000, "card")
    people = [
        players.Newcomer("Carol", number=7, payment=paid),
        players.Newcomer("Dev", number=2, payment=paid),
    ]
    added = players.add_entrants(party.pk, people, **BY_PROGRAM, here=True)
    assert [(each.name, each.number) for each in added] == [("Carol", 7), ("Dev", 8)]
    assert row(party, "Dev") == (HERE, 1000, "card", None)
    assert log_words() == ["2 names added, paid $10 each"]


def test_each_person_on_a_list_can_be_added_with_a_payment(party):
    people = [
        players.Newcomer("Carol", payment=Payment(1000, "card")),
        players.Newcomer("Dev"),
        players.Newcomer("Edna", payment=Payment(500)),
    ]
    players.add_entrants(party.pk, people, **BY_PROGRAM)
    assert row(party, "Carol")[1:3] == (1000, "card")
    assert row(party, "Dev")[1:3] == (0, "cash")
    assert row(party, "Edna")[1:3] == (500, "cash")
    assert log_words() == ["3 names added, 2 of them paid $15 in all"]
    wrong = players.Newcomer("Gus", payment=Payment(-1))
    with pytest.raises(Refused, match="At most"):
        players.add_entrants(party.pk, [wrong], **BY_PROGRAM)


@pytest.mark.parametrize("fee", [-1, 10_000_001])
def test_impossible_fee_is_refused(party, fee):
    with pytest.raises(Refused, match="A fee is at most"):
        change_plan(party, fee=fee)
