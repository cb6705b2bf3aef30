"""Refuses passwords that are long enough, but easy to guess."""

import re

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError

from party.models import User
from party.values.accounts import EASY_TO_REMEMBER

FEWEST_DIFFERENT_CHARACTERS = 5
# Words of the sign-in page, which an attacker tries first.
PRODUCT_WORDS = {"headtable", "fivehundred", "cardparty", "organiser", "organizer", "helper"}
NOT_LETTERS = re.compile(r"[\W\d_]+")
TOO_FEW = f"This is one letter again and again, or a few. {EASY_TO_REMEMBER}"
EASILY_GUESSED = f"This is a common word, or your name, with digits or signs. {EASY_TO_REMEMBER}"


class EasilyGuessedValidator:
    def __init__(self) -> None:
        self.common = CommonPasswordValidator()

    def validate(self, password: str, user: User | None = None) -> None:
        if len(set(password.casefold())) < FEWEST_DIFFERENT_CHARACTERS:
            raise ValidationError(TOO_FEW, code="too_few_characters")
        word = NOT_LETTERS.sub("", password.casefold())
        word = word[: (word * 2).find(word, 1)]  # the part that is repeated: "ruth" of "ruthruth"
        names = (
            [NOT_LETTERS.sub("", each) for each in user.name.casefold().split()] if user else []
        )
        if word and (word in PRODUCT_WORDS or word in names or word in self.common.passwords):
            raise ValidationError(EASILY_GUESSED, code="common_word")
