import os
import subprocess
import sys

import pytest
from django.conf import settings

from party.management.simulated_evening import sample_people
from party.models import Club, Party
from tests.commands.results import run_command
from tests.laptop import ENVIRONMENT, run_python

SLOWER_RULES = ("youngstown", "australian", "canadian", "lodige")
SMALL = ("--tables", "2", "--rounds", "2", "--seed", "7")

pytestmark = pytest.mark.django_db


def rehearse(capsys, *arguments):
    return run_command(capsys, "rehearse", *arguments)


def rehearse_in_a_process(folder, hash_seed, *arguments):
    own = {"PYTHONHASHSEED": hash_seed, "HEADTABLE_DATA": str(folder)}
    return run_python("manage.py", "rehearse", *arguments, env=ENVIRONMENT | own).stdout


def test_rehearse_prints_seats_points_and_standings(capsys):
    out, err, code = rehearse(capsys, *SMALL)

    assert (err, code) == ("", 0)
    assert out.startswith(
        "St Paul Midway: 8 people at 2 tables, 2 rounds, partners chairs, seed 7\n"
    )
    for part in ("Seats of round 1", "Points of round 1", "Seats of round 2", "Points of round 2"):
        assert f"\n{part}\n" in out
    standings = out.partition("\nStandings\n")[2].splitlines()
    assert len(standings) == 8
    assert {line.split(maxsplit=2)[2] for line in standings} == {
        name for name, _ in sample_people(8)
    }


@pytest.mark.slow
def test_the_same_seed_gives_the_same_evening_in_every_process(tmp_path, capsys):
    evenings = [rehearse_in_a_process(tmp_path, seed, *SMALL) for seed in ("1", "2")]

    assert evenings[0] == evenings[1] == rehearse(capsys, *SMALL)[0]
    assert evenings[0] != rehearse(capsys, *SMALL[:-1], "8")[0]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="pipes as Linux and macOS have them")
def test_rehearse_ends_silently_if_its_output_is_closed(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "manage.py", "rehearse", *SMALL],
        cwd=settings.BASE_DIR,
        env=os.environ | {"HEADTABLE_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout.readline()
    process.stdout.close()

    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 1


def test_rehearse_stores_nothing(capsys):
    rehearse(capsys, *SMALL)

    assert not Party.objects.exists()
    assert not Club.objects.exists()


def test_the_option_keep_stores_the_evening(capsys):
    rehearse(capsys, *SMALL, "--keep")

    party = Party.objects.get()
    assert party.name == "Rehearsal, seed 7"
    assert party.finished_at is not None
    assert party.rounds.count() == 2


def test_a_second_kept_evening_has_the_same_players(capsys):
    rehearse(capsys, *SMALL, "--keep")
    rehearse(capsys, "--tables", "3", "--rounds", "1", "--keep")

    assert Party.objects.count() == 2
    assert Club.objects.get().players.count() == 12


@pytest.mark.parametrize(
    "rules",
    [
        "iowa",
        *(pytest.param(rules, marks=pytest.mark.slow) for rules in SLOWER_RULES),
    ],
)
def test_rehearse_accepts_rules_and_a_number_of_people_with_sit_outs(capsys, rules):
    out, err, code = rehearse(
        capsys, "--people", "10", "--rounds", "3", "--rules", rules, "--partners", "fresh"
    )

    assert (err, code) == ("", 0)
    assert "10 people at 2 tables, 2 sitting out" in out
    assert ": out" in out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--rules", "whist"), "There are no rules “whist”. There are: midway, youngstown, iowa"),
        (("--tables", "nine"), "--tables is a number from 1 to 1000, not “nine”."),
        (("--tables", "0"), "--tables is a number from 1 to 1000, not “0”."),
        (("--rounds", "-2"), "--rounds is a number from 1 to 99, not “-2”."),
        (("--people", "3"), "--people is a number from 4 to 4000, not “3”."),
        (("--people", "22", "--tables", "9"), "22 people fill 5 tables. Leave out --tables."),
        (("--partners", "new"), "--partners is chairs or fresh, not “new”."),
        (("--seed", "x"), "--seed is a number from 0 to"),
    ],
)
def test_impossible_options_are_refused_in_one_sentence(capsys, arguments, why):
    out, err, code = rehearse(capsys, *arguments)

    assert (out, code) == ("", 2)
    assert err.startswith(why)
    assert err.count("\n") == 1
