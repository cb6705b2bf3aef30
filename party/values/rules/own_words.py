"""The words that the sources of a game use."""

from collections.abc import Mapping

from party.engine import Section

LOSING = "Losing at minus 500"  # no party ends like that
INKLE = "A bid of six is called an inkle."
WIDOW = "The kitty is called the widow."
MIDDLE = "The kitty is called the middle."
NO_IES = "No trump is also called no-ies."
LAY_DOWN = "Open misère is also called lay down misère."
BEST_BOWER = "The joker is also called the best bower."
BACK_DOOR = f"{LOSING} is called going out the back door."
WEST_SEVENTH = (MIDDLE, INKLE, "Grand Nullo is also called Granola.", BACK_DOOR)
AUSTRALIAN = (NO_IES, f"{LOSING} is called going out backwards, or out the back door.")
TWO2SIX = (
    "The kitty is also called the widow or the blind.",
    NO_IES,
    "Misère is also called Nullo, Nula or Nello.",
    LAY_DOWN,
    BACK_DOOR,
)
OWN_WORDS: Mapping[str, tuple[str, ...]] = {  # by preset
    "midway": (MIDDLE, INKLE),
    "youngstown": (MIDDLE, "A bid of six is called a description bid."),
    "iowa": ("The kitty is called the blind.", f"{LOSING} is called going out backwards."),
    "canadian": ("The kitty is called the pot.",),
    "hay": (WIDOW, BEST_BOWER),
    "walker": (*TWO2SIX, "The tens for tricks are called peggings or scab points."),
    "lodige": (
        "The kitty is also called the widow, the blind or the hole card.",
        INKLE,
        BEST_BOWER,
        LAY_DOWN,
        f"{LOSING} is called going out the back door, out backwards, or being set back 500.",
    ),
    **dict.fromkeys(("west-seventh", "grand-slam"), WEST_SEVENTH),
    **dict.fromkeys(("two2six", "five-wikipedia", "declare"), TWO2SIX),
    **dict.fromkeys(
        (
            "american",
            "american-three",
            *("uspc-2", "uspc-3", "uspc-4", "uspc-5", "uspc-6"),
        ),
        (WIDOW,),
    ),
    **dict.fromkeys(
        (
            "australian",
            "australian-three",
            "australian-five",
            "australian-six",
            "new-zealand",
        ),
        AUSTRALIAN,
    ),
}


def words_section(preset: str, *, at_a_party: bool) -> Section:
    words = OWN_WORDS.get(preset, ())
    if at_a_party:
        words = tuple(sentence for sentence in words if not sentence.startswith(LOSING))
    return Section("Other words for it", words)
