"""Head Table: runs a card party of Five Hundred."""
