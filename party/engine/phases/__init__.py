"""The phases of a hand, a file each, in the order in which they are played.

start → bidding → kitty (announcing a grand slam, burying, declaring) → calling → nominating →
playing → over. A file's `to_…` function says whether its phase takes place, and else goes on to
the next. `table` is what they share, `stage` what they have in common.
"""
