from party.rosters import LONGEST_GROUP, LONGEST_WORD

GROUP_TOO_LONG = f"A prize group has at most {LONGEST_GROUP} letters."
WORD_TOO_LONG = f"A word has at most {LONGEST_WORD} letters."
ALREADY_LISTED = "{name} is on the list already."
GOES_HOME_INSTEAD = "Mark that {name} goes home instead."
MARK_LATE_OR_GONE = "The seats are drawn. Mark people as arrived late or gone home."
IN_THE_BOX = (
    "Card No. {number} was still in the box when the seats were drawn. Look at the card again. If "
    "somebody came late and took it, mark No. {number} as arrived late first."
)
CAN_TAKE_HOUSE_CHAIR = (
    "{newcomer} can take the chair of {house}: you are asked before round {round} is seated."
)
NO_WISH = "Choose a wish."
DRAW_THEIR_SEATS = "People draw their own seats tonight: a wish counts from round 2 on."
NO_OTHER = "Name the other person."
COUNTS_FROM_NEXT_SEATS = "It counts from the next seats that are made."
