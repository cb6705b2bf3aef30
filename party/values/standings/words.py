NO_REPEATS = "Nobody has had the same partner twice."
