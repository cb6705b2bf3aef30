"""Reads photographed slips: a picture in; choices, how sure, and where out."""
