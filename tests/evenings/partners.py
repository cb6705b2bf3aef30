"""Who met whom, as the swap page shows it: counted once more from the chairs."""

from party.progression import FACING


def met_troubles(now, number, shown):
    """Check in which rounds before this one two people are said to have met."""
    for each in shown:
        one, other = each.one.id, each.other.id
        found = tuple(
            n for n in range(1, number) if met(now, n, one, other, partners=each.partners)
        )
        if each.rounds != found:
            yield f"“{each}”, and they met in {found}."


def met(now, number, one, other, *, partners):
    """Tell whether two people were partners, or opponents, in a round."""
    first, second = (now.chairs[number].get(pk) for pk in (one, other))
    if first is None or second is None or first[0] != second[0]:
        return False
    return (FACING[first[1]] == second[1]) == partners
