"""Verbs of the night: draw, start, bell, check, close, seat the next round, and how to undo."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from party.models import Entrant, LogLine, Party, Round
from party.progression import SMALLEST_PARTY, default_rounds
from party.queries.evening.rounds import (
    is_under_way,
    latest_round,
    needs_who_was_ahead,
    people,
    seatings,
    seats_stay_reason,
    typed_differently,
)
from party.queries.scores.late_slips import slips_to_follow
from party.queries.scores.tables import table_scores
from party.queries.seats.draw import changes_since, seated_again, with_forecast
from party.services.backups.copies import copy_after
from party.services.log.row_changes import Watch
from party.services.people.distinctions import tell_apart
from party.services.people.entrants import add_house_players, delete_entrants
from party.services.seats.draw import (
    first_seating,
    following_seating,
    release_stand_ins,
    restore_stand_ins,
    seat_again,
    seat_everybody,
)
from party.services.write import party_act, unfinished_act
from party.values.accounts import Actor
from party.values.evening.live import StillOpen
from party.values.numbers import counted
from party.values.refusals import Code, Fault, Refused, refuse_if_any
from party.values.scores.tables import count_hands
from party.values.seats.turnout import ChairsInQuestion, SeatedAgain

# What a step of the evening sets in a round.
MOMENTS = (
    *("state", "started_at", "closed_at", "announced_at"),
    *("clock_ends_at", "clock_left"),
)
CUT_OFF = "the party was finished"
CHANGED = "Somebody has come or gone since you looked at this. Look at it once more, then choose."


def draw_seats(
    party_id: int,
    *,
    actor: Actor,
    at: datetime,
    handed_out: int | None = None,
    counted: int | None = None,
    house_names: Sequence[str] = (),
) -> Round:
    """Seat round 1: shuffle everybody who is here, and make the rota of sitting out.

    `counted` is how many were here when the organiser chose what becomes of those over.
    At a blind draw `handed_out` is how many cards people took; the rest stay in the box.
    `house_names` are house players who fill the last table.
    """
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        if latest_round(party) is not None:
            raise Refused("The seats are drawn already.")
        if handed_out is not None:
            _take_cards(party, handed_out)
        _refuse_changed_count(party, counted)
        house = add_house_players(party, house_names)
        _refuse_odd_numbers(party)
        seating, draw = first_seating(party)
        settled = None
        if party.rounds_planned is None:
            party.rounds_planned = default_rounds(party.format, len(seating.tables))
            party.save(update_fields=["rounds_planned"])
            settled = party.rounds_planned
        round_ = seat_everybody(party, 1, seating, draw, house_added=house, rounds_settled=settled)
        words = f"Seats drawn: {len(seating.tables)} tables, {len(seating.bench)} sitting out"
        act.log("draw", words, round_number=1, seed=draw.seed)
        return round_


def undo_draw(party_id: int, *, actor: Actor, at: datetime, seen: int | None = None) -> None:
    """Take the seats of the latest round away, as long as nothing was entered for it."""
    with unfinished_act(party_id, actor, at, seen) as act:
        round_ = _latest_not_closed(act.party)
        number, wishes = round_.number, _remove(act.party, round_)
        words = f"Draw of round {number} undone"
        act.log("draw undone", words, round_number=number, wishes=wishes)


def start_round(party_id: int, *, actor: Actor, at: datetime, seen: str = "") -> int:
    """Begin to play, and return the line of the log.

    With a chair empty or somebody unseated it asks first what is to be done. `seen` is the mark of
    the PeopleChanges with which the desk wants to start as it is.
    """
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        round_ = latest_or_refused(party)
        if round_.state != Round.State.DRAWN:
            raise Refused(f"Round {round_.number} has started already.")
        changes = changes_since(party, round_)
        if changes.needs_seats and seen != changes.mark:
            shown = with_forecast(party, round_, changes)
            raise ChairsInQuestion(shown, CHANGED if seen else changes.text)
        stand_ins = party.entrants.filter(stands_in_for__isnull=False)
        act.watched = Watch(Round.objects.filter(pk=round_.pk), stand_ins)
        end_message(party)
        round_.started_at = at
        round_.announced_at = round_.announced_at or at
        minutes = party.clock_minutes
        round_.clock_ends_at = at + timedelta(minutes=minutes) if minutes else None
        round_.clock_left = None
        _set_state(round_, Round.State.PLAYING)
        release_stand_ins(party, round_)
        words = f"Round {round_.number} started"
        words += f", with {counted(minutes, 'minute')} on the clock" if minutes else ""
        if changes.needs_seats:
            words = f"{words} as it was seated. {changes.text}"
        return act.log("round started", words, round_number=round_.number)


def ring_bell(party_id: int, *, actor: Actor, at: datetime) -> int:
    """Ring: everybody finishes the hand they are on. Never waits; returns the line of the log."""
    with unfinished_act(party_id, actor, at) as act:
        round_ = latest_or_refused(act.party)
        if round_.state != Round.State.PLAYING:
            raise Refused(f"Round {round_.number} is not being played.")
        act.watched = Watch(Round.objects.filter(pk=round_.pk))
        end_message(act.party)
        _set_state(round_, Round.State.BELL)
        return act.log("bell", f"Bell in round {round_.number}", round_number=round_.number)


def check_round(party_id: int, *, actor: Actor, at: datetime) -> None:
    """Stop the cards and look the round over before it is closed."""
    with unfinished_act(party_id, actor, at) as act:
        round_ = latest_or_refused(act.party)
        if round_.state not in {Round.State.PLAYING, Round.State.BELL}:
            raise Refused(f"Round {round_.number} is not being played.")
        act.watched = Watch(Round.objects.filter(pk=round_.pk))
        end_message(act.party)
        _set_state(round_, Round.State.CHECKING)
        act.log("checking", f"Round {round_.number} is checked", round_number=round_.number)


def close_round(party_id: int, round_number: int, *, actor: Actor, at: datetime) -> None:
    """Close a round. Raises Refused with every table that is missing or tied."""
    with unfinished_act(party_id, actor, at) as act:
        round_ = latest_or_refused(act.party)
        if round_.number != round_number or not round_.is_open:
            raise Refused(f"Round {round_number} is not being played.")
        refuse_if_any(_closing_faults(act.party, round_number))
        end_message(act.party)
        round_.closed_at = at
        _set_state(round_, Round.State.CLOSED)
        act.log("round closed", f"Round {round_number} closed", round_number=round_number)
        copy_after(f"round {round_number} closed")


def seat_next_round(party_id: int, *, actor: Actor, at: datetime) -> Round:
    """Move everybody: work out the seats of the next round from the results of the last one."""
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        last = latest_or_refused(party)
        if last.state != Round.State.CLOSED:
            raise Refused(f"Close round {last.number} first.")
        if party.rounds_planned is not None and last.number >= party.rounds_planned:
            raise Refused(f"Round {last.number} was the last one.")
        seating, draw = following_seating(party, last)
        round_ = seat_everybody(party, last.number + 1, seating, draw)
        words = f"Round {round_.number} seated: {len(seating.tables)} tables"
        if not seating.tables:
            words = f"Round {round_.number}: seats are not tracked"
        act.log("draw", words, round_number=round_.number, seed=draw.seed)
        return round_


def reopen_round(party_id: int, *, actor: Actor, at: datetime, seen: int | None = None) -> None:
    """Open the round that was closed last; seats of the next one are taken away.

    Refused once the next round has hands: then correct the old hand instead.
    """
    with unfinished_act(party_id, actor, at, seen) as act:
        party = act.party
        round_ = latest_or_refused(party)
        if round_.state != Round.State.CLOSED:
            _remove(party, round_)
            round_ = latest_or_refused(party)
        round_.closed_at = None
        _set_state(round_, Round.State.CHECKING)
        act.log("round reopened", f"Round {round_.number} reopened", round_number=round_.number)


def reseat_round(
    party_id: int, *, actor: Actor, at: datetime, seen: str | None = None
) -> SeatedAgain:
    """Work the seats of the latest round out again, after a correction or when people came.

    With `seen`, the mark of the PeopleChanges that the desk has looked at, and always in round 1
    all keep their chairs and only empty ones are filled.
    """
    with unfinished_act(party_id, actor, at) as act:
        round_ = _latest_not_closed(act.party)
        _refuse_entries(round_)
        if seen is not None and seen != changes_since(act.party, round_).mark:
            raise Refused(Fault(CHANGED, code=Code.CHANGED))
        (before,) = seatings(act.party, since=round_.number)
        after = seat_again(act.party, round_, keep_chairs=seen is not None)
        number = round_.number
        again = seated_again(people(act.party), number, before, after)
        words = str(again) if seen is not None else f"Round {number} seated again"
        if round_.announced_at is not None:
            words = f"{words.removesuffix('.')}. The hall has been shown the new seats"
        act.log("reseated", words, round_number=number)
        return again


def finish(
    party_id: int,
    *,
    actor: Actor,
    at: datetime,
    still_open: StillOpen | None = None,
    without_slips: bool = False,
) -> None:
    """Finish the party now: the rounds closed so far count, a round without hands goes.

    `still_open` says what becomes of a round that has hands and is not closed, `without_slips`
    that slips which are still to follow do not come.
    """
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        ending = _settle_latest(party, still_open, at)
        slips = [str(slip) for slip in slips_to_follow(party, state=[Round.State.CLOSED])]
        if slips and not without_slips:
            text = f"Still to follow: {', '.join(slips)}. Enter what they say, or finish without."
            raise Refused(Fault(text, "without_slips"))
        ending += f"; without the slips of {', '.join(slips)}" if slips else ""
        closed = Round.objects.filter(party=party, state=Round.State.CLOSED).count()
        if not closed:
            raise Refused("No round has been played yet.")
        planned = party.rounds_planned
        end_message(party)
        party.rounds_planned, party.finished_at = closed, at
        party.save(update_fields=["rounds_planned", "finished_at"])
        words = f"Finished after {counted(closed, 'round')}{ending}"
        act.log("finished", words, rounds=closed, planned=planned)
        copy_after("party finished")


def _settle_latest(party: Party, still_open: StillOpen | None, at: datetime) -> str:
    """Close or leave a round that is not closed, as chosen; return the words for the log."""
    round_ = latest_or_refused(party)
    if round_.state == Round.State.CLOSED:
        return ""
    if not is_under_way(round_):
        _remove(party, round_)
        return ""
    if still_open is None:
        text = f"Round {round_.number} is under way. Say whether it counts."
        raise Refused(Fault(text, "still_open"))
    if still_open == StillOpen.LEFT:
        return f"; round {round_.number} was still on and does not count"
    refuse_if_any(_differing_faults(party, round_.number))
    ended = _end_tables(party, round_)
    round_.closed_at = at
    _set_state(round_, Round.State.CLOSED)
    return f"; round {round_.number} counts as it stood{ended}"


def _end_tables(party: Party, round_: Round) -> str:
    """Let every table that still plays end with the hands it has."""
    ended = []
    for score in table_scores(party, round_.number).values():
        if not (score.finished or score.on_cards):
            table = round_.tables.filter(number=score.number)
            table.update(hands=score.saved, why_short=CUT_OFF)
            ended.append(f"table {score.number} after {count_hands(score.saved)}")
    return f": {', '.join(ended)}" if ended else ""


def reopen_party(party_id: int, *, actor: Actor, at: datetime, seen: int | None = None) -> None:
    """Undo the finish, so that a result can still be corrected."""
    with party_act(party_id, actor, at, seen) as act:
        party = act.party
        if party.finished_at is None:
            raise Refused(f"{party.name} is not finished.")
        party.finished_at = None
        latest = latest_or_refused(party)
        if latest.is_open:  # the round goes on, and the plan is as before the finish
            finished = LogLine.objects.filter(party=party, verb="finished").latest("pk")
            party.rounds_planned = finished.data.get("planned", latest.number)
        party.save(update_fields=["finished_at", "rounds_planned"])
        act.log("reopened", "The finish was taken back")


def latest_or_refused(party: Party) -> Round:
    round_ = latest_round(party)
    if round_ is None:
        raise Refused("The seats are not drawn yet.")
    return round_


def _latest_not_closed(party: Party) -> Round:
    round_ = latest_or_refused(party)
    if round_.state == Round.State.CLOSED:
        raise Refused(f"Round {round_.number} is closed. Reopen it first.")
    return round_


def end_message(party: Party) -> None:
    """Let the screen go on without the organiser's message: it ends with each step of a round.

    Its words stay in the form. Taking the step back does not bring it back.
    """
    if party.hall_mode == Party.HallMode.SAY:
        follow_evening(party)


def follow_evening(party: Party) -> None:
    party.hall_mode = Party.HallMode.AUTO
    party.save(update_fields=["hall_mode"])


def _set_state(round_: Round, state: Round.State) -> None:
    round_.state = state
    round_.save(update_fields=[*MOMENTS])


def _differing_faults(party: Party, round_number: int) -> list[Fault]:
    text = "two different results came in. Say which is right."
    return [
        Fault(f"Table {table}: {text}", f"table-{table}")
        for table in sorted(typed_differently(party, round_number))
    ]


def _closing_faults(party: Party, round_number: int) -> list[Fault]:
    faults = _differing_faults(party, round_number)
    ties_matter = needs_who_was_ahead(party, round_number)
    for score in table_scores(party, round_number).values():
        if not score.finished:
            text = f"Table {score.number} has not finished: {count_hands(score.saved)} in so far."
            faults.append(Fault(text, f"table-{score.number}"))
        elif ties_matter and score.tied:
            text = f"Table {score.number} is tied. {party.tie_question}"
            faults.append(Fault(text, f"table-{score.number}"))
    return faults


def _refuse_entries(round_: Round) -> None:
    if reason := seats_stay_reason(round_):
        raise Refused(f"Round {round_.number} {reason}")


def _remove(party: Party, round_: Round) -> str:
    """Delete a round and undo what its draw had changed; return the wishes deleted with it."""
    _refuse_entries(round_)
    restore_stand_ins(party, round_)
    round_.delete()
    if round_.number > 1:
        return ""
    party.entrants.update(rota=None, stands_in_for=None)
    wishes = delete_entrants(party.entrants.filter(pk__in=round_.house_added))
    tell_apart(party)
    # What an organiser has chosen since then is kept.
    if party.rounds_planned == round_.rounds_settled:
        party.rounds_planned = None
        party.save(update_fields=["rounds_planned"])
    return wishes


def _take_cards(party: Party, handed_out: int) -> None:
    """Let those who hold cards 1 to `handed_out` be here, and nobody else."""
    cards = party.entrants.filter(ranked=True)
    numbers = set(cards.values_list("number", flat=True))
    if not SMALLEST_PARTY <= handed_out <= max(numbers, default=0):
        text = f"Say how many cards were handed out, from 4 to {max(numbers, default=0)}."
        raise Refused(Fault(text, "handed_out"))
    if missing := sorted(set(range(1, handed_out + 1)) - numbers):
        text = f"No. {missing[0]} is not a card of this draw. Make the numbers again."
        raise Refused(Fault(text, "handed_out"))
    cards.filter(number__lte=handed_out).update(state=Entrant.State.HERE)
    cards.filter(number__gt=handed_out).update(state=Entrant.State.EXPECTED)


def _refuse_changed_count(party: Party, counted: int | None) -> None:
    """Refuse when the number of people here has changed since the page was shown."""
    now = party.entrants.here().count()
    if counted is not None and counted != now:
        text = f"{now} are here now, not {counted}. Look at the choices again, then draw."
        raise Refused(Fault(text, "odd"))


def _refuse_odd_numbers(party: Party) -> None:
    """Refuse what the plan rules out (T104), and house players who do not fill a blind draw.

    At a blind draw people hold their seats in their hands: nobody may be moved for them.
    """
    people = party.entrants.here().count()
    house = party.entrants.here().filter(ranked=False).exists()
    if not people % 4:
        return
    if party.format.non_multiple_of_4 == "refuse":
        text = f"{people} are here, and by the plan nobody sits out. Add house players, or wait."
        raise Refused(Fault(text, "odd"))
    if house and party.cards == Party.Cards.BLIND:
        text = f"House players must fill the last table: {4 - people % 4} more, or none at all."
        raise Refused(Fault(text, "odd"))
