from party.progression import FORMATS
from party.services.prizes import awards
from party.values.papers import Look
from party.views.papers.catalogue import BY_SLUG
from party.views.papers.paper import PaperOfParty
from tests.awards import add
from tests.evening import (
    BY_PROGRAM,
    drawn_party,
    party_after_rounds,
    seat_next,
)
from tests.once import once

ONLY_FIXED_PATH = {"guides"}  # guide cards need a movement by a fixed path


@once
def party_of_46():
    """Make a party in round 2, with two people sitting out, fees and a prize winner."""
    party = party_after_rounds(1, 46, rounds_planned=4, fee=500)
    seat_next(party)
    row = add(party)
    awards.give_prize(party.pk, row.pk, party.entrants.get(number=2).pk, why="a cut", **BY_PROGRAM)
    return party


def fixed_party():
    party_format = FORMATS["midway"].with_movement("path")
    return drawn_party(8, rounds_planned=3, format_values=party_format.values())


def paper_of(party, slug, look=None):
    latest = party.rounds.order_by("-number").first()
    return PaperOfParty(party, BY_SLUG[slug], look or Look(), latest)
