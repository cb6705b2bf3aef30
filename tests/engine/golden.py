"""One whole hand of every preset, recorded action by action: `python -m tests.engine.golden`.

Each story has a seed for the cards and its first actions: calls, announcements, cards. A "*" is a
random action; all later actions are random. The title says what the story shows.
"""

from pathlib import Path
from typing import NamedTuple

from party.engine import PRESETS, Hand, deal, score
from party.engine.seats import seat_name, seats_of
from tests.engine.hands import Lcg, random_action

FOLDER = Path(__file__).parent / "golden"


class Story(NamedTuple):
    title: str
    seed: int
    actions: str


STORIES = {
    "midway": Story(
        "Ace, no face is refused; a six tells partner, who bids seven",
        15,
        "ANF, REFUSE, 6H, P, 7H, P",
    ),
    "youngstown": Story(
        "6NT and 7No tell partner; 7No passed out is played as 7NT", 1, "6NT, P, 7NO, P"
    ),
    "iowa": Story("Three pass, and the dealer must bid", 1, "P, P, P, 6S"),
    "west-seventh": Story(
        "Nullo, then Grand Nullo: what is buried goes to the partner", 1, "MIS, P, GRAND, P"
    ),
    "grand-slam": Story("A grand slam with the partner's joker", 15, "8H, P, P, P, slam"),
    "american": Story("Nullo over 8S; a defender leads the joker", 8, "8S, MIS, P, P"),
    "american-three": Story("The joker is led, but not for a suit shown void in", 13, "7NT, P, P"),
    "australian": Story(
        "Misère over a seven; the joker is named a club", 61, "7S, MIS, P, P, P, *, Jo/C"
    ),
    "australian-three": Story("One against two, and the points of each", 24, "7S, 7H, P, P"),
    "australian-five": Story(
        "The holder of the ace of spades is a secret partner", 47, "7H, P, P, P, P, *, call AS"
    ),
    "australian-six": Story(
        "A 13 above the 10, and the joker led for a suit", 3, "7NT, P, P, P, P, P"
    ),
    "two-handed": Story("Ten piles on the table, and four holdings in a ring", 1, "7S, P"),
    "new-zealand": Story(
        "Open misère; a defender without the suit led must play the joker", 2, "OPEN, P, P, P"
    ),
    "canadian": Story("Both jokers on one trick", 11, "8H, P, P, P"),
    "tasmanian": Story("Open misère fails: its value goes to the others", 1, "7S, OPEN, P, P, P"),
    "hay": Story("The joker is led for any suit", 6, "7NT, P, P, P"),
    "two2six": Story("The joker may not go on a suit shown void in", 19, "7S, MIS, P, P, P"),
    "five-wikipedia": Story("The left bower is called", 2, "8D, P, P, P, P, *, call JH"),
    "lodige": Story("Patastrophe: both partners play, and both lie open", 1, "7S, P, PAT, P, P"),
    "walker": Story("A hand as anywhere; the game ends at exactly 500", 7, "8D, P, P, P"),
    "declare": Story("Declare: the partner's card after burying", 18, "8C, P, P, P, *, declare"),
    "easton": Story(
        "Super open misère, where the others play the bidder's cards", 51, "SUPER, P, P, P"
    ),
    "leaflet-2": Story("South takes his own two of the four cards left", 1, "7S, 7C"),
    "leaflet-3": Story("32 cards without a joker, and two left", 58, "P, 7D, P"),
    "leaflet-4": Story("44 cards without a joker, and four left", 5, "7H, P, P, P"),
    "leaflet-5": Story("A player is called to be partner", 8, "7H, P, P, P, P, *, call 3"),
    "leaflet-6": Story("60 cards, and none left", 6, "7NT, P, P, P, P, P"),
    "uspc-2": Story("A third hand lies dead", 12, "7D, P"),
    "uspc-3": Story("All pass", 1, "P, P, P"),
    "uspc-4": Story("42 cards without a joker", 1, "7NT, P, P, P"),
    "uspc-5": Story("At eight, two players are called", 1, "8S, P, P, P, P, *, call 2 4"),
    "uspc-6": Story("Two sides of three", 3, "7C, P, P, P, P, P"),
}


def play(preset):
    """Return the lines of the preset's story."""
    rules, story = PRESETS[preset], STORIES[preset]
    rng = Lcg(story.seed)
    hand = Hand.from_deal(rules, deal(rules, rng, seats_of(rules)[-1]))
    lines = [f"{rules.name}: {story.title}", "", *deal_lines(hand), ""]
    actions = iter(story.actions.split(", "))
    while hand.phase != "over":
        action = next(actions, "*")
        after = hand.act(random_action(rng, hand) if action == "*" else action)
        lines += action_lines(hand, after)
        hand = after
    return [*lines, "", *result_lines(hand)]


def deal_lines(hand):
    table = hand.table
    yield f"Dealt by {seat_name(hand.dealer)}"
    for seat in table.seats:
        yield f"{seat}: {' '.join(hand.cards(seat))}"
        if table.piles:
            yield f"   on the table: {', '.join('/'.join(pile) for pile in table.piles[seat])}"
    yield f"Kitty: {' '.join(table.kitty) or '-'}"
    if table.dead:
        yield f"Dead: {' '.join(table.dead)}"


def action_lines(hand, after):
    """Yield an action among the legal actions, then the facts that the action changed."""
    legal = hand.legal()
    if len(legal) > 60:
        legal = (
            *(each for each in legal if not each.startswith("bury")),
            f"{count_burials(legal)} ways to bury",
        )
    player = hand.ring[len(hand.trick)] if hand.ring else hand.turn
    yield f"{hand.phase:8} {player}  {after.actions[-1]:14} of {' '.join(legal)}"
    if after.auction.over and not hand.auction.over:
        outcome = f"{after.contract or after.auction.outcome} {after.declarer or ''}"
        yield f"         = {outcome}".rstrip()
    if len(after.tricks) > len(hand.tricks):
        trick = after.tricks[-1]
        yield f"         = trick {len(after.tricks)}: {' '.join(trick.cards)} to {trick.winner}"
    if after.open_hands != hand.open_hands:
        yield f"         = lies open: {' '.join(sorted(after.open_hands))}"
    if after.partners != hand.partners and after.phase == "play" == hand.phase:
        yield f"         = partner: {' '.join(after.partners)}"


def count_burials(legal):
    return sum(each.startswith("bury") for each in legal)


def result_lines(hand):
    result = hand.result
    if result is None:
        yield f"No hand: {hand.auction.outcome}"
        return
    tricks = " ".join(f"{seat}:{count}" for seat, count in result.by_player.items())
    yield f"{result.bid or 'No bid'}: {result.tricks} tricks ({tricks})"
    yield f"Trick by trick: {' '.join(result.order)}"
    points = score(hand.rules, result)
    yield f"Score: declarers {points.declarers:+}, defenders {points.defenders:+}"
    if points.by_player:
        yield "       " + " ".join(f"{seat} {each:+}" for seat, each in points.by_player.items())


def text(preset):
    return "\n".join(play(preset)) + "\n"


def main():
    FOLDER.mkdir(exist_ok=True)
    for preset in PRESETS:
        (FOLDER / f"{preset}.txt").write_text(text(preset), encoding="utf-8")


if __name__ == "__main__":
    main()
