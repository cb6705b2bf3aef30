"""Verbs that open or close a table by hand, in a round that is seated and has not begun.

How many tables there are follows from how many people are here: house players fill one more, or
go home so that there is one fewer.
"""

from collections.abc import Sequence
from datetime import datetime

from party.models import Entrant
from party.services.people.entrants import add_house_players
from party.services.seats.draw import drawn_round, seat_again
from party.services.write import unfinished_act
from party.values.accounts import Actor
from party.values.refusals import Refused


def open_table(
    party_id: int, round_number: int, names: Sequence[str], *, actor: Actor, at: datetime
) -> None:
    """Let house players make a table with those who sit out, and seat the round again."""
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        round_ = drawn_round(party, round_number, "tables")
        wanted = -party.entrants.here().count() % 4
        if not wanted:
            raise Refused("Nobody sits out, so there is nobody for an extra table.")
        if len(names) != wanted:
            text = f"An extra table needs {wanted} house players now. Look again, then open it."
            raise Refused(text)
        added = add_house_players(party, names)
        if round_.number == 1:
            # They go again when the draw is undone.
            round_.house_added = [*round_.house_added, *added]
            round_.save(update_fields=["house_added"])
        seat_again(party, round_, keep_chairs=True)
        tables = round_.tables.count()
        words = f"Table {tables} opened in round {round_number}: {_names_text(names)}"
        act.log("table opened", words, round_number=round_number, house=added)


def close_table(party_id: int, round_number: int, *, actor: Actor, at: datetime) -> None:
    """Send the house players home, and seat the round again: the last table closes."""
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        round_ = drawn_round(party, round_number, "tables")
        house = list(party.entrants.here().filter(ranked=False).order_by("number"))
        if not house:
            raise Refused("No house player is here. A table closes when people go home.")
        Entrant.objects.filter(pk__in=[each.pk for each in house]).update(
            state=Entrant.State.LEFT, stands_in_for=None
        )
        seat_again(party, round_, keep_chairs=True)
        tables = round_.tables.count()
        words = (
            f"House players go home: {_names_text(house)}. {tables} tables in round {round_number}"
        )
        act.log("table closed", words, round_number=round_number, tables=tables)


def _names_text(people: Sequence[object]) -> str:
    return ", ".join(str(each).strip() for each in people)
