"""Entrants struck off a party that has no seats: what holds them there, and what goes along.

A card that counts, a prize and a ticket of a 50/50 hold a person. Cards that were taken back or
typed anew go along (the log has what they said), and wishes do; the log line of the verb says
which.
"""

from collections.abc import Iterator

from django.db.models import Q, QuerySet

from party.models import Award, Entrant, Tally, Wish
from party.services.prizes.prizes import name_of
from party.values.people.wishes import ASKED
from party.values.refusals import Fault, Refused


def strike(entrants: QuerySet[Entrant]) -> str:
    """Delete these entrants; return in words which wishes went along, for the log line's data.

    Wishes are for organisers alone, so the words of the line, which helpers read, leave them out.
    Raises Refused with everybody whose card counts, who has a prize, or who holds tickets.
    """
    cards = Tally.objects.filter(entrant__in=entrants)
    if faults := [*_cards(cards), *_prizes(entrants), *_tickets(entrants)]:
        raise Refused(*faults)
    wishes = Wish.objects.filter(Q(one__in=entrants) | Q(other__in=entrants))
    gone = [
        ASKED[wish.kind].format(one=wish.one, other=wish.other)
        for wish in wishes.select_related("one", "other")
    ]
    cards.delete()
    entrants.delete()
    return "; ".join(gone)


def _cards(cards: QuerySet[Tally]) -> Iterator[Fault]:
    for card in cards.in_force().select_related("entrant"):  # type: ignore[attr-defined]
        text = f"The final card of {card.entrant} counts. Take it back under Final cards first."
        yield Fault(text, "", "card")


def _prizes(entrants: QuerySet[Entrant]) -> Iterator[Fault]:
    awards = Award.objects.filter(entrant__in=entrants).select_related("prize", "entrant")
    for award in awards:
        prize = name_of(award.prize)
        text = f"{award.entrant} has a prize: {prize}. Take that back under Prizes first."
        yield Fault(text, "", "prize")


def _tickets(entrants: QuerySet[Entrant]) -> Iterator[Fault]:
    for holder in entrants.filter(tickets__isnull=False).distinct():
        text = f"{holder} holds tickets of the 50/50. Take that sale back under Prizes first."
        yield Fault(text, "", "tickets")
