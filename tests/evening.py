"""An evening for the tests: a party with its people, played as far as a test needs.

Ruth organises, Hanna helps at the desk, Mallory belongs to another club.
"""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from party.engine import PRESETS, read_entry
from party.models import Club, Entrant, Entry, Membership, Party, Player, Round, User
from party.progression import FORMATS
from party.queries.evening.parties import plan_of
from party.queries.evening.rounds import latest_round
from party.queries.scores.tables import table_scores
from party.services.evening import parties, rounds
from party.services.scores import corrections, entries, tables
from party.values.accounts import PROGRAM
from party.values.refusals import Refused
from party.values.scores.tables import Spot
from tests.guard import setting_up
from tests.once import once

AT = datetime(2026, 11, 14, 19, 0, tzinfo=UTC)
BY_PROGRAM = {"actor": PROGRAM, "at": AT}
NAMES = ("Alma", "Bert", "Carol", "Dev", "Ed", "Fay", "Gus", "Hilde")
IN_ORDER = 7753057  # with this seed a blind draw seats five tables in order
HANDS = "8hn9 7ce7 7sn6 9dw9"  # N-S +200, E-W +590


@once
def create_user(name="Ruth", *, club=None, role=Membership.Role.ORGANISER):
    """Create a user with a role in a club, by default in a new club."""
    with setting_up():
        club = club or Club.objects.create(name=f"{name}'s club")
        user = User.objects.create(name=name)
        Membership.objects.create(user=user, club=club, role=role)
        return user


def reload_party(party):
    return Party.objects.get(pk=party.pk)


def run_verb(verb, party, *arguments, **options):
    return verb(party.pk, *arguments, **BY_PROGRAM | options)


def refusal_of(call, *arguments, **options):
    """Return the words of the refusal of a call that must be refused."""
    with pytest.raises(Refused) as refused:
        call(*arguments, **options)
    return str(refused.value)


def refusal(verb, party, *arguments, **options):
    """Run a verb that must be refused; return the words of the refusal."""
    return refusal_of(run_verb, verb, party, *arguments, **options)


def helper_of(party, name="Hanna"):
    return create_user(name, club=party.club, role=Membership.Role.HELPER)


@once
def party_with(players=8, preset="midway", *, by=None, rounds_planned=3, **fields):
    """Create a party with `players` people who are here; `fields` are columns of the party."""
    with setting_up():
        by = by or User.objects.filter(name="Ruth").first() or create_user()
        party = Party.objects.create(
            club=fields.pop("club", None) or by.memberships.get().club,
            preset=preset,
            rules_values=PRESETS[preset].values(),
            rounds_planned=rounds_planned,
            **{
                "name": "Autumn party",
                "format_values": FORMATS[preset].values(),
                "starts_at": AT,
                "seed": IN_ORDER if fields.get("cards") == "blind" else 7,
                "code": uuid4().hex[:12],
                **fields,
            },
        )
        add_people(party, players)
        return party


@once
def add_people(party, count, *, state=Entrant.State.HERE):
    """Add people called as in NAMES, then Guest 9, Guest 10 …"""
    with setting_up():
        first = party.entrants.count() + 1
        numbers = range(first, first + count)
        names = {n: NAMES[n - 1] if n <= len(NAMES) else f"Guest {n}" for n in numbers}
        players = Player.objects.bulk_create(
            Player(club=party.club, name=name, sort_name=name) for name in names.values()
        )
        Entrant.objects.bulk_create(
            Entrant(
                party=party,
                player=player,
                number=number,
                name=player.name,
                sort_name=player.name,
                state=state,
            )
            for number, player in zip(numbers, players, strict=True)
        )


def set_format(party, **choices):
    """Store these choices of the format without a verb; return the party read again."""
    with setting_up():
        party.format_values = party.format.replace(**choices).values()
        party.save()
    return reload_party(party)


def set_party(party, **columns):
    """Store these columns of the party, without a verb."""
    with setting_up():
        Party.objects.filter(pk=party.pk).update(**columns)


def set_people(party, *numbers, **columns):
    """Store these columns of the people with these numbers, without a verb."""
    with setting_up():
        party.entrants.filter(number__in=numbers).update(**columns)


