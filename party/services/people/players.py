from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count

from party.models import Entrant, Party, Player
from party.queries.evening.rounds import latest_round
from party.rosters import (
    LONGEST_GROUP,
    LONGEST_NOTES,
    LONGEST_WORD,
    casefolded_name,
    clean_name,
    clean_word,
    sort_name,
)
from party.services.log.row_changes import Watch, creation_steps, watch_person
from party.services.people.distinctions import update_distinctions
from party.services.people.entrants import (
    delete_entrants,
    find_entrant,
    find_or_create_players,
    next_rota_turn,
    refuse_invalid_names,
    refuse_invalid_payment,
    set_player,
)
from party.services.write import LogLineId, PartyAct, unfinished_party_act
from party.values.accounts import Actor
from party.values.people.attendance import Newcomer
from party.values.people.fees import Payment
from party.values.people.money import money
from party.values.people.words import (
    GOES_HOME_INSTEAD,
    GROUP_TOO_LONG,
    IN_THE_BOX,
    WORD_TOO_LONG,
)
from party.values.refusals import Fault, Refused, refuse_if_any, require

MOST_NUMBERS = 40_000
NOTES_TOO_LONG = f"Notes have at most {LONGEST_NOTES} letters."


def add_entrants(
    party_id: int,
    people: Sequence[Newcomer],
    *,
    actor: Actor,
    at: datetime,
    here: bool = False,
) -> list[Entrant]:
    """People keep their own numbers if these are free.

    After the draw, people who are `here` are late arrivals.
    """
    with unfinished_party_act(party_id, actor, at) as act:
        return _add_people(act, people, here=here)[0]


def add_walk_in(
    party_id: int, person: Newcomer, *, actor: Actor, at: datetime, payment: Payment | None = None
) -> tuple[Entrant, LogLineId]:
    with unfinished_party_act(party_id, actor, at) as act:
        [entrant], line_id = _add_people(act, [replace(person, payment=payment)], here=True)
        return entrant, line_id


def _add_people(
    act: PartyAct, people: Sequence[Newcomer], *, here: bool
) -> tuple[list[Entrant], LogLineId]:
    if not people:
        raise Refused(Fault("Type a name.", "names"))
    party = act.party
    drawn = latest_round(party) is not None
    if party.is_blind and not drawn:
        text = "People draw numbers at this party. Type names against the numbers."
        raise Refused(Fault(text, "names"))
    refuse_invalid_names(party, people)
    _refuse_groups(people)
    players = find_or_create_players(party, people)
    rows = _new_rows(party, players, here=here, in_rota=here and drawn)
    _give_numbers(party, rows, [person.number for person in people])
    for row, person in zip(rows, people, strict=True):
        row.notes = person.notes_tonight
        if person.payment:
            refuse_invalid_payment(person.payment)
            row.paid, row.paid_how = person.payment.paid, person.payment.how
    paid = _paid_text(party, rows)
    rows = Entrant.objects.bulk_create(rows, batch_size=2000)
    update_distinctions(party, rows)
    words = f"{len(rows)} names added" if len(rows) > 1 else f"{rows[0]} added"
    numbers_and_names = [[row.number, row.name] for row in rows]
    line = act.log(
        "names added",
        words + paid,
        steps=creation_steps(rows),
        people=numbers_and_names,
        here=here,
    )
    return rows, line


def rename_entrant(
    party_id: int,
    entrant_id: int,
    name: str,
    *,
    actor: Actor,
    at: datetime,
    is_namesake: bool = False,
) -> None:
    """Past evenings keep the old name. With `is_namesake`, two people may have the new name."""
    person = Newcomer(name, is_namesake=is_namesake)
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        entrant = find_entrant(party, entrant_id)
        if _in_box(party, [entrant]):
            raise Refused(Fault(IN_THE_BOX.format(number=entrant.number), "name"))
        refuse_invalid_names(party, [person], excluded_ids=[entrant.pk], field="name")
        old_name = str(entrant)
        act.watched = watch_person(entrant)
        _give_name(party, entrant, person)
        update_distinctions(party, [entrant])
        new_name = entrant.sort_name if str(entrant) == old_name else str(entrant)
        act.log("renamed", f"{old_name} is now {new_name}", entrant_id=entrant.pk)


