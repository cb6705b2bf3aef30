from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from party.forms.plain_form import PlainForm
from party.rosters import casefolded_name
from party.values.people.person import Person

DATALIST = "people"  # id of the element with the names that the browser suggests


class PersonField(forms.CharField):
    """Finds a person by number or name among `people`, which the PeopleForm sets."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"class": "medium", "list": DATALIST, "autocomplete": "off", "spellcheck": "false"}
        super().__init__(max_length=150, widget=forms.TextInput(attrs=attrs), **kwargs)
        self.people: Sequence[Person] = ()

    def clean(self, value: Any) -> Person | None:
        typed = super().clean(value)
        return find_person(self.people, typed) if typed else None


class PeopleForm(PlainForm):
    def __init__(self, *args: Any, people: Sequence[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = people
        for field in self.fields.values():
            if isinstance(field, PersonField):
                field.people = people


def find_person(people: Sequence[Person], typed: str) -> Person:
    """Raises ValidationError if the text fits nobody or several people."""
    for matches_text in (_has_number, _has_full_name, _has_name, _has_word):
        matches = [person for person in people if matches_text(person, typed)]
        if len(matches) == 1:
            return matches[0]
        if matches:
            people_found = ", ".join(f"{person.number} {person}" for person in matches[:5])
            text = f"More than one person fits: {people_found}. Type the number."
            raise ValidationError(text)
    raise ValidationError(f"Nobody on tonight’s list is called {typed}.")


def _has_number(person: Person, typed: str) -> bool:
    number, _, name = typed.partition(" ")
    if number != str(person.number):
        return False
    return not name or _has_full_name(person, name) or _has_name(person, name)


def _has_full_name(person: Person, typed: str) -> bool:
    return casefolded_name(typed) == casefolded_name(str(person))


def _has_name(person: Person, typed: str) -> bool:
    return bool(person.name) and casefolded_name(typed) == casefolded_name(person.name)


def _has_word(person: Person, typed: str) -> bool:
    return f" {casefolded_name(typed)}" in f" {casefolded_name(str(person))}"
