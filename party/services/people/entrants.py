"""Finds, adds and deletes entrants, for all verbs about people."""

from collections.abc import Iterable, Iterator, Sequence

from django.db.models import Max, Q, QuerySet

from party.models import Award, Entrant, Party, Player, Tally, Wish
from party.rosters import (
    LONGEST_NAME,
    LONGEST_WORD,
    casefolded_name,
    clean_name,
    clean_word,
    sort_name,
)
from party.services.people.distinctions import update_distinctions
from party.values.people.attendance import Newcomer
from party.values.people.fees import PAYMENT_METHODS, Payment
from party.values.people.money import MOST_MONEY, money
from party.values.people.words import ALREADY_LISTED, WORD_TOO_LONG
from party.values.refusals import Fault, Refused, refuse_if_any, require

NAMES_FIELD = "names"


def find_entrant(party: Party, entrant_id: int) -> Entrant:
    entrants = party.entrants.filter(pk=entrant_id)
    return require(entrants.first(), "This name is no longer on the list.")


def next_number(party: Party) -> int:
    last: int | None = party.entrants.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def next_rota_turn(party: Party) -> int:
    """Return the turn after the last one of the rota; turns start at 1."""
    last: int | None = party.entrants.aggregate(last=Max("rota"))["last"]
    return (last or 0) + 1


def refuse_invalid_names(
    party: Party,
    people: Sequence[Newcomer],
    *,
    excluded_ids: Iterable[int] = (),
    field: str = NAMES_FIELD,
) -> None:
    rows = party.entrants.exclude(pk__in=excluded_ids).exclude(name="")
    names_taken = {casefolded_name(name) for name in rows.values_list("name", flat=True)}
    faults = []
    for person in people:
        name = clean_name(person.name)
        if text := name_fault(name):
            faults.append(Fault(text, field))
        elif casefolded_name(name) in names_taken and not person.is_namesake:
            text = f"{ALREADY_LISTED.format(name=name)} Same person, or another with this name?"
            faults.append(Fault(text, field))
        # Cleaning can make a word longer than the one that a form has accepted.
        if len(clean_word(person.word)) > LONGEST_WORD:
            faults.append(Fault(WORD_TOO_LONG, "word"))
        names_taken.add(casefolded_name(name))
    refuse_if_any(faults)


def name_fault(name: str) -> str:
    if not name:
        return "Type a name."
    is_too_long = len(name) > LONGEST_NAME
    return f"“{name[:30]}…” is longer than {LONGEST_NAME} letters." if is_too_long else ""


def refuse_invalid_payment(payment: Payment) -> None:
    if not 0 <= payment.paid <= MOST_MONEY:
        raise Refused(Fault(f"At most {money(MOST_MONEY, '')}.", "paid"))
    if payment.how not in PAYMENT_METHODS:
        raise Refused(Fault("Choose how it was paid.", "how"))


def find_or_create_players(party: Party, people: Sequence[Newcomer]) -> list[Player]:
    players = _lock_chosen_players(party, [person.player for person in people if person.player])
    roster = [
        players[person.player] if person.player else _new_player(party, person)
        for person in people
    ]
    created = [player for player in roster if player.pk is None]
    Player.objects.bulk_create(created, batch_size=2000)
    changed = [
        player
        for player, person in zip(roster, people, strict=True)
        if _copy_details(player, person)
    ]
    Player.objects.bulk_update(changed, ["prize_group", "notes", "word"], batch_size=500)
    return roster


def _copy_details(player: Player, person: Newcomer) -> bool:
    """Return whether any detail changed."""
    before = player.prize_group, player.notes, player.word
    player.prize_group = person.prize_group or player.prize_group
    player.notes = person.club_notes or player.notes
    player.word = clean_word(person.word) or player.word
    return before != (player.prize_group, player.notes, player.word)


def _lock_chosen_players(party: Party, ids: Sequence[int]) -> dict[int, Player]:
    # Lock in order of id: otherwise two parties of a club that add the same people could deadlock.
    rows = Player.objects.filter(club=party.club_id).order_by("pk").select_for_update(no_key=True)
    players = rows.in_bulk(ids)
    names_present = party.entrants.filter(player__in=ids).values_list("name", flat=True)
    faults = [Fault(ALREADY_LISTED.format(name=name), NAMES_FIELD) for name in names_present]
    if len(set(ids)) < len(ids):
        faults.append(Fault("One person was chosen for two names.", NAMES_FIELD))
    elif len(players) < len(ids):
        text = "Two players of the club were merged just now. Check the list again."
        faults.append(Fault(text, NAMES_FIELD))
    refuse_if_any(faults)
    return players


def set_player(entrant: Entrant, player: Player) -> None:
    entrant.player, entrant.prize_group = player, player.prize_group
    entrant.name, entrant.sort_name, entrant.word = player.name, player.sort_name, player.word


def _new_player(party: Party, person: Newcomer) -> Player:
    return Player(
        club_id=party.club_id,
        name=clean_name(person.name),
        sort_name=sort_name(person.name),
        prize_group=person.prize_group,
        notes=person.club_notes,
        word=clean_word(person.word),
    )


def add_house_players(party: Party, names: Sequence[str]) -> list[int]:
    """Return the ids of the new entrants."""
    texts = [name_fault(name.strip()) for name in names]
    refuse_if_any(Fault(text, "house") for text in texts if text)
    first_number = next_number(party)
    house_players = [
        house_player(party, name, number) for number, name in enumerate(names, start=first_number)
    ]
    if Entrant.objects.bulk_create(house_players, batch_size=2000):
        update_distinctions(party)
    return [entrant.pk for entrant in house_players]


def house_player(party: Party, name: str, number: int) -> Entrant:
    return Entrant(
        party=party,
        number=number,
        name=clean_name(name),
        sort_name=sort_name(name),
        ranked=False,
        state=Entrant.State.HERE,
    )


def delete_entrants(entrants: QuerySet[Entrant]) -> str:
    """Also delete their wishes; return these wishes as text for the data of the log line.

    The words of the line must not contain wishes: helpers can read the words, and only organisers
    may see wishes.
    """
    cards = Tally.objects.filter(entrant__in=entrants)
    refuse_if_any(_faults_of_deleting(entrants))
    wishes = Wish.objects.filter(Q(one__in=entrants) | Q(other__in=entrants))
    texts = [str(wish) for wish in wishes.select_related("one", "other")]
    cards.delete()
    entrants.delete()
    return "; ".join(texts)


def _faults_of_deleting(entrants: QuerySet[Entrant]) -> Iterator[Fault]:
    cards = Tally.objects.filter(status=Tally.Status.IN_FORCE, entrant__in=entrants)
    for card in cards.select_related("entrant"):
        text = f"The final card of {card.entrant} counts. Take it back under Final cards first."
        yield Fault(text)
    awards = Award.objects.filter(entrant__in=entrants).select_related("prize", "entrant")
    for award in awards:
        text = f"{award.entrant} has a prize: {award.prize}. Take that back under Prizes first."
        yield Fault(text)
    for holder in entrants.filter(tickets__isnull=False).distinct():
        text = f"{holder} holds tickets of the 50/50. Take that sale back under Prizes first."
        yield Fault(text)
