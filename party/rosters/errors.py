class RosterError(ValueError):
    """A file cannot be read; its text tells the organiser what to do."""
