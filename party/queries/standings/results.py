from dataclasses import replace

from party.models import Party
from party.queries.evening.rounds import people
from party.queries.hall.guests import names_for_guests
from party.queries.standings.story import story
from party.values.people.person import Person
from party.values.prizes.prizes import PrizeList, join_names
from party.values.standings.newspaper import DEFAULT_LAYOUT
from party.values.standings.results import Results
from party.values.standings.standings import PartyStandings, StandingLine


def shown_names(party: Party) -> dict[int, Person]:
    """Return everybody as guests see them, by entrant id."""
    shown = names_for_guests(party, people(party))
    return {pk: replace(each, sort_name="") for pk, each in shown.items()}


def results_to_send(party: Party, standings_now: PartyStandings, prizes: PrizeList) -> Results:
    names = shown_names(party)
    layout = party.club.newspaper_layout or DEFAULT_LAYOUT
    wants_story = "{story}" in layout
    sentences = story(party, lambda each: str(names[each.id])) if wants_story else ()
    return Results(
        party=party.name,
        start=party.local_start,
        hall=party.place,
        rounds=standings_now.rounds,
        lines=tuple(
            StandingLine(
                line.rank, names[line.person.id], line.total, (), is_shared=line.is_shared
            )
            for line in standings_now.lines
            if line.rank is not None
        ),
        prizes=tuple(
            (line.title, join_names([str(names.get(w.person.id, w.person)) for w in line.awarded]))
            for line in prizes.lines
            if line.awarded
        ),
        layout=layout,
        story=" ".join(sentences),
    )
