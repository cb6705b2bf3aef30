"""A disturbed evening: all that goes wrong in a hall, played through the services.

People come late, go home and come back; tables tie, end short or hand in totals and cards; results
are typed wrong and found two rounds later; rules change, prizes change hands. An *incident* is one
such thing, a *course* says which of them an evening must have; the dice choose the rest, so that
the same seed tells the same evening. After every verb everything is checked by `checks`, which
reckon for themselves; the first that does not hold ends the evening with Broken.
"""
