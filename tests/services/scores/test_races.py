import multiprocessing
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from party.models import Club, Entry, LogLine, Membership, Party, Record, Round, User
from party.services.accounts.invitations import create_invitation
from party.services.rules import LOOK_FIRST
from party.services.write import club_act, party_act, write
from party.values.accounts import PROGRAM
from tests.evening import HANDS, create_user, enter, party_with, start, started_party
from tests.services import racers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

RESULTS = ("8hn9", "7ce7", "9sw10", "7ns6")


def race(*jobs):
    """Run the jobs at the same moment and return their outcomes, in the order of the jobs."""
    outcomes = race_threads(jobs) if connection.vendor == "sqlite" else race_processes(jobs)
    errors = [text for kind, text in outcomes if kind == "error"]
    assert not errors
    return outcomes


def race_threads(jobs):
    barrier = Barrier(len(jobs))

    def run(job):
        barrier.wait(10)
        return racers.outcome(job)

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def race_processes(jobs):
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload(["tests.services.racing_set_up", "tests.services.racers"])
    barrier, answers = server.Barrier(len(jobs)), server.Queue()
    database = connection.settings_dict["NAME"]
    started = [
        server.Process(target=racers.run_job_in_process, args=(job, database, barrier, answers))
        for job in jobs
    ]
    for process in started:
        process.start()
    outcomes = [answers.get(timeout=60) for _ in jobs]
    for process in started:
        process.join(60)
    return [pop_outcome(outcomes, job) for job in jobs]


def pop_outcome(outcomes, job):
    found = next(answer for answer in outcomes if answer[0] == job)
    outcomes.remove(found)
    return found[1]


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_helper_is_let_in_while_the_party_is_being_changed(party):
    ruth = party.club.memberships.get().user
    actor = ruth.actor
    with ThreadPoolExecutor() as pool, party_act(party.pk, actor, racers.AT) as act:
        job = ("add_helper", party.club_id, "Hanna", ruth.pk, party.pk)
        assert pool.submit(racers.outcome, job).result(10) == ("ok", "Hanna")
        act.log("changed", "Meanwhile the party was changed")
    assert LogLine.objects.filter(party=party).count() == 2


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_party_is_changed_while_its_club_lets_a_helper_in(party):
    start(party)
    with ThreadPoolExecutor() as pool, club_act(party.club_id, PROGRAM, racers.AT):
        assert (
            pool.submit(racers.outcome, ("save_hand", party.pk, 1, "8hn9")).result(10)[0] == "ok"
        )


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
@pytest.mark.parametrize("verb", ["helper", "organiser", "account", "address"])
def test_a_name_that_somebody_else_takes_at_that_moment_is_refused_in_words(party, verb):
    ruth = party.club.memberships.get().user
    job = {
        "helper": ("add_helper", party.club_id, "Hanna", ruth.pk),
        "organiser": ("create_organiser", "Hanna"),
        "account": ("change_account", ruth.pk, "Hanna", ""),
        "address": ("change_account", ruth.pk, "Ruth", "hanna@example.org"),
    }[verb]
    with ThreadPoolExecutor() as pool:
        with write():
            Club.objects.select_for_update(no_key=True).get()
            hanna = User.objects.create(name="Hanna", email="hanna@example.org")
            Membership.objects.create(user=hanna, club=party.club, role="helper")
            racing = pool.submit(racers.outcome, job)
            wait_until_somebody_waits()
        assert racing.result(10)[0] == "refused"


def test_only_one_of_four_people_can_accept_one_invitation(party):
    actor = party.club.memberships.get().user.actor
    token = create_invitation(party.club_id, "Nora", "organiser", actor=actor, at=racers.AT)
    outcomes = race(
        *[("accept_invitation", token, name) for name in ("Nora", "Eve", "Ivy", "Ann")]
    )
    assert Counter(outcome for outcome, _ in outcomes) == {"ok": 1, "refused": 3}
    assert User.objects.count() == 2


def test_two_clubs_never_take_the_same_name_or_web_address():
    ruth, nora = create_user(), create_user("Nora")
    one, other = (each.memberships.get().club_id for each in (ruth, nora))

    def named(name, address, second_name, second_address):
        return [
            ("rename", one, name, address, ruth.pk),
            ("rename", other, second_name, second_address, nora.pk),
        ]

    for jobs in (
        # The new address of one club is the new name of the other club.
        named("Monday", "card-night", "Card-Night", "friday"),
        [
            *named("TUESDAY cards", "", "Tuesday Cards", ""),
            ("create_club", "Eve"),
            ("create_club", "Ivy"),
        ],
    ):
        outcomes = race(*jobs)
        assert Counter(outcome for outcome, _ in outcomes) == {"ok": 1, "refused": len(jobs) - 1}
    assert Club.objects.filter(name__iexact="Tuesday cards").count() == 1


