from typing import Any, cast
from uuid import UUID, uuid4

from django import forms

from party.forms.people.person_search import PeopleForm, PersonField
from party.forms.plain_form import NumberField, ValueForm
from party.forms.prizes.prizes import PrizeMoneyField
from party.values.people.person import Person
from party.values.prizes.fifty_fifty import LAST_TICKET, MOST_TICKETS


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
    tickets = NumberField(
        label="How many tickets?",
        min_value=1,
        max_value=MOST_TICKETS,
        error_messages={"required": "Type how many tickets.", "invalid": "Type a number."},
    )
    holder = PersonField(
        label="To whom?",
        required=False,
        help_text="A name or a number. Leave blank if you only count tickets.",
    )
    first = NumberField(
        label="First number",
        required=False,
        min_value=1,
        max_value=LAST_TICKET,
        error_messages={"invalid": "Type the number on the first ticket."},
    )

    def __init__(self, *args: Any, next_ticket: int, **kwargs: Any) -> None:
        super().__init__(*args, initial={"submission": uuid4()}, **kwargs)
        self.fields["first"].help_text = f"Blank means {next_ticket}, the next one on the roll."


NO_TICKET = "Type the number on the ticket."


class DrawnTicketForm(ValueForm[int]):
    ticket = NumberField(
        label="Or which ticket came out of the drum?",
        min_value=1,
        max_value=LAST_TICKET,
        error_messages={"required": NO_TICKET, "invalid": NO_TICKET},
    )
