"""Every verb done once, each at an evening of its own: for tests that go over all of them.

`ACTS` has one act for each verb of the log; it makes an evening, does the verb last, and returns
the party. Where the verb changes something, what was before is something as well.
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
