"""`manage.py organiser` creates organisers, and prints links that sign them in."""

import re

import pytest
from django.urls import resolve
from django.utils import timezone

from party.models import Club, Membership, User
from party.services import clubs
from party.services.accounts.users import use_link
from tests.commands.results import run_command

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def organiser(capsys, settings, tmp_path):
    settings.DATA_DIR = tmp_path

    def organiser(*arguments):
        out, err, code = run_command(capsys, "organiser", *arguments)
        assert code == (2 if err else 0)
        return out or err

    return organiser


def user_signed_in_by(words):
    path = re.search(r"https://cards\.example\.org(/\S+)", words)[1]
    return use_link(resolve(path).kwargs["token"], at=timezone.now())


def test_a_new_organiser_gets_a_club_and_a_sign_in_link(organiser):
    words = organiser("Ruth", "--club", "Tuesday cards", "--address", "https://cards.example.org/")
    assert user_signed_in_by(words) == User.objects.get(name="Ruth")
    assert Club.objects.get().name == "Tuesday cards"


def test_an_existing_organiser_gets_another_link_but_no_second_account(organiser):
    organiser("Ruth", "--club", "Tuesday cards", "--email", "ruth@example.org")
    words = organiser("RUTH@example.org", "--address", "https://cards.example.org")
    assert user_signed_in_by(words).name == "Ruth"
    assert (User.objects.count(), Club.objects.count()) == (1, 1)


def test_an_organiser_of_one_club_is_not_given_another_club(organiser):
    organiser("Ruth", "--club", "Tuesday cards")
    organiser("Ruth", "--club", "Tuesday cards")
    words = organiser("Ruth", "--club", "Friday cards")
    assert "Ruth runs Tuesday cards. Leave out --club" in words
    assert Club.objects.count() == 1


def test_one_person_runs_several_clubs_and_one_club_has_several_organisers(organiser):
    for name, club in (
        ("Ruth", "Tuesday cards"),
        ("Ruth", "Friday cards"),
        ("Nora", "friday cards"),
    ):
        words = organiser(name, "--club", club, "--add", "--address", "https://cards.example.org")
        assert user_signed_in_by(words).name == name
    runs = Membership.objects.filter(role="organiser").values_list("user__name", "club__name")
    assert sorted(runs) == [
        ("Nora", "Friday cards"),
        ("Ruth", "Friday cards"),
        ("Ruth", "Tuesday cards"),
    ]


def test_organisers_of_two_clubs_may_have_the_same_name(organiser):
    organiser("Ruth", "--club", "Tuesday cards", "--email", "ruth@example.org")
    words = organiser("Ruth", "--club", "Friday cards")
    assert "or add --new for another Ruth" in words
    organiser("Ruth", "--club", "Friday cards", "--new")

    words = organiser("Ruth")
    assert "There are 2 organisers named Ruth." in words
    server_address = ("--address", "https://cards.example.org")
    first, second = User.objects.order_by("pk")
    assert (
        user_signed_in_by(organiser("ruth", "--club", "friday cards", *server_address)) == second
    )
    assert user_signed_in_by(organiser("ruth@example.org", *server_address)) == first
    words = organiser("Nora", "--club", "TUESDAY cards")
    assert "Add --add if Nora should run it too." in words
    words = organiser("Ruth", "--club", "Tuesday cards", "--add", "--new")
    assert "Somebody named Ruth works here already." in words


def test_a_helper_gets_no_link(organiser):
    organiser("Ruth", "--club", "Tuesday cards")
    ruth, now = User.objects.get(), timezone.now()
    hanna = clubs.add_helper(Club.objects.get().pk, "Hanna", actor=ruth.actor, at=now)
    for arguments in (["Hanna"], ["Hanna", "--club", "Friday cards"]):
        words = organiser(*arguments)
        assert words.startswith("Hanna is the name of a helper. Make a helper's link")
    assert not hanna.links.exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["Ruth"], "There is no account named Ruth yet. Add --club to make one."),
        (["Ruth", "--club", "Tuesday", "--time-zone", "Mars"], "“Mars” is not a time zone"),
    ],
)
def test_impossible_details_of_an_organiser_are_refused_in_a_sentence(organiser, arguments, words):
    assert words in organiser(*arguments)
    assert not User.objects.exists()
