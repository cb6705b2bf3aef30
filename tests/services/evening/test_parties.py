import pytest

from party.engine import PRESETS
from party.models import LogLine, Party
from party.progression import FORMATS
from party.services.evening import parties
from party.values.evening.parties import PartyPlan
from party.values.refusals import Refused
from tests.evening import (
    AT,
    BY_PROGRAM,
    change_plan,
    create_user,
    drawn_party,
    party_with,
    play_round,
    seat_next,
    start,
    started_party,
)
from tests.guard import setting_up
from tests.logbook import changes_of_line

pytestmark = pytest.mark.django_db


def plan(preset="midway", **fields):
    return PartyPlan.of_preset(preset, **{"name": "Autumn party", "starts_at": AT, **fields})


def create(**fields):
    club = create_user().memberships.get().club
    return parties.create_party(club.pk, plan(**fields), **BY_PROGRAM)


def test_create_party_stores_every_value_of_rules_and_format():
    party = create(preset="youngstown", place=" Legion hall ", paper="a4", rounds=10)
    party = Party.objects.get(pk=party.pk)

    assert party.rules == PRESETS["youngstown"]
    assert party.format == FORMATS["youngstown"]
    assert party.rules_values["name"] == "Youngstown"
    assert (party.place, party.paper, party.rounds_planned) == ("Legion hall", "a4", 10)
    assert len(party.code) == 8
    assert LogLine.objects.get().words == "Autumn party created"


@pytest.mark.parametrize(("preset", "pack"), [("youngstown", 45), ("sold out", 43)])
def test_missing_rules_get_the_values_of_the_preset(preset, pack):
    values = PRESETS["youngstown"].values()
    stored = {name: values[name] for name in ("version", "slam_rule", "all_pass")}

    rules = Party(preset=preset, rules_values=stored).rules

    assert rules.pack == pack
    assert (rules.slam_rule, rules.all_pass) == ("100_under_ten", "same_dealer")


def test_formats_exist_for_all_games_of_four_players():
    assert set(FORMATS) == {name for name, rules in PRESETS.items() if rules.players == 4}


def test_create_party_uses_a_given_seed_or_a_new_one():
    club = create_user().memberships.get().club
    seeded = parties.create_party(club.pk, plan(), **BY_PROGRAM, seed="7")
    others = [parties.create_party(club.pk, plan(), **BY_PROGRAM) for _ in range(2)]
    assert seeded.seed == "7"
    assert others[0].seed != others[1].seed
    assert len({seeded.code, others[0].code, others[1].code}) == 3


def test_create_party_names_all_faults_at_once():
    with pytest.raises(Refused) as refused:
        create(name=" ", rounds=0, break_after=0, break_minutes=0, clock_minutes=0)
    assert [fault.field for fault in refused.value.faults] == [
        *("name", "rounds", "break_after", "break_minutes", "clock_minutes")
    ]
    assert not Party.objects.exists()


def test_change_party_before_the_draw_changes_everything():
    party = party_with()
    new = plan("iowa", name="Iowa night", rounds=None, cards="blind", capture="totals")

    parties.change_party(party.pk, new, **BY_PROGRAM)

    party = Party.objects.get(pk=party.pk)
    assert (party.name, party.preset, party.rules) == ("Iowa night", "iowa", PRESETS["iowa"])
    assert (party.rounds_planned, party.cards, party.capture) == (None, "blind", "totals")
    words = LogLine.objects.get().words
    assert words.startswith("Settings changed: name of the party, ")
    assert "_" not in words
    changes_by_name = {name: (old, new) for name, old, new in changes_of_line()}
    assert changes_by_name["Name of the party"] == ("Autumn party", "Iowa night")
    assert changes_by_name["Rules"] == ("St Paul Midway", "North-west Iowa")
    assert changes_by_name["Rounds"] == ("3", "as many as there are tables")
    assert changes_by_name["Results are entered"] == ("hand by hand", "round totals")
    assert changes_by_name["Who moves after a round"][0] == "the lower pair goes to the next table"


