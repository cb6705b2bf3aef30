"""Checks the meetings on the swap page: who has played with or against whom in earlier rounds."""

from party.progression import FACING


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