def set_word(party_id: int, entrant_id: int, word: str, *, actor: Actor, at: datetime) -> None:
    word = clean_word(word)
    with unfinished_party_act(party_id, actor, at) as act:
        entrant = find_entrant(act.party, entrant_id)
        if len(word) > LONGEST_WORD:
            raise Refused(Fault(WORD_TOO_LONG, "word"))
        act.watched = watch_person(entrant)
        entrant.word = word
        entrant.save(update_fields=["word"])
        Player.objects.filter(pk=entrant.player_id or 0).update(word=word)
        update_distinctions(act.party, [entrant])
        words = f"the word {word} tells them apart" if word else "no word tells them apart"
        act.log("word", f"{entrant}: {words}", entrant_id=entrant.pk)


def set_prize_group(
    party_id: int, entrant_id: int, group: str, *, actor: Actor, at: datetime
) -> None:
    group = " ".join(group.split())
    with unfinished_party_act(party_id, actor, at) as act:
        entrant = find_entrant(act.party, entrant_id)
        _refuse_groups([Newcomer(entrant.name, group)])
        act.watched = watch_person(entrant)
        entrant.prize_group = group
        entrant.save(update_fields=["prize_group"])
        Player.objects.filter(pk=entrant.player_id or 0).update(prize_group=group)
        words = f"{entrant}: prize group {group}" if group else f"{entrant}: no prize group"
        act.log("prize group", words, entrant_id=entrant.pk)


def set_notes(party_id: int, entrant_id: int, notes: str, *, actor: Actor, at: datetime) -> None:
    notes = notes.strip()
    with unfinished_party_act(party_id, actor, at) as act:
        entrant = find_entrant(act.party, entrant_id)
        text = "Notes are kept with a name. Type the name first."
        player = require(entrant.player, Fault(text, "notes"))
        if len(notes) > LONGEST_NOTES:
            raise Refused(Fault(NOTES_TOO_LONG, "notes"))
        act.watched = watch_person(entrant)
        Player.objects.filter(pk=player.pk).update(notes=notes)
        act.log("notes", f"{entrant}: notes changed", entrant_id=entrant.pk)


def set_notes_tonight(
    party_id: int, entrant_id: int, notes: str, *, actor: Actor, at: datetime
) -> None:
    notes = notes.strip()
    with unfinished_party_act(party_id, actor, at) as act:
        entrant = find_entrant(act.party, entrant_id)
        if len(notes) > LONGEST_NOTES:
            raise Refused(Fault(NOTES_TOO_LONG, "tonight"))
        act.watched = watch_person(entrant)
        entrant.notes = notes
        entrant.save(update_fields=["notes"])
        act.log("notes tonight", f"{entrant}: note for tonight changed", entrant_id=entrant.pk)


def remove_entrant(party_id: int, entrant_id: int, *, actor: Actor, at: datetime) -> None:
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        entrant = find_entrant(party, entrant_id)
        if latest_round(party) is not None:
            raise Refused(f"The seats are drawn. {GOES_HOME_INSTEAD.format(name=entrant)}")
        if entrant.paid:
            paid = money(entrant.paid, party.currency)
            raise Refused(f"{entrant} has paid {paid}. Give it back at the door first.")
        words = f"{entrant} taken off the list"
        wishes = delete_entrants(party.entrants.filter(pk=entrant.pk))
        update_distinctions(party)
        act.log("name removed", words, number=entrant.number, wishes=wishes)


def make_numbers(party_id: int, count: int, *, actor: Actor, at: datetime) -> None:
    """Make the numbers up to `count`; delete higher ones that have no name."""
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        if not party.is_blind:
            raise Refused("Cards have names at this party. Choose the blind draw in the settings.")
        if latest_round(party) is not None:
            raise Refused("The seats are drawn. Undo the draw to print other cards.")
        highest = party.entrants.exclude(name="", paid=0).order_by("-number").first()
        lowest = max(4, highest.number if highest else 0)
        if not lowest <= count <= MOST_NUMBERS:
            text = f"Say how many numbers: at least {lowest}, at most {MOST_NUMBERS}."
            raise Refused(Fault(text, "count"))
        wishes = delete_entrants(party.entrants.filter(number__gt=count, name=""))
        existing = set(party.entrants.values_list("number", flat=True))
        missing = [number for number in range(1, count + 1) if number not in existing]
        rows = [Entrant(party=party, number=number) for number in missing]
        Entrant.objects.bulk_create(rows, batch_size=2000)
        act.log("numbers made", f"Numbers 1 to {count} made", count=count, wishes=wishes)


