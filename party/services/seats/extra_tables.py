"""Opens an extra table by adding house players, or closes one by sending house players home.

The number of tables always follows from the number of people who are here.
"""

from collections.abc import Sequence
from datetime import datetime

from party.models import Entrant, Round
from party.services.seats.draw import add_stand_ins, require_drawn_round, reseat
from party.services.write import unfinished_party_act
from party.values.accounts import Actor
from party.values.refusals import Refused


def open_table(
    party_id: int, round_number: int, names: Sequence[str], *, actor: Actor, at: datetime
) -> None:
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        round_ = require_drawn_round(party, round_number, "tables")
        needed = -party.entrants.here().count() % 4  # people missing at an incomplete table
        if not needed:
            raise Refused("Nobody sits out, so there is nobody for an extra table.")
        if len(names) != needed:
            text = f"An extra table needs {needed} house players now. Look again, then open it."
            raise Refused(text)
        keep_chairs = _must_keep_chairs(round_)
        base_round = (
            round_ if keep_chairs else Round.objects.get(party=party, number=round_number - 1)
        )
        house_ids = add_stand_ins(party, base_round, names)
        reseat(party, round_, keep_chairs=keep_chairs)
        tables = round_.tables.count()
        words = f"Table {tables} opened in round {round_number}: {_names_text(names)}"
        act.log("table opened", words, round_number=round_number, house=house_ids)


def _must_keep_chairs(round_: Round) -> bool:
    have_people_seen_seats = round_.number == 1 or round_.announced_at is not None
    return have_people_seen_seats or bool(round_.stored_draw.last_swaps)


def close_table(party_id: int, round_number: int, *, actor: Actor, at: datetime) -> None:
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        round_ = require_drawn_round(party, round_number, "tables")
        house_players = list(party.entrants.here().filter(ranked=False).order_by("number"))
        if not house_players:
            raise Refused("No house player is here. A table closes when people go home.")
        Entrant.objects.filter(pk__in=[each.pk for each in house_players]).update(
            state=Entrant.State.LEFT, stands_in_for=None
        )
        reseat(party, round_, keep_chairs=True)
        tables = round_.tables.count()
        names = _names_text(house_players)
        words = f"House players go home: {names}. {tables} tables in round {round_number}"
        act.log("table closed", words, round_number=round_number, tables=tables)


def _names_text(people: Sequence[object]) -> str:
    return ", ".join(str(each).strip() for each in people)
