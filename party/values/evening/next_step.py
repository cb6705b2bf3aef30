from dataclasses import dataclass

from party.values.seats.turnout import PeopleChanges


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step of the evening: a page to open, or a form to send (`posts`).

    `number` is the round in the address, 0 for none. `mark` is that of the PeopleChanges on the
    page: the verb refuses if people have come or gone since then.
    """

    view: str
    button: str
    explanation: str = ""
    number: int = 0
    mark: str = ""
    posts: bool = False


def seated_step(
    number: int, changes: PeopleChanges | None, after: str, *, announced: bool
) -> NextStep:
    """A seated round is first announced, then started."""
    if changes and changes.needs_seats and changes.turnout.is_enough:
        button = f"Seat round {number} again"
        reason = f"{changes.text} {changes.forecast}".strip()
        return NextStep("reseat_round", button, reason, number, changes.mark, posts=True)
    if not announced:
        button = "Show the moves" if number > 1 else "Show the seats"
        reason = f"so that everybody sees where to go; then start round {number}"
        return NextStep("announce", button, reason, number, posts=True)
    return NextStep("start_round", f"Start round {number}", after, number, posts=True)
