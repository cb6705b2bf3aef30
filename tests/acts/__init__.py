"""Acts: functions that play an evening whose last step writes a log line with a certain verb.

`ACTS` has one or more of them for each verb of the log. If the last step changes a value, the old
value is not empty.
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

# Every test run tries these verbs; only slow runs try all verbs.
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
