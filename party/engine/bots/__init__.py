"""Plain players for rehearsals."""