@once
def draw(party, *, handed_out=None, **options):
    """At a blind draw, people took the cards from No. 1 to `handed_out`."""
    if handed_out is not None:
        numbers = party.entrants.filter(ranked=True).values_list("number", flat=True)
        options["in_box"] = [number for number in numbers if number > handed_out]
    return rounds.draw_seats(party.pk, actor=PROGRAM, at=AT, **options)


@once
def start(party, **options):
    """Draw if there are no seats yet, and start the round."""
    if latest_round(party) is None:
        draw(party, **options)
    rounds.start_round(party.pk, actor=PROGRAM, at=AT)
    return latest_round(party)


def drawn_party(*arguments, **options):
    """Create a party as `party_with` does, and draw its seats."""
    party = party_with(*arguments, **options)
    draw(party)
    return party


def started_party(*arguments, **options):
    """Create a party as `party_with` does, and start round 1."""
    party = party_with(*arguments, **options)
    start(party)
    return party


def spot(party, table=1, round_number=None):
    return Spot(party.pk, round_number or latest_round(party).number, table)


@once
def enter_hand(party, text, table=1):
    hand = read_entry(party.rules, text)
    return entries.save_hand(spot(party, table), hand, submission=uuid4(), actor=PROGRAM, at=AT)


def enter(party, hands, table=1):
    """Enter hands as the desk types them: "8hn9 p 7ce7 ."."""
    return [enter_hand(party, text, table) for text in hands.split()]


def entry_in_force(party, hand=1, table=1, round_number=None):
    place = spot(party, table, round_number)
    return Entry.objects.in_force().get(
        table__round__party=party,
        table__round__number=place.round,
        table__number=table,
        hand=hand,
    )


def correct(party, new, hand=1, *, table=1, round_number=None, seen=None, **options):
    """Correct a hand to a text, or a total (hand 0) to its points (N-S, E-W).

    `seen` is the entry that the desk corrects, by default the entry in force.
    """
    return corrections.correct_entry(
        spot(party, table, round_number),
        hand,
        read_entry(party.rules, new) if isinstance(new, str) else new,
        shown_entry=seen or entry_in_force(party, hand, table, round_number).pk,
        **{"submission": uuid4(), **BY_PROGRAM, **options},
    )


@once
def enter_total(party, ns, ew, table=1, **options):
    return entries.save_total(
        spot(party, table), ns, ew, submission=uuid4(), actor=PROGRAM, at=AT, **options
    )


def report_ahead(party, pair, table=1, *, seen=""):
    """Store the pair ahead at a table; `seen` is the pair that the page showed."""
    return tables.report_ahead(spot(party, table), pair, shown_pair=seen, **BY_PROGRAM)


@once
def play(party, hands=HANDS):
    """Enter the same hands at every table of the open round."""
    for number, score in table_scores(party, latest_round(party).number).items():
        enter(party, hands if score.limit else f"{hands} .", number)


def change_plan(party, **changes):
    """Change some settings of the plan as its page does."""
    plan = replace(plan_of(reload_party(party)), **changes)
    return parties.change_party(party.pk, plan, actor=PROGRAM, at=AT)


@once
def switch_capture(party, capture):
    return change_plan(party, capture=capture)


@once
def close(party):
    rounds.close_round(party.pk, latest_round(party).number, actor=PROGRAM, at=AT)


@once
def seat_next(party):
    return rounds.seat_next_round(party.pk, actor=PROGRAM, at=AT)


def start_next_round(party):
    seat_next(party)
    return start(party)


def play_round(party):
    play(party)
    close(party)


@once
def play_rounds(party, count):
    """Play whole rounds, draw included; the last one is closed."""
    for _ in range(count):
        latest = latest_round(party)
        if latest is not None and latest.state == Round.State.CLOSED:
            seat_next(party)
        start(party)
        play_round(party)


def party_after_rounds(count, *arguments, **options):
    """Create a party as `party_with` does, and play this number of rounds."""
    party = party_with(*arguments, **options)
    play_rounds(party, count)
    return party
