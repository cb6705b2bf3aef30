from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from party.models import Entrant, LogLine, Party, Round, Table
from party.progression import SMALLEST_PARTY, default_rounds
from party.queries.evening.rounds import (
    hands_with_two_results,
    is_under_way,
    latest_round,
    needs_pair_ahead,
    people,
    seatings,
    seats_stay_reason,
)
from party.queries.people.wishes import has_round_one_begun
from party.queries.scores.late_slips import slips_to_follow
from party.queries.scores.tables import table_scores
from party.queries.seats.draw import add_forecast, changes_since, reseating_of
from party.queries.seats.wrong_chairs import take_back_text_of_round
from party.queries.standings.story import kinds_to_tell
from party.services.backups.copies import copy_after
from party.services.log.row_changes import Watch
from party.services.people.distinctions import update_distinctions
from party.services.people.entrants import add_house_players, delete_entrants
from party.services.scores.tables import stop_text
from party.services.seats.draw import (
    add_stand_ins,
    create_round,
    first_seating,
    following_seating,
    give_house_chairs_to_newcomers,
    relink_stand_ins,
    reseat,
    unlink_stand_ins,
)
from party.services.write import LogLineId, party_act, unfinished_party_act
from party.values.accounts import Actor
from party.values.evening.live import OpenRound
from party.values.evening.words import NOT_BEING_PLAYED
from party.values.numbers import counted
from party.values.refusals import Code, Fault, Refused, refuse_if_any, require
from party.values.scores.tables import count_hands
from party.values.seats.turnout import PeopleChanges, Reseating
from party.values.seats.words import TOO_FEW_CARDS

# The columns of a round that a step of the evening sets.
STATE_COLUMNS = (
    *("state", "started_at", "stopped_at", "closed_at", "announced_at"),
    *("clock_ends_at", "clock_left"),
)
PLAN_COLUMNS = ("rounds_planned", "rounds_before")  # the columns of `set_planned_rounds`
CUT_OFF = "the party was finished"
CUT_SHORT = "the round was cut short"
CHANGED = "People have come or gone since you opened this page. Check again, then choose."


class ChairsInQuestion(Refused):
    """The round cannot start before the organiser has seen who came or went."""

    def __init__(self, changes: PeopleChanges, text: str) -> None:
        self.changes = changes
        super().__init__(Fault(text))


def draw_seats(
    party_id: int,
    *,
    actor: Actor,
    at: datetime,
    in_box: Collection[int] | None = None,
    expected_count: int | None = None,
    house_names: Sequence[str] = (),
) -> Round:
    """`expected_count` is the number of people on the organiser's page.

    At a blind draw people take numbered cards; `in_box` has the numbers that nobody drew.
    `house_names` are house players who fill the last table.
    """
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        if latest_round(party) is not None:
            raise Refused("The seats are drawn already.")
        if in_box is not None:
            _set_attendance_by_cards(party, in_box)
        _refuse_changed_count(party, expected_count)
        house = add_house_players(party, house_names)
        _refuse_odd_numbers(party)
        seating, draw = first_seating(party)
        rounds_settled = None
        if party.rounds_planned is None:
            party.rounds_planned = default_rounds(party.format, len(seating.tables))
            party.save(update_fields=["rounds_planned"])
            rounds_settled = party.rounds_planned
        round_ = create_round(
            party, 1, seating, draw, house_added=house, rounds_settled=rounds_settled
        )
        words = f"Seats drawn: {len(seating.tables)} tables, {len(seating.bench)} sitting out"
        act.log("draw", words, round_number=1, seed=draw.seed)
        return round_


def undo_draw(
    party_id: int, *, actor: Actor, at: datetime, shown_revision: int | None = None
) -> None:
    with unfinished_party_act(party_id, actor, at, shown_revision) as act:
        round_ = _require_open_latest_round(act.party)
        if refusal := take_back_text_of_round(act.party, round_):
            raise Refused(refusal)
        number, wishes = round_.number, _delete_round(act.party, round_)
        words = f"Draw of round {number} undone"
        act.log("draw undone", words, round_number=number, wishes=wishes)


