"""An evening for each verb of the log, for tests of all verbs.

`ACTS` has one act or more for each verb of the log. An act makes an evening, runs the verb last,
and returns the party. If the verb changes a value, the old value is not empty.
"""

from tests.acts.clubs import *  # noqa: F403
from tests.acts.evenings import *  # noqa: F403
from tests.acts.guests import *  # noqa: F403
from tests.acts.hall import *  # noqa: F403
from tests.acts.hands import *  # noqa: F403
from tests.acts.people import *  # noqa: F403
from tests.acts.phones import *  # noqa: F403
from tests.acts.prizes import *  # noqa: F403
from tests.acts.rounds import *  # noqa: F403

# A test of all verbs that takes long tries these in each run, and the others in the slow runs.
QUICK_VERBS = {
    "prize drawn",
    "corrected",
    "decided",
    "joined",
    "prizes confirmed",
    "rules changed",
    "stand-in",
    "taken back",
    "table opened",
    "winner gone",
}
