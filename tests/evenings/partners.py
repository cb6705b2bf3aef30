"""Checks who has played with or against whom: on the swap page, and on the page of pictures."""

from party.progression import FACING
from party.queries.standings.pictures import read_pictures
from party.values.standings.pictures import PlayerLine


def meeting_troubles(snapshot, number, meetings):
    for meeting in meetings:
        rounds = tuple(
            earlier
            for earlier in range(1, number)
            if have_met(
                snapshot,
                earlier,
                meeting.one.id,
                meeting.other.id,
                as_partners=meeting.are_partners,
            )
        )
        if meeting.earlier_rounds != rounds:
            yield f"“{meeting}”, and they met in {rounds}."


def have_met(snapshot, number, one, other, *, as_partners):
    first, second = (snapshot.chairs[number].get(pk) for pk in (one, other))
    if first is None or second is None or first[0] != second[0]:
        return False
    return (FACING[first[1]] == second[1]) == as_partners


def partner_differences(stored, party):
    for line in read_pictures(party).lines:
        partners = tuple(partner_name(stored, line.id, number) for number in stored.closed_rounds)
        if line.partners != partners:
            yield f"The partners of {line.name} are shown as {line.partners}, but were {partners}."


def partner_name(stored, entrant, number):
    chair = stored.chairs[number].get(entrant)
    if chair is None:
        return PlayerLine.ABSENT
    opposite = (chair[0], FACING[chair[1]])
    people = {each: pk for pk, each in stored.chairs[number].items() if each}
    return stored.name(people[opposite])