def test_change_party_without_a_change_is_not_logged():
    party = party_with()
    change_plan(party)
    assert not LogLine.objects.exists()


def test_change_party_after_the_draw_changes_name_place_and_paper():
    party = drawn_party()
    change_plan(party, name="Late name", place="Hall 2", paper="a4", rounds=5)
    party.refresh_from_db()
    assert (party.name, party.place, party.paper) == ("Late name", "Hall 2", "a4")
    assert party.rounds_planned == 5


def test_rules_of_an_older_program_do_not_count_as_changed_after_the_draw():
    party = drawn_party()
    with setting_up():
        del party.rules_values["ace_no_face"]  # an older program had no such choice
        party.save()
    change_plan(party, name="Late name")
    party.refresh_from_db()
    assert party.name == "Late name"


def test_change_party_after_the_draw_refuses_rules_format_and_cards():
    party = drawn_party()
    iowa = {"rules": PRESETS["iowa"], "format": FORMATS["iowa"]}
    with pytest.raises(Refused) as refused:
        change_plan(party, name="New name", cards="blind", **iowa)
    assert [fault.field for fault in refused.value.faults] == ["cards", "format", "rules"]
    party.refresh_from_db()
    assert party.name == "Autumn party"


def test_change_party_after_the_finish_is_refused():
    party = party_with(finished_at=AT)
    with pytest.raises(Refused, match="is finished"):
        change_plan(party, name="x")


def test_the_number_of_rounds_can_be_reduced_to_the_current_round():
    party = started_party(rounds_planned=3)
    play_round(party)
    seat_next(party)

    for rounds in (10, 2):
        parties.set_rounds(party.pk, rounds, **BY_PROGRAM)
        party.refresh_from_db()
        assert party.rounds_planned == rounds
    for rounds in (1, 0, 100):
        with pytest.raises(Refused, match="at least 2, at most 99"):
            parties.set_rounds(party.pk, rounds, **BY_PROGRAM)


def test_make_round_last_plans_no_further_round():
    party = party_with(rounds_planned=9)
    with pytest.raises(Refused, match="not drawn yet"):
        parties.make_round_last(party.pk, **BY_PROGRAM)
    start(party)

    parties.make_round_last(party.pk, **BY_PROGRAM)

    party.refresh_from_db()
    assert party.rounds_planned == 1


def test_change_party_after_the_draw_keeps_the_number_of_rounds():
    party = drawn_party(rounds_planned=None, preset="iowa")
    change_plan(party, name="Late name")
    party.refresh_from_db()
    assert (party.name, party.rounds_planned) == ("Late name", None)


def test_a_new_party_gets_another_code_if_the_first_code_is_taken(monkeypatch):
    first = create(name="First")
    letters = iter(f"{first.code}abcdefgh")
    monkeypatch.setattr(parties.secrets, "choice", lambda _letters: next(letters))
    second = parties.create_party(first.club_id, plan(), **BY_PROGRAM, seed="7")
    assert second.code == "abcdefgh"


def test_archiving_twice_and_bringing_back_twice_are_each_logged_once():
    party = party_with()
    for verb in (parties.archive_party, parties.archive_party):
        verb(party.pk, **BY_PROGRAM)
    assert Party.objects.get().archived_at == AT
    for verb in (parties.unarchive_party, parties.unarchive_party):
        verb(party.pk, **BY_PROGRAM)
    assert Party.objects.get().archived_at is None
    assert [line.words for line in LogLine.objects.all()] == [
        "Autumn party is back from the archive",
        "Autumn party is archived",
    ]


def test_a_party_with_an_open_round_cannot_be_archived():
    party = started_party()
    with pytest.raises(Refused, match="Round 1 is going on"):
        parties.archive_party(party.pk, **BY_PROGRAM)
    assert Party.objects.get().archived_at is None
