"""Names in pictures: a person's number replaces a name that no font of this computer can draw."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from party.pdf.drawing.fonts import is_embedded
from party.values.papers import Heading
from party.values.people.person import Person
from party.values.standings.tally import TallyCard

NUMBERS_NOTE = "A number stands for a name whose letters could not be drawn."


def undrawable_people(people: Iterable[Person]) -> tuple[Person, ...]:
    return tuple(person for person in people if not is_embedded(str(person)))


def undrawable_texts(heading: Heading) -> list[str]:
    return [text for text in (heading.party, heading.place) if not is_embedded(text)]


def drawable_heading(heading: Heading) -> Heading:
    undrawable = undrawable_texts(heading)
    party, place = ("" if text in undrawable else text for text in (heading.party, heading.place))
    return replace(heading, party=party, place=place)


def drawable_names(names: Mapping[int, Person]) -> dict[int, Person]:
    """Return "No. 6" instead of a name that cannot be drawn."""
    drawn = {person.id: _without_name(person) for person in undrawable_people(names.values())}
    return {key: drawn.get(person.id, person) for key, person in names.items()}


def drawable_card(card: TallyCard, people: Iterable[Person]) -> TallyCard:
    """Replace undrawable names of the person, the partners and the bidder."""
    undrawable = sorted(undrawable_people(people), key=lambda each: len(str(each)), reverse=True)
    numbers = {str(person): str(_without_name(person)) for person in undrawable}
    best_hand = card.best_hand
    for name, number in numbers.items():  # the longest name first: it may contain another name
        best_hand = best_hand.replace(name, number)
    return replace(
        card,
        person=_without_name(card.person) if str(card.person) in numbers else card.person,
        boxes=tuple(
            replace(box, partner=numbers.get(box.partner, box.partner)) for box in card.boxes
        ),
        best_hand=best_hand,
    )


def _without_name(person: Person) -> Person:
    """Return a person whose text is "No. 6"."""
    return replace(person, name="", sort_name="", distinction="")
