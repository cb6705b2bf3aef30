from django import forms
from django.core.exceptions import ValidationError

from party.forms.people.person_search import PeopleForm, find_person
from party.forms.plain_form import ValueForm
from party.values.people.person import Person


class LeaversForm(PeopleForm, ValueForm[list[Person]]):
    names = forms.CharField(
        label="Who goes home? One name or number a line",
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        error_messages={"required": "Type who goes home, one name or number a line."},
    )

    def clean_names(self) -> list[Person]:
        """Find the people. The error lists every line that fits nobody or several people."""
        lines = [line.strip() for line in self.cleaned_data["names"].splitlines()]
        leavers: dict[int, Person] = {}
        faults: list[str] = []
        for line in filter(None, lines):
            try:
                person = find_person(self.people, line)
            except ValidationError as error:
                faults += error.messages
            else:
                leavers[person.id] = person
        if faults:
            raise ValidationError(faults)
        return list(leavers.values())
