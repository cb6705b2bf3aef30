from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256

from party.models import SlipPicture, Table
from party.process_state import PROCESS
from party.queries.scores.slip_pictures import receipt_of, slip_tables
from party.services.scores.entries import find_table
from party.services.write import PartyAct, unfinished_party_act, wait_turn
from party.slip_reader import PhotosNotInstalled, read_slips
from party.slip_reader.layout import SlipLayout
from party.slip_reader.results import PhotographReading, PictureRefused
from party.slip_reader.slip_code import SlipCode, party_key
from party.values.accounts import Actor
from party.values.refusals import Code, Fault, Refused, require
from party.values.scores.slip_pictures import (
    LARGEST_PHOTOGRAPH,
    PhotographReceipt,
    place_of_slip,
    reading_as_json,
)
from party.values.scores.tables import Spot

MOST_PICTURES = 2_000  # of a party: five pictures of each slip of forty tables and ten rounds
BUSY = Fault("Other photographs are being read. Send this one again in a moment.", code=Code.BUSY)
TOO_LARGE = f"This picture is larger than {LARGEST_PHOTOGRAPH // 1_000_000} MB."
TOO_MANY = f"This party has {MOST_PICTURES:,} pictures of slips already. Type this one."
NO_SLIP = (
    "No slip could be read in this picture. Lay the slips flat, with all four corner marks in the "
    "picture, and hold the phone still. A slip without corner marks has to be typed."
)
OTHER_PARTY = "A slip in this picture is from another party."
OTHER_LAYOUT = (
    "{place}: this slip was printed before the rules or the plan changed, so it cannot be read. "
    "Type it."
)
LOOSE = "Another slip in this picture could not be read: it is covered, cut off or blurred."
NOT_THERE = "There is no {place} in this party. Say below which table this slip is of."
BLANK = "A blank slip says no table. Say below which one it is of."
SEEN_BEFORE = "There is an older picture of {place}. Both are kept, the newer one first."
MARKS_OF_A_SLIP = 4
MARKS_OF_A_PART = 3  # a slip at the edge shows three; fewer may be cups or letters
GONE = "This picture is no longer there."


def store_photograph(
    party_id: int, file: bytes, *, layouts: Iterable[SlipLayout], actor: Actor, at: datetime
) -> PhotographReceipt:
    """Store the slips of a photograph, unless the same file was sent before.

    Reading takes a second, so it happens before the party's lock. Only the cut-outs are stored:
    the file with its place and time is dropped.
    """
    if len(file) > LARGEST_PHOTOGRAPH:
        raise Refused(TOO_LARGE)
    digest = sha256(file).hexdigest()
    if (receipt := receipt_of(party_id, digest)) is not None:
        return receipt
    with wait_turn(PROCESS.reading_lock, PROCESS.reading_queue, Refused(BUSY)):
        try:
            reading = read_slips(file, layouts)
        except (PictureRefused, PhotosNotInstalled) as error:
            raise Refused(str(error)) from error
    with unfinished_party_act(party_id, actor, at, of_one_table=True) as act:
        receipt = receipt_of(party_id, digest)  # another request may have stored the same file
        return receipt or _store_slips(act, digest, reading)


def _store_slips(act: PartyAct, digest: str, reading: PhotographReading) -> PhotographReceipt:
    own_key, tables = party_key(act.party.seed), slip_tables(act.party)
    own_slips = sorted(
        (slip for slip in reading.slips if slip.code.party == own_key),
        key=lambda slip: (slip.code.round, slip.code.table),
    )
    notes = [*_notes_about_unread_slips(reading, own_key)]
    if not own_slips:
        raise Refused(*notes or [NO_SLIP])
    if SlipPicture.objects.filter(party=act.party).count() + len(own_slips) > MOST_PICTURES:
        raise Refused(TOO_MANY)
    waiting = SlipPicture.objects.filter(status=SlipPicture.Status.WAITING, party=act.party)
    pictured_tables = {*waiting.values_list("table", flat=True)}
    for place, slip in enumerate(own_slips, start=1):
        table_id = tables.get((slip.code.round, slip.code.table))
        notes += _table_notes(slip.code, table_id, was_pictured=table_id in pictured_tables)
        SlipPicture.objects.create(
            party=act.party,
            table_id=table_id,
            reading=reading_as_json(slip),
            cutout=slip.cutout,
            photograph=digest,
            place_in_photograph=place,
            **act.actor_columns,
        )
    receipt = receipt_of(act.party.pk, digest)
    assert receipt is not None  # noqa: S101 -- stored above
    act.log("slips photographed", receipt.words, count=len(own_slips))
    return PhotographReceipt(receipt.words, tuple(dict.fromkeys(notes)))


def _notes_about_unread_slips(reading: PhotographReading, own_key: int) -> Iterator[str]:
    """Say which slips of the photograph are not stored, and why."""
    if any(slip.code.party != own_key for slip in reading.slips):
        yield OTHER_PARTY
    outdated = [code for code in reading.other_codes if code.party == own_key]
    for code in sorted(outdated, key=lambda each: (each.round, each.table)):
        place = place_of_slip(code.round, code.table) if code.table else "a blank slip"
        yield OTHER_LAYOUT.format(place=place.capitalize())
    loose_marks = reading.loose_mark_count - MARKS_OF_A_SLIP * len(outdated)
    if loose_marks >= MARKS_OF_A_PART and reading.slips:
        yield LOOSE


def _table_notes(code: SlipCode, table_id: int | None, *, was_pictured: bool) -> Iterator[str]:
    place = place_of_slip(code.round, code.table)
    if table_id is None:
        yield NOT_THERE.format(place=place) if code.table else BLANK
    elif was_pictured:
        yield SEEN_BEFORE.format(place=place)


def put_picture(
    party_id: int, picture_id: int, status: SlipPicture.Status, *, actor: Actor, at: datetime
) -> str:
    """Put a picture aside, or back among the waiting ones; return its place in words."""
    with unfinished_party_act(party_id, actor, at, of_one_table=True) as act:
        picture = _find_picture(act, picture_id)
        place = place_of_picture(picture.table)
        if picture.status != status:
            picture.status = status
            picture.save(update_fields=["status"])
            verb = "slip put aside" if status == SlipPicture.Status.PUT_ASIDE else "slip put back"
            act.log(verb, f"Photographed {verb}: {place}", picture=picture.pk)
        return place


def move_picture(
    party_id: int,
    picture_id: int,
    round_number: int,
    table_number: int | None,
    *,
    actor: Actor,
    at: datetime,
) -> str:
    with unfinished_party_act(party_id, actor, at, of_one_table=True) as act:
        picture = _find_picture(act, picture_id)
        before, table = place_of_picture(picture.table), None
        if table_number is not None:
            spot = Spot(party_id, round_number, table_number)
            _, table, _ = find_table(act.party, spot)
        if table != picture.table:
            picture.table = table
            picture.save(update_fields=["table"])
            words = f"Photographed slip, {before}: now {place_of_picture(picture.table)}"
            act.log("slip given a table", words, picture=picture.pk)
        return place_of_picture(picture.table)


def place_of_picture(table: Table | None) -> str:
    return place_of_slip(table.round.number, table.number) if table else place_of_slip(0, 0)


def _find_picture(act: PartyAct, picture_id: int) -> SlipPicture:
    rows = SlipPicture.objects.defer("cutout").select_related("table__round")
    return require(rows.filter(party=act.party, pk=picture_id).first(), GONE)
