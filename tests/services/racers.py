"""Functions that several racers run at the same moment.

A job is the name of a function with its arguments. On SQLite a racer is a thread of one process,
as in a hall; on PostgreSQL it is a process, as on a host with many workers.
"""

from datetime import UTC, datetime
from uuid import UUID, uuid4

from django.db import connection

from party.engine import PRESETS, read_entry
from party.models import Party, User
from party.services import clubs, rules
from party.services.accounts import invitations, users
from party.services.accounts.sign_in_throttle import password_limits, permit_try
from party.services.evening import rounds
from party.services.log import undo
from party.services.people import door, merge_players, players
from party.services.phones import hands
from party.services.prizes import fifty_fifty
from party.services.scores import (
    corrections,
    entries,
    final_cards,
    records,
    second_look,
    tables,
)
from party.values.accounts import PROGRAM, table_actor
from party.values.people.attendance import Newcomer
from party.values.people.fees import Payment
from party.values.refusals import Refused
from party.values.scores.final_cards import TypedCard
from party.values.scores.tables import Spot
from party.values.seats.corrections import SeatsAnswer, SeatsChoice

AT = datetime(2026, 11, 14, 20, 0, tzinfo=UTC)
BY_PROGRAM = {"actor": PROGRAM, "at": AT}


def save_hand(party, table, text, hand=None, read_as=None):
    """Save a hand; `read_as` is the game whose rules the desk used, by default the party's."""
    rules = PRESETS[read_as] if read_as else Party.objects.get(pk=party).rules
    entry = read_entry(rules, text)
    where = spot(party, table)
    saved = entries.save_hand(where, entry, submission=uuid4(), **BY_PROGRAM, hand=hand)
    return saved.outcome.value


def send_by_phone(party, table, hand, text, submission=None, seen=None):
    """Send a hand as a table's phone does; `seen` is the entry that the hand replaces."""
    entry = read_entry(Party.objects.get(pk=party).rules, text)
    new = {"submission": UUID(submission) if submission else uuid4()}
    by_table = {"actor": table_actor(table), "at": AT}
    if seen:
        return hands.change_hand(
            spot(party, table), hand, entry, shown_entry=seen, **new, **by_table
        ).outcome
    return hands.record_hand(spot(party, table), entry, hand=hand, **new, **by_table).outcome


def undo_by_phone(party, table, seen):
    by_table = {"actor": table_actor(table), "at": AT}
    return hands.undo_entry(spot(party, table), shown_entry=seen, **by_table).outcome


def save_total(party, table, ns, ew):
    saved = entries.save_total(spot(party, table), ns, ew, submission=uuid4(), **BY_PROGRAM)
    return saved.outcome.value


def set_capture(party, table, capture):
    tables.set_table_capture(spot(party, table), capture, **BY_PROGRAM)
    return "changed"


def correct(party, table, hand, text, seen, seats=None, mark=""):
    """Correct a hand; `seats` answers the question about the seats: "keep" or "reseat"."""
    saved = corrections.correct_entry(
        spot(party, table),
        hand,
        read_entry(Party.objects.get(pk=party).rules, text),
        shown_entry=seen,
        submission=uuid4(),
        reason="misread" if seats else "",
        choice=SeatsAnswer(seats and SeatsChoice(seats), mark=mark),
        **BY_PROGRAM,
    )
    return saved.outcome.value


def save_hand_of_round_2(party, table, text):
    entry = read_entry(Party.objects.get(pk=party).rules, text)
    where = Spot(party, 2, table)
    return entries.save_hand(where, entry, submission=uuid4(), **BY_PROGRAM).outcome.value


def report_pair(party, table, pair):
    return tables.report_ahead(spot(party, table), pair, shown_pair="", **BY_PROGRAM).outcome.value


def type_again(party, table, text, seen):
    typed = [read_entry(Party.objects.get(pk=party).rules, text)]
    return second_look.type_again(
        spot(party, table), typed, shown_entries=seen, **BY_PROGRAM
    ).equal_count


def choose_right_entry(party, table, hand, right, wrong):
    second_look.choose_right_entry(
        spot(party, table), hand, right_entry=right, wrong_entries=[wrong], **BY_PROGRAM
    )
    return "decided"


def save_tally(party, entrant, total):
    saved = final_cards.save_tally(
        party,
        entrant,
        TypedCard((), total),
        shown_tally=None,
        submission=uuid4(),
        **BY_PROGRAM,
    )
    return saved.total


def attach_records(party, table, hand, text):
    return records.attach_records(
        spot(party, table), [text], first=hand, submission=uuid4(), **BY_PROGRAM
    )


def check_in(party, entrant, cents):
    payment = Payment(cents)
    door.check_in(party, entrant, **BY_PROGRAM, payment=payment)
    return cents


def sell_tickets(party, prize, tickets):
    sold = fifty_fifty.sell_tickets(party, prize, tickets, submission=uuid4(), **BY_PROGRAM)
    return sold.first


def merge_people(club, kept_player, merged_player):
    return merge_players.merge_players(club, kept_player, merged_player, **BY_PROGRAM).pk


def add_club_player(party, name, player):
    newcomer = Newcomer(name, player=player)
    return len(players.add_entrants(party, [newcomer], **BY_PROGRAM))


def close(party):
    rounds.close_round(party, 1, **BY_PROGRAM)
    return "closed"


def forbid_sixes(party):
    own = Party.objects.get(pk=party).rules.replace(min_contract=7, six_bid_meaning="inkle")
    return rules.change_rules(party, "iowa", own, **BY_PROGRAM).rules.min_contract


def add_helper(club, name, by, party=None):
    by = User.objects.get(pk=by)
    return clubs.add_helper(club, name, actor=by.actor, at=AT, party_id=party).name


def accept_invitation(token, name):
    return invitations.accept_as_new_user(token, name, "four green old hats", at=AT).name


def create_organiser(name):
    return users.create_organiser(
        name, club_name="Ruth's club", time_zone="UTC", join_existing=True, at=AT
    ).name


def create_club(name):
    return users.create_organiser(name, club_name="Tuesday cards", time_zone="UTC", at=AT).name


def rename(club, name, address, by):
    by = User.objects.get(pk=by).actor
    clubs.change_club(club, name, address, actor=by, at=AT)
    return "renamed"


def change_account(user, name, email):
    user = User.objects.get(pk=user)
    return users.change_account(user, name=name, email=email, at=AT).name


def undo_line(party, line, seen):
    undo.undo_line(party, line, shown_revision=seen, **BY_PROGRAM)
    return "undone"


def set_prize_group(party, entrant, name):
    players.set_prize_group(party, entrant, name, **BY_PROGRAM)
    return name


def draw(party):
    rounds.draw_seats(party, **BY_PROGRAM)
    return "drawn"


def spot(party, table):
    return Spot(party, 1, table)


def try_password(name):
    return permit_try(password_limits(None, name, "203.0.113.7"), AT)


def outcome(job):
    """Run a job; return ("ok", result), ("refused", faults) or ("error", repr)."""
    verb, *arguments = job
    try:
        return "ok", globals()[verb](*arguments)
    except Refused as refused:
        return "refused", tuple(each.code or each.field or each.text for each in refused.faults)
    except Exception as error:  # noqa: BLE001 -- any other exception is what the test looks for
        return "error", repr(error)
    finally:
        connection.close()


def run_job_in_process(job, database, barrier, answers):
    """Run a job in a fresh process, on the database of the test that started it."""
    connection.settings_dict["NAME"] = database
    barrier.wait(60)
    answers.put((job, outcome(job)))
