"""When there is something to print: what each kind of paper waits for."""

from collections.abc import Callable

from party.models import Party, Round
from party.pdf.seats.small_cards import MOST_ROUNDS
from party.queries import prints as reads
from party.views.papers.prizes import certificates

Ready = Callable[[Party, Round | None], bool]
NO_ROOM = f"Up to {MOST_ROUNDS} rounds, once the seats are drawn."


def drawn(_party: Party, latest: Round | None) -> bool:
    return latest is not None


def seated(_party: Party, latest: Round | None) -> bool:
    """Where seats are not tracked, those of round 1 are all that is known."""
    return latest is not None and latest.tables.exists()


def cards_known(party: Party, latest: Round | None) -> bool:
    """Blind-draw cards are printed before anybody sits; named ones need the seats."""
    blind = party.cards == Party.Cards.BLIND
    return party.entrants.exists() if blind else latest is not None


def few_rounds(party: Party, latest: Round | None) -> bool:
    return cards_known(party, latest) and reads.rounds_on_cards(party) <= MOST_ROUNDS


def has_moves(_party: Party, latest: Round | None) -> bool:
    return latest is not None and latest.number > 1 and latest.tables.exists()


def somebody_has_a_name(party: Party, _latest: Round | None) -> bool:
    return party.entrants.exclude(name="").exists()


def round_closed(party: Party, _latest: Round | None) -> bool:
    return party.rounds.filter(state=Round.State.CLOSED).exists()


def prizes_chosen(party: Party, _latest: Round | None) -> bool:
    return party.prizes.exists()


def somebody_has_a_prize(party: Party, _latest: Round | None) -> bool:
    return party.prizes.exists() and bool(certificates(party).certificates)


def somebody_rotates(party: Party, _latest: Round | None) -> bool:
    return party.rounds.filter(places__table=None, tables__isnull=False).exists()


def somebody_came(party: Party, _latest: Round | None) -> bool:
    return party.entrants.here().exists() or party.entrants.filter(paid__gt=0).exists()
