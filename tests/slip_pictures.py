"""Photographed slips: invented readings, and stored pictures."""

from party.models import SlipPicture, Table
from party.slip_reader.layout import Question
from party.slip_reader.results import BoxReading, GroupReading, ReadingState, SlipReading
from party.slip_reader.slip_code import SlipCode, party_key
from party.values.scores.slip_pictures import reading_as_json
from tests.evening import AT
from tests.guard import setting_up

LINE = (
    (Question.BIDDER, "N"),
    (Question.LEVEL, "8"),
    (Question.SUIT, "H"),
    (Question.ANNOUNCED, None),
    (Question.TRICKS, "9"),
)
CUTOUT = b"\xff\xd8 a grey JPEG \xff\xd9"


def group(hand, question, choice, answer=None):
    """Return the reading of one question; `choice` None means that nothing is marked."""
    state = ReadingState.EMPTY if choice is None else ReadingState.CHOSEN
    choices = () if choice is None else (choice,)
    area = (10, 30 * hand, 400, 30 * hand + 28)
    return GroupReading(hand, question, answer or state, choices, area)


def slip_reading(party, *, round_number=1, table=1, hands=1, layout=17):
    """Return the reading of a slip: in each hand North bids 8 hearts and takes 9 tricks."""
    return SlipReading(
        SlipCode(party_key(party.seed), layout, round_number, table),
        tuple(group(hand, *each) for hand in range(1, hands + 1) for each in LINE),
        (BoxReading("N-S", True, (10, 800, 200, 860)),),
        CUTOUT,
        (500, 900),
    )


def slip_picture(party, reading=None, *, table=None, photograph="a" * 64, place=1, **fields):
    """Store a picture of a slip, by default at the table that its code names."""
    reading = reading or slip_reading(party)
    code = reading.code
    tables = Table.objects.filter(round__party=party, round__number=code.round)
    with setting_up():
        return SlipPicture.objects.create(
            party=party,
            table=table or tables.filter(number=code.table).first(),
            reading=reading_as_json(reading),
            cutout=reading.cutout,
            photograph=photograph,
            place_in_photograph=place,
            at=AT,
            **fields,
        )