def start_round(party_id: int, *, actor: Actor, at: datetime, mark: str = "") -> LogLineId:
    """Raises ChairsInQuestion if a chair is empty or somebody has no seat.

    If `mark` equals the mark of the current PeopleChanges, the desk has seen them and the round
    starts.
    """
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        round_ = require_latest_round(party)
        if round_.state != Round.State.DRAWN:
            raise Refused(f"Round {round_.number} has started already.")
        changes = changes_since(party, round_)
        if changes.needs_seats and mark != changes.mark:
            changes_shown = add_forecast(party, round_, changes)
            raise ChairsInQuestion(changes_shown, CHANGED if mark else changes.text)
        stand_ins = party.entrants.filter(stands_in_for__isnull=False)
        act.watched = Watch(Round.objects.filter(pk=round_.pk), stand_ins)
        clear_message(party)
        round_.started_at = at
        round_.announced_at = round_.announced_at or at
        minutes = party.clock_minutes
        round_.clock_ends_at = at + timedelta(minutes=minutes) if minutes else None
        round_.clock_left = None
        _set_state(round_, Round.State.PLAYING)
        unlink_stand_ins(party, round_)
        words = f"Round {round_.number} started"
        words += f", with {counted(minutes, 'minute')} on the clock" if minutes else ""
        if changes.needs_seats:
            words = f"{words} as it was seated. {changes.text}"
        return act.log("round started", words, round_number=round_.number)


def ring_bell(party_id: int, *, actor: Actor, at: datetime) -> LogLineId:
    with unfinished_party_act(party_id, actor, at) as act:
        round_ = require_latest_round(act.party)
        if round_.state != Round.State.PLAYING:
            raise Refused(NOT_BEING_PLAYED.format(round=round_.number))
        act.watched = Watch(Round.objects.filter(pk=round_.pk))
        clear_message(act.party)
        round_.stopped_at = at
        _set_state(round_, Round.State.BELL)
        return act.log("bell", f"Bell in round {round_.number}", round_number=round_.number)


def check_round(party_id: int, *, actor: Actor, at: datetime) -> None:
    with unfinished_party_act(party_id, actor, at) as act:
        round_ = require_latest_round(act.party)
        if round_.state not in {Round.State.PLAYING, Round.State.BELL}:
            raise Refused(NOT_BEING_PLAYED.format(round=round_.number))
        act.watched = Watch(Round.objects.filter(pk=round_.pk))
        clear_message(act.party)
        round_.stopped_at = round_.stopped_at or at
        _set_state(round_, Round.State.CHECKING)
        act.log("checking", f"Round {round_.number} is checked", round_number=round_.number)


def stop_tables(party_id: int, round_number: int, *, actor: Actor, at: datetime) -> LogLineId:
    """Tables without a hand, and tables that promised a late slip, are not stopped."""
    with unfinished_party_act(party_id, actor, at) as act:
        round_ = require_latest_round(act.party)
        if round_.number != round_number or not round_.is_open:
            raise Refused(NOT_BEING_PLAYED.format(round=round_number))
        scores = table_scores(act.party, round_number).values()
        stopped = {score.number: score for score in scores if score.can_stop_early}
        if not stopped:
            raise Refused("No table with a hand in is still playing.")
        tables = round_.tables.filter(number__in=stopped)
        act.watched = Watch(tables)
        rows = list(tables)
        for row in rows:
            score = stopped[row.number]
            row.hands, row.why_short = score.saved, stop_text(score, CUT_SHORT)
        Table.objects.bulk_update(rows, ["hands", "why_short"], batch_size=2000)
        words = f"Round {round_number} cut short: {counted(len(rows), 'table')} "
        words += f"{'stops' if len(rows) == 1 else 'stop'} after the hands already in"
        return act.log("tables stopped", words, round_number=round_number)


def close_round(party_id: int, round_number: int, *, actor: Actor, at: datetime) -> None:
    with unfinished_party_act(party_id, actor, at) as act:
        round_ = require_latest_round(act.party)
        if round_.number != round_number or not round_.is_open:
            raise Refused(NOT_BEING_PLAYED.format(round=round_number))
        refuse_if_any(_closing_faults(act.party, round_number))
        clear_message(act.party)
        round_.stopped_at = round_.stopped_at or at
        round_.closed_at = at
        _set_state(round_, Round.State.CLOSED)
        act.log("round closed", f"Round {round_number} closed", round_number=round_number)
        copy_after(f"round {round_number} closed")


