"""A hand's full record: deal, calls, discards and every card, as the pages show it."""

LONGEST_RECORD = 20_000
"""Letters of one record. A whole hand takes some 1,500; the rest is room for remarks."""
