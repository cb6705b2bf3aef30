"""Records: whole hands as card servers write them, read, written and verified."""
