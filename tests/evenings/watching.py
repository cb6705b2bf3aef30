"""Run the checks on a fault that a test makes."""

from contextlib import contextmanager

from tests.evenings import checks
from tests.evenings.snapshots import take_snapshot
from tests.guard import setting_up


def snapshot_of(party):
    """Return a snapshot of the party now."""
    return take_snapshot(party.pk, 0)


class Watch:
    """`troubles`: the sentences of the checks, once the fault is made."""

    def __init__(self):
        self.troubles = ""


@contextmanager
def checked_fault(party, verb="save_hand"):
    """Check the changes made in this context as if the verb had made them."""
    watch, before = Watch(), snapshot_of(party)
    with setting_up():
        yield watch
    watch.troubles = " ".join(checks.troubles(verb, before, snapshot_of(party)))
