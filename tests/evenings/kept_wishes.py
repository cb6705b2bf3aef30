"""Which wishes the latest round keeps, worked out from its chairs and not from its draw."""

from party.progression import FACING
from party.queries.people.wishes import wish_lines


def wish_differences(stored, party):
    shown_as_kept = {each.id: not each.why_not for each in wish_lines(party)}
    for row in stored.wishes:
        if shown_as_kept[row.id] != is_wish_kept(stored, row):
            names = [stored.name(each) for each in (row.one_id, row.other_id) if each]
            state_shown = "kept" if shown_as_kept[row.id] else "not kept"
            yield f"The wish {row.kind} of {names} is wrongly shown as {state_shown}."


def is_wish_kept(stored, row):
    """A wish counts as kept if one of its people is not in the round at all."""
    number = max(stored.rounds, default=0)
    people = [pk for pk in (row.one_id, row.other_id) if pk is not None]
    if not number or any(pk not in stored.chairs[number] for pk in people):
        return True
    if row.kind == "start_partners" and number > 1:
        return True
    chairs = [stored.chairs[number][pk] for pk in people]
    if row.kind == "stay":
        previous = previous_chair(stored, row.one_id, number)
        return previous is None or chairs[0] == previous
    return do_chairs_keep_wish(row.kind, *chairs)


def do_chairs_keep_wish(kind, first, second):
    if first is None or second is None:
        return kind in {"apart", "not_partners"}
    are_together = first[0] == second[0]
    are_partners = are_together and FACING[first[1]] == second[1]
    return {
        "apart": not are_together,
        "together": are_together,
        "partners": are_partners,
        "start_partners": are_partners,
        "not_partners": not are_partners,
    }[kind]


def previous_chair(stored, entrant, number):
    """Skip rounds that the person sat out."""
    earlier_chairs = (
        stored.chairs[earlier_number].get(entrant) for earlier_number in range(number - 1, 0, -1)
    )
    return next((chair for chair in earlier_chairs if chair), None)