def seat_next_round(
    party_id: int,
    *,
    actor: Actor,
    at: datetime,
    mark: str | None = None,
    house_names: Sequence[str] = (),
    replace_house_players: bool = False,
) -> Round:
    """`mark` is the mark of the TurnoutQuestion that the organiser has answered.

    House players take the leavers' chairs first, then fill the last table. With
    `replace_house_players` newcomers take the chairs of house players.
    """
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        last = require_latest_round(party)
        if last.state != Round.State.CLOSED:
            raise Refused(f"Close round {last.number} first.")
        if party.rounds_planned is not None and last.number >= party.rounds_planned:
            raise Refused(f"Round {last.number} was the last one.")
        changes_text = _change_house_players(
            party, last, mark, house_names, replace_house_players=replace_house_players
        )
        seating, draw = following_seating(party, last)
        round_ = create_round(party, last.number + 1, seating, draw)
        words = f"Round {round_.number} seated: {len(seating.tables)} tables"
        if not seating.tables:
            words = f"Round {round_.number}: seats are not tracked"
        act.log("draw", words + changes_text, round_number=round_.number, seed=draw.seed)
        return round_


def reopen_round(
    party_id: int, *, actor: Actor, at: datetime, shown_revision: int | None = None
) -> None:
    """Also delete the seats of the next round. Refused once the next round has hands."""
    with unfinished_party_act(party_id, actor, at, shown_revision) as act:
        party = act.party
        round_ = require_latest_round(party)
        if round_.state != Round.State.CLOSED:
            _delete_round(party, round_)
            round_ = require_latest_round(party)
        round_.closed_at = None
        _set_state(round_, Round.State.CHECKING)
        act.log("round reopened", f"Round {round_.number} reopened", round_number=round_.number)


def reseat_round(
    party_id: int,
    *,
    actor: Actor,
    at: datetime,
    mark: str | None = None,
    house_names: Sequence[str] = (),
    replace_house_players: bool = False,
) -> Reseating:
    """In round 1, or with a `mark`, only empty chairs are filled.

    `mark` is the mark of the PeopleChanges that the desk saw. House players are added as in
    `seat_next_round`.
    """
    with unfinished_party_act(party_id, actor, at) as act:
        round_ = _require_open_latest_round(act.party)
        _refuse_entries(round_)
        changes_text = _change_house_players(
            act.party, round_, mark, house_names, replace_house_players=replace_house_players
        )
        (before,) = seatings(act.party, since=round_.number)
        after = reseat(act.party, round_, keep_chairs=mark is not None)
        number = round_.number
        result = reseating_of(people(act.party), number, before, after)
        words = str(result) if mark is not None else f"Round {number} seated again"
        if round_.announced_at is not None:
            words = f"{words.removesuffix('.')}. The hall has been shown the new seats"
        if changes_text:
            words = words.removesuffix(".") + changes_text
        act.log("reseated", words, round_number=number)
        return result


def finish(
    party_id: int,
    *,
    actor: Actor,
    at: datetime,
    still_open: OpenRound | None = None,
    without_slips: bool = False,
) -> None:
    """Finish the party. An open round without hands is deleted.

    `still_open` says whether an open round with hands counts. With `without_slips` the party is
    finished although slips are still to come.
    """
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        ending = _end_open_round(party, still_open, at)
        slips = [str(slip) for slip in slips_to_follow(party, state=[Round.State.CLOSED])]
        if slips and not without_slips:
            text = f"Still to follow: {', '.join(slips)}. Enter what they say, or finish without."
            raise Refused(Fault(text, "without_slips"))
        ending += f"; without the slips of {', '.join(slips)}" if slips else ""
        closed = Round.objects.filter(party=party, state=Round.State.CLOSED).count()
        if not closed:
            raise Refused("No round has been played yet.")
        planned = party.rounds_planned
        clear_message(party)
        set_planned_rounds(party, closed)
        party.finished_at = at
        party.story = kinds_to_tell(party)
        party.save(update_fields=[*PLAN_COLUMNS, "finished_at", "story"])
        words = f"Finished after {counted(closed, 'round')}{ending}"
        act.log("finished", words, rounds=closed, planned=planned)
        copy_after("party finished")


