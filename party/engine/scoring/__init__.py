"""Scoring: the results of hands, their points, and the winners of the game."""
