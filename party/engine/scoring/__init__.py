"""Scoring: how a hand ended, what it scores, and who wins the game."""
