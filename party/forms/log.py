"""Which lines of the log to show."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from django import forms

from party.forms.people.person_search import PeopleForm, PersonField
from party.values.log.lines import LogFilter, verb_label


class LogForm(PeopleForm):
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

    def __init__(self, *args: Any, verbs: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = sorted(((verb, verb_label(verb)) for verb in verbs), key=itemgetter(1))
        self.set_choices("verb", [("", "Anything"), *choices])

    def chosen(self) -> LogFilter:
        """Return the filter; a field that cannot be read filters nothing."""
        self.is_valid()
        data = self.cleaned_data
        return LogFilter(data.get("table"), data.get("person"), data.get("verb", ""))
