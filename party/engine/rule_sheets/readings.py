"""The dagger after a rule that we chose, because no source states it."""

OUR_READING = "†"
READING_NOTE = f"{OUR_READING} Our reading: the published rules do not say."
