import re
from collections.abc import Sequence
from typing import Any

from django import forms

from party.forms.people.person_search import PeopleForm, PersonField
from party.forms.plain_form import NumberField, PlainForm, ReasonField, ValueForm
from party.progression import SMALLEST_PARTY
from party.values.people.person import Person, Sitting
from party.values.scores.words import SAY_WHY
from party.values.seats.draw import place_text
from party.values.seats.turnout import SPELLED, SurplusAnswer, Turnout, TurnoutQuestion
from party.values.seats.words import HAND_OUT, TOO_FEW_CARDS
from party.values.seats.wrong_chairs import ChairExchange, Owner


def add_house_fields(form: forms.Form, count: int, **options: Any) -> None:
    for number in range(1, count + 1):
        form.fields[f"house_{number}"] = forms.CharField(
            label=f"House player {number}" if count > 1 else "House player",
            max_length=120,
            initial=f"House {number}",
            **options,
        )


CARD_NUMBERS = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?", re.ASCII)


class PrintedCardsForm(PlainForm):
    """Asks about the cards of a blind draw, which have the numbers from 1 to `printed`."""

    def __init__(self, *args: Any, printed: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.printed = printed


class CardsHandedOutForm(PrintedCardsForm):
    handed_out = NumberField(
        label="How many cards were handed out?",
        help_text=HAND_OUT,
        min_value=4,
        error_messages={
            "required": "Say how many cards were handed out.",
            "invalid": "Say how many cards were handed out, as a number.",
            "min_value": TOO_FEW_CARDS,
        },
    )

    def clean_handed_out(self) -> int:
        count: int = self.cleaned_data["handed_out"]
        if count > self.printed:
            raise forms.ValidationError(f"Only {self.printed} cards were made.")
        return count

    @property
    def in_box(self) -> frozenset[int]:
        handed_out = self.cleaned_data["handed_out"] if self.is_valid() else self.printed
        return frozenset(range(handed_out + 1, self.printed + 1))


class CardsInBoxForm(PrintedCardsForm):
    left = forms.CharField(
        label="Which cards are still in the box?",
        help_text="For example 25-28, or 3, 7, 12. Leave blank if all of them were drawn.",
        required=False,
        max_length=1000,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_left(self) -> frozenset[int]:
        typed = re.sub(r"\s*[-–—]\s*", "-", self.cleaned_data["left"])
        numbers = {
            each for text in typed.replace(",", " ").split() for each in self._card_numbers(text)
        }
        if self.printed - len(numbers) < SMALLEST_PARTY:
            raise forms.ValidationError(TOO_FEW_CARDS)
        return frozenset(numbers)

    def _card_numbers(self, text: str) -> range:
        match = CARD_NUMBERS.fullmatch(text)
        if not match:
            raise forms.ValidationError(
                f"“{text}” is no card number. Type them like 25-28, or 3, 7, 12."
            )
        first, last = sorted(int(each) for each in (match[1], match[2] or match[1]))
        if not 1 <= first <= last <= self.printed:
            raise forms.ValidationError(
                f"The cards are No. 1 to {self.printed}: {text} is not among them."
            )
        return range(first, last + 1)

    @property
    def in_box(self) -> frozenset[int]:
        return self.cleaned_data["left"] if self.is_valid() else frozenset()


BlindDrawForm = CardsHandedOutForm | CardsInBoxForm


class LeftOverForm(PlainForm):
    """Asks what the people do who fill no table. If all tables are full, it has no fields."""

    odd = forms.ChoiceField(
        label="What about the one left over?",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what those who fill no table do."},
    )

    def __init__(self, *args: Any, turnout: Turnout, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.turnout = turnout
        if not turnout.surplus or not turnout.is_enough:
            self.fields.clear()
            return
        self.set_choices("odd", surplus_choices(turnout))
        if turnout.surplus > 1:
            self.fields["odd"].label = f"What about the {SPELLED[turnout.surplus]} left over?"
        self.fields["odd"].initial = turnout.default_answer if turnout.can_sit_out else None
        widget = forms.TextInput(attrs={"class": "medium"})
        add_house_fields(self, turnout.house_needed, required=False, widget=widget)

    @property
    def house_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("house_")]

    def clean(self) -> None:
        data = self.cleaned_data
        if data.get("odd") == SurplusAnswer.HOUSE:
            for field in self.house_fields:
                if not data.get(field.name):
                    self.add_error(field.name, NO_HOUSE_NAME)

    @property
    def house_names(self) -> tuple[str, ...]:
        """Return the house players to add; none if people sit out in turn."""
        if self.cleaned_data.get("odd") != SurplusAnswer.HOUSE:
            return ()
        return tuple(self.cleaned_data[field.name] for field in self.house_fields)


class TurnoutForm(LeftOverForm):
    """The same question in the middle of the evening; `seen` is the mark of the question."""

    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, question: TurnoutQuestion, **kwargs: Any) -> None:
        super().__init__(*args, turnout=question.turnout, **kwargs)
        self.fields["seen"].initial = question.mark
        self.set_choices("odd", [(odd, question.answer_text(odd)) for odd in question.answers])
        self.fields["odd"].label = question.text
        self.fields["odd"].initial = question.default_answer

    @property
    def is_for_newcomers(self) -> bool:
        return self.cleaned_data.get("odd") == SurplusAnswer.NEWCOMER

    @property
    def mark(self) -> str:
        return str(self.cleaned_data["seen"])


def surplus_choices(turnout: Turnout) -> list[tuple[str, str]]:
    surplus, house_needed = turnout.surplus, turnout.house_needed
    sits = "One person sits" if surplus == 1 else f"{surplus} people sit"
    fills = "1 house player fills" if house_needed == 1 else f"{house_needed} house players fill"
    answers: list[tuple[str, str]] = [
        (SurplusAnswer.ROTA, f"{sits} out each round, in turn"),
        (SurplusAnswer.HOUSE, f"{fills} the last table"),
    ]
    return answers if turnout.can_sit_out else answers[1:]


NO_HOUSE_NAME = "Give the house player a name."


class SwapTurnsForm(ValueForm[tuple[int, int]]):
    one = forms.TypedChoiceField(label="This person", coerce=int)
    other = forms.TypedChoiceField(label="and this person", coerce=int)

    def __init__(self, *args: Any, rota: Sequence[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = [(person.id, f"{turn}. {person}") for turn, person in enumerate(rota, start=1)]
        self.set_choices("one", people)
        self.set_choices("other", people)
        if len(people) > 1:
            self.fields["other"].initial = people[1][0]


class OpenTableForm(PlainForm):
    def __init__(self, *args: Any, count: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        widget = forms.TextInput(attrs={"class": "medium", "autocomplete": "off"})
        errors = {"required": NO_HOUSE_NAME}
        add_house_fields(self, count, widget=widget, error_messages=errors)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.cleaned_data.values())


class WrongChairsForm(PlainForm):
    one = forms.TypedChoiceField(label="This person", coerce=int)
    other = forms.TypedChoiceField(label="sat in the chair of", coerce=int)
    partners = forms.BooleanField(
        label="Their partners sat in each other’s chairs too", required=False
    )
    hands = forms.ChoiceField(
        choices=[(each, each) for each in Owner], initial=Owner.CHAIR, required=False
    )
    reason = ReasonField(
        label="Why?", example="they told the desk at the coffee break", required=False
    )
    seen = forms.CharField(required=False)

    def __init__(
        self, *args: Any, sittings: Sequence[Sitting], is_closed: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        people = [(each.person.id, _chair_text(each)) for each in sittings]
        for name in ("one", "other"):
            self.set_choices(name, [("", "Choose a name"), *people])
            self.fields[name].error_messages["required"] = "Choose a name."
        if is_closed:
            # The first request only shows the exchange. The second one, with a reason, records it.
            self.fields["reason"].required = "seen" in self.data
            self.fields["reason"].error_messages["required"] = f"The round is closed. {SAY_WHY}"
        else:
            self.fields["reason"].label = "Why? (optional)"

    def clean(self) -> None:
        data = self.cleaned_data
        if data.get("one") is not None and data.get("one") == data.get("other"):
            self.add_error("other", "Choose two different people.")

    @property
    def exchange(self) -> ChairExchange | None:
        """Return None until two different people are chosen."""
        if self.errors.keys() & {"one", "other"} or not self.is_bound:
            return None
        data = self.cleaned_data
        by_name = data.get("hands") == Owner.NAME
        return ChairExchange(data["one"], data["other"], data["partners"], by_name)

    @property
    def mark_and_reason(self) -> tuple[str, str]:
        return self.cleaned_data["seen"], self.cleaned_data["reason"]


def _chair_text(sitting: Sitting) -> str:
    return f"{sitting.person.list_name}: {place_text(sitting)}"


class SwapSeatsForm(PeopleForm, ValueForm[tuple[Person, Person]]):
    one = PersonField(label="This person", error_messages={"required": "Type a name."})
    other = PersonField(label="and this person", error_messages={"required": "Type a name."})

    def clean(self) -> None:
        data = self.cleaned_data
        if data.get("one") is not None and data.get("one") == data.get("other"):
            self.add_error("other", "Choose two different people.")