def name_numbers(
    party_id: int, names: Mapping[int, Newcomer], *, actor: Actor, at: datetime
) -> int:
    """Return how many names are new.

    A number that has this name already is skipped, because a list may be sent twice.
    """
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        rows = {row.number: row for row in party.entrants.filter(number__in=names)}
        _refuse_numbers(party, rows, names)
        new_names = {number: person for number, person in names.items() if not rows[number].name}
        if not new_names:
            return 0
        people = list(new_names.values())
        refuse_invalid_names(party, people)
        _refuse_groups(people)
        players = find_or_create_players(party, people)
        act.watched = Watch(party.entrants.filter(number__in=new_names))
        for number, player in zip(new_names, players, strict=True):
            set_player(rows[number], player)
            rows[number].notes = new_names[number].notes_tonight or rows[number].notes
        fields = ["player", "name", "sort_name", "prize_group", "word", "notes"]
        Entrant.objects.bulk_update([rows[number] for number in new_names], fields, batch_size=500)
        update_distinctions(party)
        numbers_and_names = [[number, rows[number].name] for number in new_names]
        act.log(
            "numbers named", f"{len(new_names)} names against numbers", people=numbers_and_names
        )
    return len(new_names)


def _new_rows(
    party: Party, players: Sequence[Player], *, here: bool, in_rota: bool
) -> list[Entrant]:
    state = Entrant.State.HERE if here else Entrant.State.EXPECTED
    rows = []
    for rota, player in enumerate(players, start=next_rota_turn(party)):
        row = Entrant(party=party, state=state, rota=rota if in_rota else None)
        set_player(row, player)
        rows.append(row)
    return rows


def _paid_text(party: Party, rows: Sequence[Entrant]) -> str:
    amounts = [row.paid for row in rows if row.paid]
    if len(amounts) == len(rows) and len(set(amounts)) == 1:
        suffix = " each" if len(rows) > 1 else ""
        return f", paid {money(amounts[0], party.currency)}{suffix}"
    return (
        f", {len(amounts)} of them paid {money(sum(amounts), party.currency)} in all"
        if amounts
        else ""
    )


def _give_numbers(party: Party, rows: Sequence[Entrant], numbers_wanted: Sequence[int]) -> None:
    numbers_taken = set(party.entrants.values_list("number", flat=True))
    for row, number in zip(rows, numbers_wanted, strict=True):
        if number and number not in numbers_taken:
            row.number = number
            numbers_taken.add(number)
    free_numbers = count(max(numbers_taken, default=0) + 1)
    for row in rows:
        row.number = row.number or next(free_numbers)


def _give_name(party: Party, entrant: Entrant, person: Newcomer) -> None:
    entrant.name, entrant.sort_name = clean_name(person.name), sort_name(person.name)
    if entrant.player is not None:
        # Not with save(): if a merge has just deleted the player, save() would insert it again.
        names = {"name": entrant.name, "sort_name": entrant.sort_name}
        Player.objects.filter(pk=entrant.player.pk).update(**names)
    elif entrant.ranked:
        [entrant.player] = find_or_create_players(party, [person])
        entrant.save(update_fields=["player"])
    entrant.save(update_fields=["name", "sort_name"])


def _refuse_groups(people: Sequence[Newcomer]) -> None:
    if any(len(person.prize_group) > LONGEST_GROUP for person in people):
        raise Refused(Fault(GROUP_TOO_LONG, "prize_group"))


def _in_box(party: Party, rows: Iterable[Entrant]) -> set[int]:
    """Return the numbers of cards that nobody has taken, at the draw or later."""
    if not party.is_blind or latest_round(party) is None:
        return set()
    return {row.number for row in rows if row.state == Entrant.State.EXPECTED and not row.name}


def _refuse_numbers(
    party: Party, rows: Mapping[int, Entrant], names: Mapping[int, Newcomer]
) -> None:
    faults = [
        Fault(f"There is no number {number} at this party.", f"number-{number}")
        for number in names
        if number not in rows
    ]
    faults += [
        Fault(IN_THE_BOX.format(number=number), f"number-{number}")
        for number in sorted(_in_box(party, rows.values()))
    ]
    faults += [
        Fault(f"Number {number} is {row.name} already.", f"number-{number}")
        for number, row in rows.items()
        if row.name and casefolded_name(row.name) != casefolded_name(names[number].name)
    ]
    refuse_if_any(faults)
