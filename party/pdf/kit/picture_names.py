"""Names in pictures to send: a number stands for letters of which this computer has no font.

A paper leaves such letters to the program that shows it, or to a pen. A picture has neither.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from party.pdf.kit.fonts import is_embedded
from party.values.papers import Heading
from party.values.people.person import Person
from party.values.standings.tally import TallyCard

NUMBER_FOR_NAME = "A number stands for a name whose letters could not be drawn."


def undrawn_people(people: Iterable[Person]) -> tuple[Person, ...]:
    return tuple(person for person in people if not is_embedded(str(person)))


def undrawn_texts(heading: Heading) -> list[str]:
    """Return the party's name and place if a picture leaves them out."""
    return [text for text in (heading.party, heading.place) if not is_embedded(text)]


def drawn_heading(heading: Heading) -> Heading:
    """Return the heading without a name or a place that cannot be drawn."""
    undrawn = undrawn_texts(heading)
    party, place = ("" if text in undrawn else text for text in (heading.party, heading.place))
    return replace(heading, party=party, place=place)


def drawn_names(names: Mapping[int, Person]) -> dict[int, Person]:
    """Return everybody by the same keys, "No. 6" instead of a name that cannot be drawn."""
    drawn = {person.id: _numbered(person) for person in undrawn_people(names.values())}
    return {key: drawn.get(person.id, person) for key, person in names.items()}


def drawn_card(card: TallyCard, people: Iterable[Person]) -> TallyCard:
    """Return the card with drawn names of its person, the partners and the bidder."""
    undrawn = sorted(undrawn_people(people), key=lambda each: len(str(each)), reverse=True)
    numbers = {str(person): str(_numbered(person)) for person in undrawn}
    best_hand = card.best_hand
    for name, number in numbers.items():  # the longest first: it may contain another
        best_hand = best_hand.replace(name, number)
    return replace(
        card,
        person=_numbered(card.person) if str(card.person) in numbers else card.person,
        boxes=tuple(
            replace(box, partner=numbers.get(box.partner, box.partner)) for box in card.boxes
        ),
        best_hand=best_hand,
    )


def _numbered(person: Person) -> Person:
    return replace(person, name="", sort_name="", distinction="")
