from django import forms

from party.forms.plain_form import ValueForm
from party.models import Party
from party.values.hall.guest_address import MEDIA


class GuestsForm(ValueForm[tuple[bool, str, str, str, bool, list[str]]]):
    guests = forms.BooleanField(label="Let guests look, at the address below", required=False)
    guest_names = forms.ChoiceField(
        label="Names", choices=Party.GuestNames, widget=forms.RadioSelect
    )
    guest_standings = forms.ChoiceField(
        label="Standings",
        choices=Party.GuestStandings,
        widget=forms.RadioSelect,
        help_text="Where they are shown, everybody sees their own total too.",
    )
    reveal = forms.ChoiceField(
        label="Winners",
        choices=Party.Reveal,
        widget=forms.RadioSelect,
        help_text="Until then the last round and all totals are hidden, on the hall screen too. "
        "Without planned rounds any round can be the last: its points come with the next seats.",
    )
    phone_ranking = forms.BooleanField(
        label="Show the standings on the tables’ phones after each round",
        required=False,
        help_text="The first five and the people of the table; never while winners are secret.",
    )
    address_left_out = forms.MultipleChoiceField(
        label="Leave the address off",
        choices=[*MEDIA.items()],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="They show it as a square code, or as text. Print the papers again.",
    )
