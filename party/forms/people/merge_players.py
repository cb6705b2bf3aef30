from typing import Any

from django import forms

from party.forms.plain_form import ValueForm
from party.queries.people.merge_players import Merge


class MergeForm(ValueForm[int]):
    keep = forms.TypedChoiceField(
        label="Which name stays?",
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose the name that stays."},
    )

    def __init__(self, *args: Any, merge: Merge, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices("keep", [(each.id, str(each)) for each in (merge.first, merge.second)])
        # The name that came more often is more likely to be spelt correctly.
        if merge.first.party_count != merge.second.party_count:
            regular = max((merge.first, merge.second), key=lambda each: each.party_count)
            self.fields["keep"].initial = regular.id
