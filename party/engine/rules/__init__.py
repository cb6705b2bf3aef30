"""The rules of a game: every choice there is, the named systems, and the house rules."""
