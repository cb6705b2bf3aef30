from unittest.mock import patch
from uuid import uuid4

from party.engine import PRESETS, read_entry
from party.models import (
    Entry,
    Record,
    SlipPicture,
    Tally,
)
from party.queries.rules import recount
from party.queries.scores.second_look import differences
from party.services import rules
from party.services.scores import (
    entries,
    final_cards,
    late_hands,
    records,
    second_look,
    slip_pictures,
    tables,
)
from party.slip_reader.results import PhotographReading
from party.values.scores.final_cards import TypedCard
from party.values.seats.corrections import SeatsAnswer, SeatsChoice
from tests.acts.evenings import act, alma, party_with_hands
from tests.acts.phones import kept_late
from tests.acts.rounds import closed
from tests.evening import (
    BY_PROGRAM,
    close,
    enter,
    enter_total,
    party_with,
    seat_next,
    spot,
)
from tests.hands import WHOLE
from tests.services.shifting import choose
from tests.slip_pictures import slip_reading


@act("hand saved")
def hand_saved():
    return party_with_hands("8hn9")


@act("thrown in")
def thrown_in():
    return party_with_hands("p")


@act("total saved")
def total_saved():
    party = party_with_hands("", capture="totals")
    enter_total(party, 200, 590)
    return party


@act("hand undone")
def hand_undone():
    party = party_with_hands()
    entries.undo_hand(spot(party), **BY_PROGRAM)
    return party


def entry(party, hand=1):
    return Entry.objects.in_force().get(
        table__round__party=party, table__number=1, table__round__number=1, hand=hand
    )


@act("corrected")
def corrected():
    party = closed()
    seat_next(party)
    choose(party, SeatsChoice.RESEAT)
    return party


@act("corrected")
def late_hand_added():
    party = party_with_hands("8hn9 7ce7 7sn6")
    enter(party, "8hn9 7ce7 7sn6 9dw9", 2)
    tables.finish_table(spot(party), reason="bell", **BY_PROGRAM)
    close(party)
    hand = read_entry(party.rules, "8hn8")
    options = {
        "submission": uuid4(),
        "reason": "the slip lay under the cake",
        "choice": SeatsAnswer(),
    }
    late_hands.add_late_hands(spot(party), [hand], first=4, **options, **BY_PROGRAM)
    return party


@act("late set aside")
def late_set_aside():
    party = kept_late()
    late_hands.discard_late_result(party.pk, Entry.objects.get(status="late").pk, **BY_PROGRAM)
    return party


@act("looked at")
def looked_at():
    party = party_with_hands("10nn10")
    second_look.confirm_entry(spot(party), 1, shown_entry=entry(party).pk, **BY_PROGRAM)
    return party


@act("typed again")
def typed_again():
    party = party_with_hands()
    typed = [read_entry(party.rules, text) for text in ("8hn8", "7ce7")]
    seen = [entry(party, 1).pk, entry(party, 2).pk]
    second_look.type_again(spot(party), typed, shown_entries=seen, **BY_PROGRAM)
    return party


@act("kept both")
def kept_both():
    party = party_with_hands()
    hand = read_entry(party.rules, "8hn8")
    seen = entry(party).pk
    second_look.keep_second_version(
        spot(party), 1, hand, shown_entry=seen, submission=uuid4(), **BY_PROGRAM
    )
    return party


@act("decided")
def decided():
    party = typed_again()
    [difference] = differences(party, 1)
    right, wrong = difference.others[0].entry, difference.first.entry
    second_look.choose_right_entry(
        spot(party), 1, right_entry=right, wrong_entries=[wrong], **BY_PROGRAM
    )
    return party


@act("records attached")
def record_attached():
    party = party_with_hands("")
    records.attach_records(spot(party), [WHOLE], first=1, submission=uuid4(), **BY_PROGRAM)
    return party


@act("record replaced")
def record_replaced():
    party = record_attached()
    seen, text = Record.objects.get().pk, WHOLE.replace("8H", "9H")
    records.replace_record(
        spot(party), 1, text, shown_record=seen, submission=uuid4(), **BY_PROGRAM
    )
    return party


@act("record removed")
def record_removed():
    party = record_attached()
    records.remove_record(spot(party), 1, shown_record=Record.objects.get().pk, **BY_PROGRAM)
    return party


@act("slips photographed")
def slips_photographed():
    party = party_with_hands("")
    with patch.object(slip_pictures, "read_slips") as read_slips:
        read_slips.return_value = PhotographReading((slip_reading(party),), loose_mark_count=0)
        slip_pictures.store_photograph(party.pk, b"a photograph", layouts=(), **BY_PROGRAM)
    return party


@act("slip put aside")
def slip_put_aside():
    party = slips_photographed()
    slip_pictures.put_picture(
        party.pk, SlipPicture.objects.get().pk, SlipPicture.Status.PUT_ASIDE, **BY_PROGRAM
    )
    return party


@act("slip put back")
def slip_put_back():
    party = slip_put_aside()
    slip_pictures.put_picture(
        party.pk, SlipPicture.objects.get().pk, SlipPicture.Status.WAITING, **BY_PROGRAM
    )
    return party


@act("slip given a table")
def slip_given_a_table():
    party = slips_photographed()
    slip_pictures.move_picture(party.pk, SlipPicture.objects.get().pk, 1, 2, **BY_PROGRAM)
    return party


@act("card")
def card_typed():
    party = closed()
    first = final_cards.save_tally(
        party.pk,
        alma(party).pk,
        TypedCard((200,), 200),
        shown_tally=None,
        submission=uuid4(),
        **BY_PROGRAM,
    )
    options = {"shown_tally": first.pk, "submission": uuid4()}
    final_cards.save_tally(
        party.pk, alma(party).pk, TypedCard((590,), 590), **options, **BY_PROGRAM
    )
    return party


@act("card removed")
def card_removed():
    party = card_typed()
    final_cards.remove_tally(party.pk, alma(party).pk, **BY_PROGRAM)
    assert Tally.objects.exists()
    return party


@act("rules changed")
def rules_changed():
    party = party_with(8)
    changed = PRESETS["midway"].replace(slam_rule="none", misere_allowed="yes")
    rules.change_rules(party.pk, "midway", changed, **BY_PROGRAM)
    return party


@act("rules overridden")
def rules_overridden():
    party = party_with_hands("7sn10 8hn9")
    changed = PRESETS["midway"].replace(slam_rule="none")
    details = {
        "newest_entry": recount(party, changed).newest_entry,
        "reason": "announced at the start",
    }
    rules.override_rules(party.pk, "midway", changed, **details, **BY_PROGRAM)
    return party
