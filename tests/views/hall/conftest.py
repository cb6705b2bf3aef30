"""What is kept for all phones of a hall is forgotten between tests: their parties share ids."""

import pytest

from party.queries.hall.guests import read_guests


@pytest.fixture(autouse=True)
def _nothing_kept():
    read_guests.cache_clear()
