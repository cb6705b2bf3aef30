"""Rule sheets: the rules of a game in plain sentences."""