def wait_until_somebody_waits():
    deadline = time.monotonic() + 10
    with connection.cursor() as cursor:
        while time.monotonic() < deadline:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
            time.sleep(0.01)
    pytest.fail("nobody waited")


def in_force(party, hand):
    return Entry.objects.in_force().filter(table__round__party=party, hand=hand)


@pytest.fixture
def party():
    return party_with(players=4, rounds_planned=2)


def test_same_hand_from_four_desks_is_stored_once(party):
    start(party)
    outcomes = race(*[("save_hand", party.pk, 1, "8hn9", 1)] * 4)
    assert Counter(outcomes) == {("ok", "saved"): 1, ("ok", "already"): 3}
    assert in_force(party, 1).count() == 1
    assert LogLine.objects.filter(verb="hand saved").count() == 1


def test_only_one_of_four_different_results_for_one_hand_is_stored(party):
    start(party)
    outcomes = race(*[("save_hand", party.pk, 1, text, 1) for text in RESULTS])
    assert Counter(outcomes) == {("ok", "saved"): 1, ("refused", ("conflict",)): 3}
    assert in_force(party, 1).count() == 1


def test_next_hands_that_four_desks_save_at_once_are_all_stored(party):
    start(party)
    outcomes = race(*[("save_hand", party.pk, 1, text) for text in RESULTS])
    assert Counter(outcomes) == {("ok", "saved"): 4}
    assert sorted(Entry.objects.counted().values_list("hand", flat=True)) == [1, 2, 3, 4]


def test_only_one_of_four_corrections_of_one_hand_is_stored(party):
    start(party)
    seen = enter(party, "8dn8")[0].entry
    outcomes = race(*[("correct", party.pk, 1, 1, text, seen) for text in RESULTS])
    assert Counter(outcomes) == {("ok", "saved"): 1, ("refused", ("changed",)): 3}
    assert in_force(party, 1).count() == 1
    assert Entry.objects.filter(status=Entry.Status.REPLACED).count() == 1


def test_only_one_of_four_records_of_one_hand_is_stored(party):
    start(party)
    outcomes = race(*[("attach_records", party.pk, 1, 2, text) for text in "abcd"])
    assert Counter(outcomes) == {("ok", (2,)): 1, ("refused", ("first",)): 3}
    assert Record.objects.in_force().count() == Record.objects.count() == 1


def test_table_never_has_a_total_and_hands_together(party):
    start(party)
    race(
        ("set_capture", party.pk, 1, "totals"),
        ("save_total", party.pk, 1, 200, 590),
        ("save_hand", party.pk, 1, "8hn9"),
        ("save_hand", party.pk, 1, "7ce7"),
    )
    kinds = {entry.hand == 0 for entry in Entry.objects.counted()}
    assert len(kinds) <= 1


@pytest.mark.parametrize("_time", range(5))
def test_nothing_is_saved_into_a_round_that_was_closed(party, _time):
    start(party)
    seen = enter(party, HANDS)[0].entry
    outcomes = race(
        ("close", party.pk),
        ("correct", party.pk, 1, 1, "9hn9", seen),
        ("save_hand", party.pk, 1, "8hn8"),
        ("close", party.pk),
    )
    assert Counter(kind for kind, _ in outcomes)["ok"] >= 1
    assert Round.objects.get(party=party).state == Round.State.CLOSED
    log = list(LogLine.objects.filter(party=party).order_by("pk").values_list("verb", flat=True))
    assert log[-1] == "round closed"
    assert log.count("round closed") == 1
    assert in_force(party, 1).count() == 1


def test_a_first_hand_and_a_change_of_rules_never_both_succeed():
    party = started_party(preset="iowa")
    hand, rules = race(
        ("save_hand", party.pk, 1, "6hn6", None, "iowa"), ("forbid_sixes", party.pk)
    )
    lowest = Party.objects.get().rules.min_contract
    if hand[0] == "ok":
        assert rules == ("refused", (LOOK_FIRST,))
        assert lowest == 6
    else:
        assert (rules, lowest) == (("ok", 7), 7)
        assert Entry.objects.count() == 0


def test_only_ten_of_the_passwords_tried_at_once_are_checked():
    outcomes = race(*[("try_password", "Ruth")] * 14)
    assert Counter(outcomes) == {("ok", True): 10, ("ok", False): 4}
