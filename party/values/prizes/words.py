"""Sentences about prizes that several pages and refusals say."""

NO_SETTLEMENT = "Choose how the tie is settled."
NO_WINNER = "Choose who has the prize."
FINISH_FIRST = "Finish the party first: the standings are final then."
CONFIRMED = "The prizes are confirmed. Reopen them to change anything."
TAKE_SALES_BACK = "Take those sales back first."
DRAWN_AMONG_HERE = "Drawn among those who are here."
FOR_BOTH = "It counts for both partners."
