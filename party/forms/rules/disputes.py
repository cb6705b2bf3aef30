from collections.abc import Iterable
from typing import Any

from django import forms

from party.engine import (
    PLAYED_STRAINS,
    PRESETS,
    Bid,
    Card,
    Dispute,
    RuleError,
    Rules,
    Suit,
    most_cards,
)
from party.forms.plain_form import PlainForm

SUITS = [(suit.value, suit.words) for suit in Suit]
GAMES = [
    *((suit, f"{words} are trumps") for suit, words in SUITS),
    ("NT", "No trump"),
    ("MIS", "Misère (nullo), of any kind"),
    ("J5", "J5: no trump, jacks high"),
    ("HILO", "Hi/Lo"),
]
PLACES = [
    ("", "It has not been played yet"),
    *(
        (str(place), f"The {words} card on the table")
        for place, words in enumerate(("first", "second", "third", "fourth", "fifth", "sixth"))
    ),
]
EXAMPLE = "For example 10H JD 5C Jo: rank and suit, Jo is the joker, Jo2 the lower of two."
OPTIONAL_SUIT = [("", "Not said"), *SUITS]


class DisputeForm(PlainForm):
    """Without `rules` the form asks for a preset."""

    preset = forms.ChoiceField(
        label="Rules", choices=[(key, rules.name) for key, rules in PRESETS.items()]
    )
    game = forms.ChoiceField(label="What is being played?", choices=GAMES)
    trick = forms.CharField(
        label="Cards on the table, the lead first",
        help_text=EXAMPLE,
        max_length=60,
        required=False,
    )
    named = forms.ChoiceField(
        label="If the joker was led: for which suit?", choices=OPTIONAL_SUIT, required=False
    )
    asked = forms.ChoiceField(
        label="Which card is the question about?", choices=PLACES, required=False
    )
    hand = forms.CharField(
        label="The other cards that player holds", max_length=120, required=False
    )
    void = forms.MultipleChoiceField(
        label="Suits that player failed to follow before",
        help_text="Only with a joker at no trump or in misère. Leave out suits nobody remembers.",
        choices=SUITS,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    led = forms.MultipleChoiceField(
        label="Suits led before this trick",
        choices=SUITS,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    nominated = forms.ChoiceField(
        label="If the joker's suit was named for the whole hand: which?",
        choices=OPTIONAL_SUIT,
        required=False,
    )

    value: Dispute

    def __init__(self, *args: Any, rules: Rules | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        if rules:
            del self.fields["preset"]
            self.set_choices("asked", PLACES[: 1 + most_cards(rules)])

    def clean_trick(self) -> tuple[Card, ...]:
        return read_cards(self.cleaned_data["trick"])

    def clean_hand(self) -> tuple[Card, ...]:
        return read_cards(self.cleaned_data["hand"])

    def clean(self) -> None:
        data = self.cleaned_data
        if self.errors:
            return
        place = int(data["asked"]) if data["asked"] else None
        if place is not None and place >= len(data["trick"]):
            self.add_error("asked", "There are not so many cards on the table.")
        elif not data["trick"] and not data["hand"]:
            self.add_error("trick", "Lay out the cards on the table, or the player's cards.")
        else:
            self._make_dispute(data, place)

    def _make_dispute(self, data: dict[str, Any], place: int | None) -> None:
        try:
            self.value = Dispute(
                rules=self.rules or PRESETS[data["preset"]],
                bid=bid_of(data["game"]),
                trick=data["trick"],
                hand=data["hand"],
                index_in_question=place,
                named=suit_of(data["named"]),
                nominated=suit_of(data["nominated"]),
                led=suits_of(data["led"]),
                void=suits_of(data["void"]),
            )
        except RuleError as error:
            for fault in error.faults:
                self.add_error(fault.place if fault.place in self.fields else None, fault.text)


def read_cards(text: str) -> tuple[Card, ...]:
    """Raises ValidationError, which names every unreadable word."""
    cards, wrong = [], []
    for word in text.replace(",", " ").split():
        try:
            cards.append(Card.parse(word))
        except RuleError as error:
            wrong.append(str(error))
    if wrong:
        raise forms.ValidationError(wrong)
    return tuple(cards)


def bid_of(game: str) -> Bid:
    """Return a bid of any level: the level makes no difference to a trick."""
    return Bid(7, game) if game in {*PLAYED_STRAINS, "J5"} else Bid(0, game)


def suit_of(code: str) -> Suit | None:
    return Suit(code) if code else None


def suits_of(codes: Iterable[str]) -> frozenset[Suit]:
    return frozenset(map(Suit, codes))
