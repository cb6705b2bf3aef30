from collections.abc import Sequence
from typing import Any

from django import forms

from party.forms.people.person_search import PeopleForm, PersonField
from party.forms.plain_form import ValueForm
from party.models import Wish
from party.values.people.person import Person
from party.values.people.words import NO_OTHER

START = (Wish.Kind.START_PARTNERS.value, "Two people start as partners in round 1")


class WishForm(PeopleForm, ValueForm[tuple[str, Person, Person | None]]):
    """`about` names the person whose page has the form; "" on other pages."""

    kind = forms.ChoiceField(
        label="What is asked for?",
        choices=[
            ("apart", "Two people never sit at one table"),
            ("not_partners", "Two people are never partners"),
            ("together", "Two people always sit at one table"),
            ("partners", "Two people are always partners"),
            START,
            ("stay", "One person keeps table and chair"),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a wish."},
    )
    one = PersonField(label="Who?", error_messages={"required": "Type a name."})
    other = PersonField(
        label="And who?",
        required=False,
        help_text="Leave this empty for somebody who keeps table and chair.",
    )

    def __init__(
        self, *args: Any, people: Sequence[Person], can_start: bool, about: str = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, people=people, **kwargs)
        kind: Any = self.fields["kind"]
        if not can_start:
            kind.choices = [each for each in kind.choices if each != START]
        if about:
            self.fields["one"].initial, self.fields["one"].widget = about, forms.HiddenInput()

    def clean(self) -> None:
        data = self.cleaned_data
        is_single = data.get("kind") == Wish.Kind.STAY
        if data.get("kind") and not is_single and "other" in data and data["other"] is None:
            self.add_error("other", NO_OTHER)
        if is_single and data.get("other") is not None:
            self.add_error("other", "One person keeps a chair: leave this name empty.")