def _end_open_round(party: Party, still_open: OpenRound | None, at: datetime) -> str:
    """Close or delete an open round as the organiser chose; return the words for the log."""
    round_ = require_latest_round(party)
    if round_.state == Round.State.CLOSED:
        return ""
    if not is_under_way(round_):
        _delete_round(party, round_)
        return ""
    if still_open is None:
        text = f"Round {round_.number} is under way. Say whether it counts."
        raise Refused(Fault(text, "still_open"))
    if still_open == OpenRound.LEFT:
        return f"; round {round_.number} was still on and does not count"
    refuse_if_any(_differing_faults(party, round_.number))
    outcome_text = _stop_unfinished_tables(party, round_)
    round_.stopped_at = round_.stopped_at or at
    round_.closed_at = at
    _set_state(round_, Round.State.CLOSED)
    return f"; round {round_.number} counts as it stood{outcome_text}"


def _stop_unfinished_tables(party: Party, round_: Round) -> str:
    descriptions = []
    for score in table_scores(party, round_.number).values():
        if not (score.is_finished or score.on_cards):
            table = round_.tables.filter(number=score.number)
            table.update(hands=score.saved, why_short=CUT_OFF)
            descriptions.append(f"table {score.number} after {count_hands(score.saved)}")
    return f": {', '.join(descriptions)}" if descriptions else ""


def reopen_party(
    party_id: int, *, actor: Actor, at: datetime, shown_revision: int | None = None
) -> None:
    with party_act(party_id, actor, at, shown_revision) as act:
        party = act.party
        if party.finished_at is None:
            raise Refused(f"{party.name} is not finished.")
        party.finished_at = party.revealed_at = None
        party.reveal_step, party.story = "", []
        latest = require_latest_round(party)
        if latest.is_open:  # the round goes on, so the old number of rounds counts again
            finished = LogLine.objects.filter(party=party, verb="finished").latest("pk")
            set_planned_rounds(party, finished.data.get("planned", latest.number))
        columns = ("finished_at", "revealed_at", "reveal_step", "story")
        party.save(update_fields=[*columns, *PLAN_COLUMNS])
        act.log("reopened", "The finish was taken back")


def _change_house_players(
    party: Party,
    round_: Round,
    mark: str | None,
    names: Sequence[str],
    *,
    replace_house_players: bool,
) -> str:
    """Add house players, or give their chairs to newcomers; return the words for the log.

    Raises Refused if people have come or gone since the page that had this `mark`.
    """
    if mark is not None and mark != changes_since(party, round_).mark:
        raise Refused(Fault(CHANGED, code=Code.CHANGED))
    add_stand_ins(party, round_, names)
    exchanges = give_house_chairs_to_newcomers(party, round_) if replace_house_players else ()
    players = ", ".join(name.strip() for name in names)
    text = f", with {players} for the house" if players else ""
    chairs = (f", {newcomer} in the chair of {leaver}" for newcomer, leaver in exchanges)
    return text + "".join(chairs)


def set_planned_rounds(party: Party, rounds: int | None) -> None:
    """A shortened plan keeps its longer number in `rounds_before`, for copies of the party."""
    longer_plan = party.rounds_before  # 0: no number was planned
    if longer_plan is None and has_round_one_begun(latest_round(party)):
        longer_plan = party.rounds_planned or 0
    if rounds is None or (longer_plan and rounds >= longer_plan):
        longer_plan = None
    party.rounds_planned, party.rounds_before = rounds, longer_plan


def require_latest_round(party: Party) -> Round:
    return require(latest_round(party), "The seats are not drawn yet.")


def _require_open_latest_round(party: Party) -> Round:
    round_ = require_latest_round(party)
    if round_.state == Round.State.CLOSED:
        raise Refused(f"Round {round_.number} is closed. Reopen it first.")
    return round_


def clear_message(party: Party) -> None:
    """Take the message off the screen; undoing a step of the evening does not bring it back."""
    if party.hall_mode == Party.HallMode.MESSAGE:
        set_hall_mode_to_auto(party)


