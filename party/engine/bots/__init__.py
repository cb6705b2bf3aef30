"""Bots: plain players for rehearsals."""
