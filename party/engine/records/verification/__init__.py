"""The verification of a record, a file for each part: deal, calls, kitty, tricks, scores."""
