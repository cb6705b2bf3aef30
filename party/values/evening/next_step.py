"""The one obvious next action, on the live page and on the pages that lead to a start."""

from dataclasses import dataclass

from party.values.seats.turnout import PeopleChanges


@dataclass(frozen=True, slots=True)
class NextStep:
    """An action: a page that is opened, or a verb whose address it `posts` to.

    `number` is the round in that address, 0 for none. `seen` are the changes among people that
    the page has shown, where the verb must find the same.
    """

    view: str
    button: str
    after: str = ""
    number: int = 0
    seen: str = ""
    posts: bool = False


def seated_step(
    number: int, changes: PeopleChanges | None, after: str, *, announced: bool
) -> NextStep:
    """Return how a seated round goes on: everybody sees where to go, then it starts.

    Where people have come or gone since, it is seated again first.
    """
    if changes and changes.needs_seats and changes.can_seat:
        button = f"Seat round {number} again"
        why = f"{changes.text} {changes.forecast}".strip()
        return NextStep("reseat_round", button, why, number, changes.mark, posts=True)
    if not announced:
        button = "Show the moves" if number > 1 else "Show the seats"
        why = f"so that everybody sees where to go; then start round {number}"
        return NextStep("announce", button, why, number, posts=True)
    return NextStep("start_round", f"Start round {number}", after, number, posts=True)
