from dataclasses import replace

import pytest

from party.engine import PRESETS
from party.models import LogLine, Party
from party.progression import FORMATS
from party.services.evening import parties
from party.values.accounts import PROGRAM
from party.values.evening.parties import PartyPlan
from party.values.refusals import Refused
from tests.evening import AT, close, draw, party_with, person, play, seat_next, start
from tests.logbook import changed

pytestmark = pytest.mark.django_db


def plan(preset="midway", **chosen):
    return PartyPlan.of_preset(preset, **{"name": "Autumn party", "starts_at": AT, **chosen})


def plan_of(party, **changed):
    return replace(
        PartyPlan(
            name=party.name,
            starts_at=party.starts_at,
            preset=party.preset,
            rules=party.rules,
            format=party.format,
            rounds=party.rounds_planned,
        ),
        **changed,
    )


def create(**chosen):
    club = person().memberships.get().club
    return parties.create_party(club.pk, plan(**chosen), actor=PROGRAM, at=AT)


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
def test_rules_younger_than_the_party_are_those_of_its_preset(preset, pack):
    now = PRESETS["youngstown"].values()
    stored = {name: now[name] for name in ("version", "slam_rule", "all_pass")}

    rules = Party(preset=preset, rules_values=stored).rules

    assert rules.pack == pack
    assert (rules.slam_rule, rules.all_pass) == ("100_under_ten", "same_dealer")


def test_a_party_is_offered_every_game_for_four_and_no_other():
    assert set(FORMATS) == {name for name, rules in PRESETS.items() if rules.players == 4}


def test_create_party_takes_a_seed_or_makes_one():
    club = person().memberships.get().club
    given = parties.create_party(club.pk, plan(), actor=PROGRAM, at=AT, seed="7")
    made = [parties.create_party(club.pk, plan(), actor=PROGRAM, at=AT) for _ in range(2)]
    assert given.seed == "7"
    assert made[0].seed != made[1].seed
    assert len({given.code, made[0].code, made[1].code}) == 3


def test_create_party_refuses_all_that_is_wrong_at_once():
    with pytest.raises(Refused) as refused:
        create(name=" ", rounds=0, break_after=0, break_minutes=0, clock_minutes=0)
    assert [fault.field for fault in refused.value.faults] == [
        *("name", "rounds", "break_after", "break_minutes", "clock_minutes")
    ]
    assert not Party.objects.exists()


def test_change_party_before_the_draw_changes_anything():
    party = party_with()
    new = plan("iowa", name="Iowa night", rounds=None, cards="blind", capture="totals")

    parties.change_party(party.pk, new, actor=PROGRAM, at=AT)

    party = Party.objects.get(pk=party.pk)
    assert (party.name, party.preset, party.rules) == ("Iowa night", "iowa", PRESETS["iowa"])
    assert (party.rounds_planned, party.cards, party.capture) == (None, "blind", "totals")
    words = LogLine.objects.get().words
    assert words.startswith("Settings changed: name of the party, ")
    assert "_" not in words
    told = {what: (old, new) for what, old, new in changed()}
    assert told["Name of the party"] == ("Autumn party", "Iowa night")
    assert told["Rules"] == ("St Paul Midway", "North-west Iowa")
    assert told["Rounds"] == ("3", "as many as there are tables")
    assert told["Results are entered"] == ("hand by hand", "round totals")
    assert told["Who moves after a round"][0] == "the lower pair goes to the next table"


def test_change_party_without_a_change_writes_no_line():
    party = party_with()
    parties.change_party(party.pk, plan_of(party), actor=PROGRAM, at=AT)
    assert not LogLine.objects.exists()


def test_change_party_after_the_draw_changes_name_place_and_paper():
    party = party_with()
    draw(party)
    new = plan_of(party, name="Late name", place="Hall 2", paper="a4", rounds=5)

    parties.change_party(party.pk, new, actor=PROGRAM, at=AT)

    party.refresh_from_db()
    assert (party.name, party.place, party.paper) == ("Late name", "Hall 2", "a4")
    assert party.rounds_planned == 5


def test_change_party_after_the_draw_refuses_rules_format_and_cards():
    party = party_with()
    draw(party)
    new = plan_of(
        party, name="New name", rules=PRESETS["iowa"], format=FORMATS["iowa"], cards="blind"
    )

    with pytest.raises(Refused) as refused:
        parties.change_party(party.pk, new, actor=PROGRAM, at=AT)

    assert [fault.field for fault in refused.value.faults] == ["cards", "format", "rules"]
    party.refresh_from_db()
    assert party.name == "Autumn party"


def test_change_party_after_the_finish_is_refused():
    party = party_with(finished_at=AT)
    with pytest.raises(Refused, match="is finished"):
        parties.change_party(party.pk, plan_of(party, name="x"), actor=PROGRAM, at=AT)


def test_rounds_are_raised_and_lowered_down_to_the_current_one():
    party = party_with(rounds_planned=3)
    start(party)
    play(party)
    close(party)
    seat_next(party)

    for rounds in (10, 2):
        parties.set_rounds(party.pk, rounds, actor=PROGRAM, at=AT)
        party.refresh_from_db()
        assert party.rounds_planned == rounds
    for rounds in (1, 0, 100):
        with pytest.raises(Refused, match="at least 2, at most 99"):
            parties.set_rounds(party.pk, rounds, actor=PROGRAM, at=AT)


def test_last_round_ends_the_plan_with_the_round_that_is_on():
    party = party_with(rounds_planned=9)
    with pytest.raises(Refused, match="not drawn yet"):
        parties.make_round_last(party.pk, actor=PROGRAM, at=AT)
    start(party)

    parties.make_round_last(party.pk, actor=PROGRAM, at=AT)

    party.refresh_from_db()
    assert party.rounds_planned == 1


def test_change_party_after_the_draw_leaves_the_rounds_alone():
    party = party_with(rounds_planned=None, preset="iowa")
    draw(party)
    parties.change_party(party.pk, plan_of(party, name="Late name"), actor=PROGRAM, at=AT)
    party.refresh_from_db()
    assert (party.name, party.rounds_planned) == ("Late name", None)


def test_code_that_is_taken_is_drawn_again(monkeypatch):
    taken = create(name="First")
    letters = iter(f"{taken.code}abcdefgh")
    monkeypatch.setattr(parties.secrets, "choice", lambda _letters: next(letters))
    second = parties.create_party(taken.club_id, plan(), actor=PROGRAM, at=AT, seed="7")
    assert second.code == "abcdefgh"


def test_archiving_twice_and_bringing_back_twice_is_said_once():
    party = party_with()
    for verb in (parties.archive_party, parties.archive_party):
        verb(party.pk, actor=PROGRAM, at=AT)
    assert Party.objects.get().archived_at == AT
    for verb in (parties.unarchive_party, parties.unarchive_party):
        verb(party.pk, actor=PROGRAM, at=AT)
    assert Party.objects.get().archived_at is None
    assert [line.words for line in LogLine.objects.all()] == [
        "Autumn party is back from the archive",
        "Autumn party is archived",
    ]


def test_a_party_whose_round_goes_on_is_not_archived():
    party = party_with()
    start(party)
    with pytest.raises(Refused, match="Round 1 is going on"):
        parties.archive_party(party.pk, actor=PROGRAM, at=AT)
    assert Party.objects.get().archived_at is None
