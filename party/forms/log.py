"""Which lines of the log to show."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from django import forms

from party.forms.people.person_search import PersonField
from party.forms.plain_form import PlainForm
from party.values.log.lines import Chosen, called
from party.values.people.person import Person


class LogForm(PlainForm):
    table = forms.IntegerField(
        label="Table",
        min_value=1,
        max_value=9999,
        required=False,
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}),
    )
    person = PersonField(
        label="Person", required=False, help_text="Also what happened at the tables they sat at."
    )
    verb = forms.ChoiceField(label="What was done", required=False)

    def __init__(self, *args: Any, people: Sequence[Person], verbs: Sequence[str]) -> None:
        super().__init__(*args)
        self.people = tuple(people)
        found: Any = self.fields["person"]
        found.people = self.people
        chosen: Any = self.fields["verb"]
        named = sorted(((verb, called(verb)) for verb in verbs), key=itemgetter(1))
        chosen.choices = [("", "Anything"), *named]

    def chosen(self) -> Chosen:
        """Return what is asked for; what cannot be read asks for nothing."""
        self.is_valid()
        told = self.cleaned_data
        return Chosen(told.get("table"), told.get("person"), told.get("verb", ""))
