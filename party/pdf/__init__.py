"""All printed documents: values in, PDF bytes out.

Lengths are points (72 to the inch), measured from the bottom left corner as PDF does. A *box* is
a place something must stay inside, `space` the width that a text may take, `room` the height of a
list on a page. A *run* is a stretch of text in one font; *fitting* makes text smaller and then
breaks it, but never cuts it. The same values make the same bytes: no code here uses a clock or
chance.
"""