def set_hall_mode_to_auto(party: Party) -> None:
    party.hall_mode = Party.HallMode.AUTO
    party.save(update_fields=["hall_mode"])


def _set_state(round_: Round, state: Round.State) -> None:
    round_.state = state
    round_.save(update_fields=[*STATE_COLUMNS])


def _differing_faults(party: Party, round_number: int) -> list[Fault]:
    text = "two different results came in. Say which is right."
    return [
        Fault(f"Table {table}: {text}", f"table-{table}")
        for table in sorted(hands_with_two_results(party, round_number))
    ]


def _closing_faults(party: Party, round_number: int) -> list[Fault]:
    faults = _differing_faults(party, round_number)
    ties_matter = needs_pair_ahead(party, round_number)
    for score in table_scores(party, round_number).values():
        if not score.is_finished:
            text = f"Table {score.number} has not finished: {count_hands(score.saved)} in so far."
            faults.append(Fault(text, f"table-{score.number}"))
        elif ties_matter and score.is_tied:
            text = f"Table {score.number} is tied. {party.tie_question}"
            faults.append(Fault(text, f"table-{score.number}"))
    return faults


def _refuse_entries(round_: Round) -> None:
    if reason := seats_stay_reason(round_):
        raise Refused(f"Round {round_.number} {reason}")


def _delete_round(party: Party, round_: Round) -> str:
    """Delete a round, and undo the side effects of its draw; return the deleted wishes."""
    _refuse_entries(round_)
    relink_stand_ins(party, round_)
    round_.delete()
    if round_.number > 1:
        return ""
    party.entrants.update(rota=None, stands_in_for=None)
    wishes = delete_entrants(party.entrants.filter(pk__in=round_.house_added))
    update_distinctions(party)
    # Keep a number of rounds that the organiser has chosen since the draw.
    if party.rounds_planned == round_.rounds_settled:
        party.rounds_planned = party.rounds_before = None
        party.save(update_fields=[*PLAN_COLUMNS])
    return wishes


def _set_attendance_by_cards(party: Party, in_box: Collection[int]) -> None:
    cards = party.entrants.filter(ranked=True).order_by("number")
    rows = {card.number: card for card in cards}
    if unknown_numbers := sorted(set(in_box) - rows.keys()):
        raise Refused(Fault(f"No card has the number {unknown_numbers[0]}.", "in_box"))
    if len(rows) - len(set(in_box)) < SMALLEST_PARTY:
        raise Refused(Fault(TOO_FEW_CARDS, "in_box"))
    taken = rows.keys() - set(in_box)
    missing = set(range(1, max(taken))) - taken
    if missing and party.cards == Party.Cards.BLIND:
        text = f"No. {min(missing)} is not a card of this draw. Make the numbers again."
        raise Refused(Fault(text, "in_box"))
    from_hat = party.cards == Party.Cards.HAT
    if named := [card for card in cards if from_hat and card.number in in_box and card.name]:
        text = (
            f"Card No. {named[0].number} belongs to {named[0]}, so somebody drew it. If the name "
            "is at the wrong number, take it back in the log."
        )
        raise Refused(Fault(text, "in_box"))
    cards.exclude(number__in=in_box).update(state=Entrant.State.HERE)
    cards.filter(number__in=in_box).update(state=Entrant.State.EXPECTED)


def _refuse_changed_count(party: Party, expected: int | None) -> None:
    count = party.entrants.here().count()
    if expected is not None and expected != count:
        text = f"{count} are here now, not {expected}. Look at the choices again, then draw."
        raise Refused(Fault(text, "odd"))


def _refuse_odd_numbers(party: Party) -> None:
    """Refuse surplus people if the plan rules them out (T104).

    At a blind draw house players must fill the last table, because cards fix everybody's seat.
    """
    count = party.entrants.here().count()
    has_house_players = party.entrants.here().filter(ranked=False).exists()
    if not count % 4:
        return
    if party.format.non_multiple_of_4 == "refuse":
        text = f"{count} are here, and by the plan nobody sits out. Add house players, or wait."
        raise Refused(Fault(text, "odd"))
    if has_house_players and party.is_blind:
        text = f"House players must fill the last table: {4 - count % 4} more, or none at all."
        raise Refused(Fault(text, "odd"))
