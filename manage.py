#!/usr/bin/env python3
"""Head Table's command line: `manage.py start` runs it, `manage.py help` lists all commands."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 -- for people with an older Python
    found = ".".join(map(str, sys.version_info[:2]))
    sys.stderr.write(f"Head Table needs Python 3.11 or newer; this is Python {found}.\n")
    sys.exit(2)

from party.command_line import main

if __name__ == "__main__":
    main()
