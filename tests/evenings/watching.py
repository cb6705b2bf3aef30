from contextlib import contextmanager

from tests.evenings import checks
from tests.evenings.snapshots import take_snapshot
from tests.guard import setting_up


def snapshot_of(party):
    return take_snapshot(party.pk, 0)


class Watch:
    """Has the text of all faults in `troubles`, once the block has ended."""

    def __init__(self):
        self.troubles = ""


@contextmanager
def checked_fault(party, verb="save_hand"):
    """Check the changes made in this block as if the verb had made them."""
    watch, before = Watch(), snapshot_of(party)
    with setting_up():
        yield watch
    watch.troubles = " ".join(checks.troubles(verb, before, snapshot_of(party)))
