"""Printed documents: values in, PDF bytes out. The same values make the same bytes.

Lengths are points (72 to the inch), from the bottom left corner. `space` is the width that a text
may take, `room` the height of a list on a page.
"""
