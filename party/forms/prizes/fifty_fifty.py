from typing import Any, cast
from uuid import UUID, uuid4

from django import forms

from party.forms.people.person_search import PeopleForm, PersonField
from party.forms.plain_form import ValueForm
from party.forms.prizes.prizes import PrizeMoneyField
from party.values.people.person import Person
from party.values.prizes.fifty_fifty import LAST_TICKET, MOST_TICKETS


class TicketNumberField(forms.IntegerField):
    def __init__(self, **kwargs: Any) -> None:
        attrs = {"class": "short", "inputmode": "numeric", "autocomplete": "off"}
        super().__init__(min_value=1, widget=forms.TextInput(attrs=attrs), **kwargs)


class PriceForm(ValueForm[int | None]):
    price = PrizeMoneyField(
        label="What does a ticket cost?",
        help_text="Leave blank if nobody writes tickets down; then you count the pot.",
    )

    def __init__(self, *args: Any, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast("PrizeMoneyField", self.fields["price"]).currency = currency


class SaleForm(PeopleForm, ValueForm[tuple[UUID, int, Person | None, int | None]]):
    submission = forms.UUIDField(widget=forms.HiddenInput)
    tickets = TicketNumberField(
        label="How many tickets?",
        max_value=MOST_TICKETS,
        error_messages={"required": "Type how many tickets.", "invalid": "Type a number."},
    )
    holder = PersonField(
        label="To whom?",
        required=False,
        help_text="A name or a number. Leave blank if you only count tickets.",
    )
    first = TicketNumberField(
        label="First number",
        required=False,
        max_value=LAST_TICKET,
        error_messages={"invalid": "Type the number on the first ticket."},
    )

    def __init__(self, *args: Any, next_ticket: int, **kwargs: Any) -> None:
        super().__init__(*args, initial={"submission": uuid4()}, **kwargs)
        self.fields["first"].help_text = f"Blank means {next_ticket}, the next one on the roll."


NO_TICKET = "Type the number on the ticket."


class DrawnTicketForm(ValueForm[int]):
    ticket = TicketNumberField(
        label="Or which ticket came out of the drum?",
        max_value=LAST_TICKET,
        error_messages={"required": NO_TICKET, "invalid": NO_TICKET},
    )
