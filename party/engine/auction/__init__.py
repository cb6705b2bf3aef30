"""The auction: bids, calls, and whose turn it is."""
