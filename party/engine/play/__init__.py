"""Kitty and play: a hand from the deal to its last trick."""
