from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from django import forms

from party.forms.people.person_search import PeopleForm, PersonField
from party.forms.plain_form import NumberField
from party.values.log.lines import LogFilter

# Labels of verbs whose stored name is not clear by itself.
VERB_LABELS = {
    "agreed": "Both pairs agree or not",
    "ahead said": "Who was ahead",
    "announced": "Seats shown to the hall",
    "bell": "Bell rung",
    "card": "Final card typed",
    "card removed": "Final card taken back",
    "checking": "Round checked",
    "corrected": "Result corrected",
    "cut decided": "Cut entered",
    "decided": "Which of two results is right",
    "draw": "Seats drawn",
    "draw listed": "List to draw a prize from",
    "draw undone": "Draw taken back",
    "finished": "Party finished",
    "guests changed": "What guests see",
    "hand undone": "Hand taken back",
    "here": "Ticked as here or not",
    "kept both": "Second result kept",
    "kept late": "Late result kept",
    "late set aside": "Late result not needed",
    "looked at": "Looked at again",
    "not printed": "Did not come out of the printer",
    "notes": "Notes about somebody",
    "notes tonight": "Note for tonight",
    "numbers named": "Names against numbers",
    "owes": "What somebody owes",
    "party changed": "Settings changed",
    "reopened": "Party reopened",
    "winner gone": "A winner had gone home",
    "winner left": "A winner has gone home",
    "reseated": "Seated again",
    "rota swapped": "Turns to sit out swapped",
    "rounds": "Rounds planned",
    "rules overridden": "Rules changed although hands were in",
    "slip follows": "Slip to follow",
    "stand-in": "Chair taken by somebody else",
    "table capture": "How a table is entered",
    "thrown in": "Hand thrown in",
    "tickets back": "Tickets taken back",
    "typed again": "Typed a second time",
    "word": "What tells people of one name apart",
}


class LogForm(PeopleForm):
    table = NumberField(label="Table", min_value=1, max_value=9999, required=False)
    person = PersonField(
        label="Person", required=False, help_text="Also what happened at the tables they sat at."
    )
    verb = forms.ChoiceField(label="What was done", required=False)

    def __init__(self, *args: Any, verbs: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = sorted(((verb, verb_label(verb)) for verb in verbs), key=itemgetter(1))
        self.set_choices("verb", [("", "Anything"), *choices])

    def log_filter(self) -> LogFilter:
        """Return the filter, without the fields that are not valid."""
        self.is_valid()
        data = self.cleaned_data
        return LogFilter(data.get("table"), data.get("person"), data.get("verb", ""))


def verb_label(verb: str) -> str:
    return VERB_LABELS.get(verb, verb.capitalize())
