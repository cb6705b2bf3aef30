"""The mark of a sentence that no source states: where all are silent, the choice is ours."""

OUR_READING = "†"
READING_NOTE = f"{OUR_READING} Our reading: the published rules do not say."
