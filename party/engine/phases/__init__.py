"""The phases of a hand, one file each, in the order in which they are played.

start → bidding → announcing (grand slam) → burying → announcing (declare) → calling → nominating
→ playing → over. Each file has the test that its phase takes place, and hands on to the next.
"""
