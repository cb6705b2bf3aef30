"""Two people of a round who may change places."""

from collections.abc import Sequence
from typing import Any

from party.forms.people.person_search import PersonField
from party.forms.plain_form import PlainForm
from party.values.people.person import Person


class SwapSeatsForm(PlainForm):
    one = PersonField(label="This person", error_messages={"required": "Type a name."})
    other = PersonField(label="and this person", error_messages={"required": "Type a name."})

    def __init__(self, *args: Any, people: Sequence[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        one: Any = self.fields["one"]
        other: Any = self.fields["other"]
        one.people = other.people = people

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("one") is not None and data.get("one") == data.get("other"):
            self.add_error("other", "Choose two different people.")
        return data
