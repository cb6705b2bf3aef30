"""`python -m party` is the command `head-table`."""

from party.command_line import main

main()
