"""Checks the meetings on the swap page against the chairs."""

from party.progression import FACING


def met_troubles(now, number, shown):
    """Check in which earlier rounds the page says that two people met."""
    for each in shown:
        one, other = each.one.id, each.other.id
        rounds = tuple(
            earlier
            for earlier in range(1, number)
            if met(now, earlier, one, other, partners=each.partners)
        )
        if each.earlier_rounds != rounds:
            yield f"“{each}”, and they met in {rounds}."


def met(now, number, one, other, *, partners):
    """Whether two people were partners, or opponents, in a round."""
    first, second = (now.chairs[number].get(pk) for pk in (one, other))
    if first is None or second is None or first[0] != second[0]:
        return False
    return (FACING[first[1]] == second[1]) == partners
