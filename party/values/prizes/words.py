NO_SETTLEMENT = "Choose how the tie is settled."
NO_WINNER = "Choose who has the prize."
FINISH_FIRST = "Finish the party first: the standings are final then."
CONFIRMED = "The prizes are confirmed. Reopen them to change anything."
TAKE_SALES_BACK = "Take those sales back first."
DRAWN_AMONG_HERE = "Drawn from everybody who is still here."
COUNTING_BACK = (
    "Counting back compares rounds won, then the best round, then how often one was set. For"
    " partners, the rounds won and the sets of both are added up, and the better of their two best"
    " rounds counts."
)
FOR_BOTH = "It counts for both partners."
