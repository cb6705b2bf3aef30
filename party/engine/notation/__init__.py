"""Notation: results as people type, circle and read them."""
