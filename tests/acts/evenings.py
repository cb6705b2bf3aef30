from party.models import Entrant
from tests.evening import add_people, enter, party_with, started_party
from tests.once import once

ACTS = {}
TIE = "8hn9 8he9 9dn9 9de9"


def act(verb):
    """Decorate a function with `@once`, and add it to `ACTS` under its verb."""

    def register(function):
        step = once(function)
        ACTS.setdefault(verb, []).append(step)
        return step

    return register


def alma(party):
    return party.entrants.get(name="Alma")


def party_with_expected(count=1, **fields):
    party = party_with(8, **fields)
    add_people(party, count, state=Entrant.State.EXPECTED)
    return party, list(party.entrants.filter(state=Entrant.State.EXPECTED))


@once
def party_with_hands(hands="8hn9 7ce7", **fields):
    party = started_party(8, **fields)
    enter(party, hands)
    return party
