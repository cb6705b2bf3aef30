"""Sentences about scores that several pages and refusals say."""

HIGH_ON_THE_CUT = "Who was high on the cut?"
TYPE_PLAYED_HAND = "Type the hand as it was played, for example 8hn9."
TYPE_EMPTY_BOX = "Type x for an empty box."
SAY_WHY = "Say why this is corrected."
NOT_PLAYED = "Table {table} was marked not played."
