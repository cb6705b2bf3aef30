"""Sentences about standings that players see on several media."""

NO_REPEATS = "Nobody has had the same partner twice."
