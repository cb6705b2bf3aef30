"""What the tests of the checks share: a fault is planted, and what the checks say is read."""

from contextlib import contextmanager

from tests.evenings import checks
from tests.evenings.snapshots import take
from tests.guard import setting_up


def now(party):
    """Return the party as it is; its log is of no matter here."""
    return take(party.pk, 0)


class Watch:
    """What the checks say of what happens while it is planted, as if a verb had done it."""

    def __init__(self):
        self.said = ""


@contextmanager
def planted(party, verb="save_hand"):
    watch, before = Watch(), now(party)
    with setting_up():
        yield watch
    watch.said = " ".join(checks.troubles(verb, before, now(party)))
