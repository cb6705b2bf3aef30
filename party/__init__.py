"""Head Table: runs a card party of Five Hundred."""

__version__ = "0.2.0"
