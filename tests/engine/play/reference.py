"""A reference for the play, written from the text of the rules as plainly as possible.

It shares no code with the engine: cards are texts, hands are lists, and each question goes through
all earlier tricks.
"""

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "J", "Q", "K", "A"]
JACKS_HIGH = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "Q", "K", "A", "J"]
COLOUR = {"S": "C", "C": "S", "D": "H", "H": "D"}
MISERES = {"MIS", "OPEN", "BLIND", "NOPICK", "SUPER", "GRAND", "PAT"}


class Reference:
    """`rules` has the fields of T58 to T62; `strain` is S, C, D, H, NT, J5, HILO or a misère.

    `nominated` is the joker's suit if the declarer nominated one.
    """

    def __init__(self, rules, strain, nominated=None):
        self.rules = rules
        self.misere = strain in MISERES
        self.trump = strain if strain in COLOUR else None
        self.ranks = JACKS_HIGH if strain == "J5" else RANKS
        self.joker_suit = self.trump
        self.tricks = []  # (led suit, [(seat, card), ...])
        nomination = rules.joker_nt_nomination
        if not self.trump and (
            nomination == "declarer_any_no_trump_game"
            or (nomination == "misere_only" and self.misere)
        ):
            self.joker_suit = nominated

    def suit(self, card):
        if card in {"Jo", "Jo2"}:
            return self.joker_suit
        if self.trump and card == "J" + COLOUR[self.trump]:
            return self.trump
        return card[-1]

    def is_suitless(self, card):
        return card in {"Jo", "Jo2"} and self.joker_suit is None

    def height(self, card):
        if card == "Jo":
            return 103
        if card == "Jo2":
            return 102
        if self.trump and card == "J" + self.trump:
            return 101
        if self.trump and card == "J" + COLOUR[self.trump]:
            return 100
        return self.ranks.index(card[:-1])

    def led_before(self):
        return {led for led, _ in self.tricks if led}

    def shown_void(self, seat):
        void = set()
        for led, played in self.tricks:
            for player, card in played:
                if player == seat and led and self.suit(card) != led:
                    counts_as_suit = self.rules.gadd_joker == "on" and self.is_suitless(card)
                    is_named_lead = played[0] == (player, card)
                    if not counts_as_suit and not is_named_lead:
                        void.add(led)
        return void

    def has_renege_rule(self):
        rule = self.rules.renege_rule
        return rule == "on_nt_and_misere" or (rule == "on_nt_only" and not self.misere)

    def must_play_joker(self):
        rule = self.rules.joker_follow_when_void
        if rule == "optional_nt_compulsory_misere":
            return self.misere
        return rule == "always_compulsory"

    def follow(self, seat, hand, led):
        """Return the legal cards on a suit led; `led` is None if a joker named no suit."""
        jokers = {card for card in hand if self.is_suitless(card)}
        of_suit = {card for card in hand if card not in jokers and self.suit(card) == led}
        if led is None:
            return set(hand)
        if self.rules.gadd_joker == "on" and jokers:
            return self.follow_with_gadds_joker(seat, hand, led, of_suit, jokers)
        if of_suit:
            return of_suit
        if jokers and self.has_renege_rule() and led in self.shown_void(seat):
            return set(hand) - jokers or jokers
        return jokers if jokers and self.must_play_joker() else set(hand)

    def follow_with_gadds_joker(self, seat, hand, led, of_suit, jokers):
        if of_suit and led in self.led_before():
            return of_suit
        if of_suit:
            return of_suit | jokers
        if led in self.shown_void(seat):
            return set(hand) - jokers or jokers
        return set(hand)

    def suits_to_name(self, seat, hand):
        """Return the suits that a suitless joker may name when it leads."""
        if not any(self.is_suitless(card) for card in hand):
            return set()
        suits = self.suits_by_lead_rule(seat, hand)
        if not suits and all(self.is_suitless(card) for card in hand):
            return set("SCDH")  # the hand has only jokers
        return suits

    def suits_by_lead_rule(self, seat, hand):
        unled = set("SCDH") - self.led_before()
        if self.rules.gadd_joker == "on":
            lacked = set("SCDH") - {self.suit(card) for card in hand}
            return unled | (lacked - self.shown_void(seat))
        if self.rules.joker_lead == "any_trick_any_suit":
            return set("SCDH")
        if self.rules.joker_lead == "any_suit_not_shown_void":
            return set("SCDH") - self.shown_void(seat)
        if self.rules.joker_lead == "never_except_trick_10" and not self.misere:
            return set()
        return unled

    def lead(self, seat, hand):
        """Return the legal cards to lead."""
        if self.suits_to_name(seat, hand):
            return set(hand)
        return {card for card in hand if not self.is_suitless(card)}

    def is_powerless(self, seat, card, led):
        """Return whether this joker wins nothing, as its seat has shown void in the suit led."""
        if self.rules.gadd_joker == "on" or not self.has_renege_rule() or led is None:
            return False
        return self.is_suitless(card) and led in self.shown_void(seat)

    def winner(self, led, played):
        """Return the seat whose card wins; `played` is [(seat, card), ...] in order."""
        best, best_power = None, None
        for place, (seat, card) in enumerate(played):
            dead = place > 0 and self.is_powerless(seat, card, led)
            if self.is_suitless(card) and not dead:
                power = (3, self.height(card))
            elif self.trump and self.suit(card) == self.trump:
                power = (2, self.height(card))
            elif self.suit(card) == led and not dead:
                power = (1, self.height(card))
            else:
                power = (0, 0)
            if best is None or power > best_power:
                best, best_power = seat, power
        return best

    def add_trick(self, led, played):
        self.tricks.append((led, list(played)))
