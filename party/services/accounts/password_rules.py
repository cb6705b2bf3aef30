"""Passwords that are long enough and yet among the first that anybody would guess."""

import re

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError

from party.models import User

FEWEST_DIFFERENT = 5
# What stands on the page itself, and is tried first.
OF_THIS_PAGE = {"headtable", "fivehundred", "cardparty", "organiser", "organizer", "helper"}
NOT_LETTERS = re.compile(r"[\W\d_]+")
TOO_FEW = "This is one letter again and again, or a few. Three or four words are easy to remember."
GUESSED = (
    "This is a common word, or your name, with digits or signs. "
    "Three or four words are easy to remember."
)


class EasilyGuessedValidator:
    """Refuse a common word or a name, also twice, with a number, and the same few characters."""

    def __init__(self) -> None:
        self.common = CommonPasswordValidator()

    def validate(self, password: str, user: User | None = None) -> None:
        if len(set(password.casefold())) < FEWEST_DIFFERENT:
            raise ValidationError(TOO_FEW, code="too_few_characters")
        word = NOT_LETTERS.sub("", password.casefold())
        word = word[: (word * 2).find(word, 1)]  # "ruthruth" is "ruth"
        names = (
            [NOT_LETTERS.sub("", each) for each in user.name.casefold().split()] if user else []
        )
        if word and (word in OF_THIS_PAGE or word in names or word in self.common.passwords):
            raise ValidationError(GUESSED, code="common_word")
