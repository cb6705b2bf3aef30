"""Disturbances: what comes in between while a round is played, chosen by the dice."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from party.engine import read_entry
from party.management.disturbed_hands import points_of
from party.management.night import Broken, Night, Wrong
from party.models import Entrant, Entry, Party, Round
from party.models.scores import TOTAL
from party.services.arrivals import arrive_late, come_back, go_home, stand_in
from party.services.checkin import check_in
from party.services.corrections import correct_hand, correct_total
from party.services.parties import set_rounds
from party.services.players import add_entrants
from party.services.rounds import close_round, seat_next_round, start_round
from party.services.scores import save_hand
from party.values.players import Newcomer
from party.values.refusals import Refused
from party.values.shifts import Choice, SeatsInQuestion
from party.values.spots import Spot

State = Entrant.State
FEWEST = 13  # three tables and somebody to spare: nobody goes home beyond that
MOST_ROUNDS = 7
MOST_ANSWERS = 30


def disturb(night: Night) -> None:
    """Let one thing happen. What is not possible just now is left out."""
    night.dice.choice(WHAT_HAPPENS)(night)
    find_wrong_results(night)


def somebody(night: Night, state: str, *, ranked: bool | None = None) -> Entrant | None:
    """Choose somebody by the dice."""
    rows = Entrant.objects.filter(party=night.party, state=state).order_by("number")
    found = list(rows if ranked is None else rows.filter(ranked=ranked))
    return night.dice.choice(found) if found else None


def leave(night: Night) -> None:
    entrant = somebody(night, State.HERE)
    if entrant and night.party.entrants.here().count() > FEWEST:
        night.do(go_home, night.party.pk, entrant.pk)


def arrive(night: Night) -> None:
    if entrant := somebody(night, State.EXPECTED):
        night.do(night.dice.choice((arrive_late, check_in)), night.party.pk, entrant.pk)


def walk_in(night: Night) -> None:
    name = f"Guest {night.party.entrants.count() + 1}"
    night.do(add_entrants, night.party.pk, [Newcomer(name, another=True)], here=True)


def return_(night: Night) -> None:
    if entrant := somebody(night, State.LEFT, ranked=True):
        night.do(come_back, night.party.pk, entrant.pk)


def be_replaced(night: Night) -> None:
    """Somebody goes home, and a house player or a guest takes the chair."""
    seated = night.round.places.values_list("entrant_id", flat=True)
    here = night.party.entrants.here().filter(pk__in=list(seated)).order_by("number")
    leaver = night.dice.choice(list(here)) if here else None
    if leaver is None:
        return
    house = night.chance(0.5)
    guest = Newcomer("" if house else f"Friend of {leaver}", another=True)
    night.do(stand_in, night.party.pk, leaver.pk, guest, house=house)


def play_longer(night: Night) -> None:
    planned = Party.objects.get(pk=night.party.pk).rounds_planned or 0
    if planned < MOST_ROUNDS:
        night.do(set_rounds, night.party.pk, planned + 1)


def press_too_early(night: Night) -> None:
    """Press what is not its turn: nothing may come of it."""
    night.refused(start_round, night.party.pk)
    night.refused(seat_next_round, night.party.pk)
    night.refused(close_round, night.party.pk, night.round.number + 1)


def type_into_a_closed_round(night: Night) -> None:
    """A slip of the round before turns up late."""
    if night.round.number > 1:
        spot = Spot(night.party.pk, night.round.number - 1, 1)
        entry = read_entry(night.rules, "8hn9")
        night.refused(save_hand, spot, entry, submission=uuid4())


WHAT_HAPPENS: tuple[Callable[[Night], None], ...] = (
    leave,
    leave,
    arrive,
    arrive,
    walk_in,
    return_,
    be_replaced,
    play_longer,
    press_too_early,
    type_into_a_closed_round,
)


def find_wrong_results(night: Night, *, all_of_them: bool = False) -> None:
    """Correct what was typed wrong, as far as it is found by now."""
    for wrong in list(night.wrong):
        if all_of_them or wrong.found_in <= night.round.number:
            night.wrong.remove(wrong)
            correct(night, wrong)


def correct(night: Night, wrong: Wrong) -> None:
    """Correct a result; where the seats are in question, choose one of the ways offered."""
    choice = Choice()
    for _ in range(MOST_ANSWERS):
        try:
            put_right(night, wrong, choice)
        except SeatsInQuestion as question:
            choice = answer(night, question, choice)
            night.told.append(f"  Asked: {question} Chosen: {choice.seats or choice.cut}")
        except Refused as refused:
            # Seating the round again may be impossible while somebody else is tied.
            night.told.append(f"  Refused: {refused}")
            choice = Choice()
        else:
            return
    raise Broken(f"{wrong} cannot be corrected in any way that was offered.")


def answer(night: Night, question: SeatsInQuestion, choice: Choice) -> Choice:
    effects = question.effects
    if effects.tied and not choice.cut:
        return Choice(cut=night.dice.choice(("NS", "EW")))
    ways = effects.ways
    return Choice(seats=night.dice.choice(ways), cut=choice.cut, mark=effects.mark)


def put_right(night: Night, wrong: Wrong, choice: Choice) -> None:
    table = {"table__round__party": night.party, "table__round__number": wrong.spot.round}
    rows = Entry.objects.in_force().filter(**table, table__number=wrong.spot.table)
    seen = rows.get(hand=wrong.hand).pk
    how: dict[str, Any] = {
        "seen": seen,
        "submission": uuid4(),
        "reason": "the slip says so",
        "choice": choice,
        "late": night.round.number > wrong.spot.round or night.round.state == Round.State.CLOSED,
    }
    lines = night.truth[wrong.spot]
    if wrong.hand == TOTAL:
        night.do(correct_total, wrong.spot, *points_of(night.rules, lines), **how)
    else:
        entry = read_entry(night.rules, lines[wrong.hand - 1])
        night.do(correct_hand, wrong.spot, wrong.hand, entry, **how)
