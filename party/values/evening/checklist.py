"""The host's checklist, on one page of paper and on the help page. Each line is short."""

from collections.abc import Iterator
from dataclasses import dataclass

from party.values.evening.parties import PartyPlan
from party.values.evening.words import EQUAL
from party.values.numbers import counted
from party.values.papers import Heading
from party.values.people.money import money
from party.values.rules.evening import card_text
from party.values.scores.tables import count_hands
from party.values.seats.words import DRAW_FROM_HAT, HAND_OUT

TITLE = "The night, step by step"
SURPLUS_PEOPLE = {
    "sit_out": (
        "One or two extra people sit out in turn; with three, a house player completes a table."
    ),
    "house_players": "House players, who are not ranked, fill the last table.",
    "refuse": "The number must be a multiple of four.",
}
TIES = {
    "cut": "A tied table cuts the cards: enter who was high.",
    "extra_hand": "A tied table plays one more hand, which does not count: enter who won it.",
    "last_contract": "At a tied table the last contract’s pair is ahead; otherwise cut the cards.",
    "north_south": "At a tied table North and South are ahead.",
}
ENTRIES = {
    "hands": "Type the slips as they come: 8hn9 is 8 Hearts by North, nine tricks.",
    "totals": "Type both pairs’ points as the slips come.",
    "cards": "Say at each table who was ahead; the points come with the final cards.",
    "untracked": "Type nothing: the points come with the final cards, and seats are not tracked.",
}
WINS = {
    "net_points": "the highest total",
    "wins_only": "the most rounds won",
    "both": "the most rounds won, then the most points",
}
WHEN_WRONG = (
    "Wrong hand? Take it back if it was the table’s last. If not, correct it in its round.",
    "Once the round is closed you are asked why, and shown who would sit elsewhere.",
    "Somebody comes late or leaves early? Mark it under Players before the next round.",
    "Wrong draw? Undo it before the first hand is entered.",
    "The Log keeps everything, with “Take back” where that is safe.",
    "The laptop stops? Start Head Table again. Everything saved is still there.",
)


@dataclass(frozen=True, kw_only=True)
class ChecklistPart:
    title: str
    lines: tuple[str, ...]
    are_steps: bool = True


@dataclass(frozen=True, kw_only=True)
class Checklist:
    heading: Heading
    title: str
    parts: tuple[ChecklistPart, ...]


def checklist(plan: PartyPlan | None = None, heading: Heading | None = None) -> Checklist:
    return Checklist(
        heading=heading or Heading(party="Head Table"),
        title=TITLE,
        parts=(
            ChecklistPart(title="Before the doors open", lines=tuple(_lines_before(plan))),
            ChecklistPart(title="At the door, and the draw", lines=tuple(_lines_at_door(plan))),
            ChecklistPart(title="Each round", lines=tuple(_lines_of_round(plan))),
            ChecklistPart(title="When something is wrong", lines=WHEN_WRONG, are_steps=False),
            ChecklistPart(title="At the end", lines=tuple(_lines_at_end(plan))),
        ),
    )


def _is_blind(plan: PartyPlan | None) -> bool:
    return plan is not None and plan.is_blind


def _lines_before(plan: PartyPlan | None) -> Iterator[str]:
    if plan is None:
        yield "Make the party: rules, rounds, hands in a round, fee, how people move on."
    else:
        yield f"{plan.rules.name}: {_rounds_text(plan)}. {card_text(plan.format)}"
    if _is_blind(plan):
        yield "Make a number for each person who may come, and print the seat cards."
    else:
        yield "Type or paste the names you expect."
    yield "Choose the prizes. Let helpers in under Set-up."
    yield "Print the test page, the rules, the tents. Check the names marked on the print page."


def _rounds_text(plan: PartyPlan) -> str:
    if plan.rounds:
        return counted(plan.rounds, "round")
    return (
        "as many rounds as tables" if plan.format.rounds == "tables" else "rounds until you stop"
    )


def _lines_at_door(plan: PartyPlan | None) -> Iterator[str]:
    fee = f" and take {money(plan.fee, plan.currency)}" if plan and plan.fee else ""
    if _is_blind(plan):
        yield f"Let everybody draw a card{fee}; type names against numbers when there is time."
        yield DRAW_FROM_HAT if plan and plan.cards == "hat" else HAND_OUT
    else:
        yield f"Let people in{fee}: only people who are here get a seat."
    yield SURPLUS_PEOPLE[plan.format.non_multiple_of_4 if plan else "sit_out"]
    cards = "" if _is_blind(plan) else "the seat cards, "
    slips = "" if plan and plan.on_cards else ", the table slips"
    yield f"Draw the seats. Print {cards}the find-my-seat list{slips}."
    yield "Hand them out, say how the evening goes, start round 1."


def _lines_of_round(plan: PartyPlan | None) -> Iterator[str]:
    yield "Print “Without the laptop”, so that you can finish by hand."
    yield ENTRIES[plan.capture if plan else "hands"]
    yield "Two desks can type at once. If they differ, you are asked which is right."
    if plan and plan.format.hands_at(2) is None:
        hands = count_hands(plan.format.hands_per_round)
        yield f"Table 1 rings after {hands}; the others finish the hand they are on."
    else:
        yield "Ring the bell; don’t wait for slips. Tables finish the hand they are on."
    yield "Check the round: the page lists missing, tied and unusual tables."
    tracks_seats = plan is None or plan.tracks_seats
    if tracks_seats and (plan is None or plan.format.movement.is_by_result):
        yield TIES[plan.format.tie_at_table if plan else "cut"]
    if tracks_seats:
        yield "Close it, seat the next round, read the moves aloud, print the new slips, start."
    else:
        yield "Close it, read aloud who moves; everybody notes table and seat. Start the next."


def _lines_at_end(plan: PartyPlan | None) -> Iterator[str]:
    last = f"After round {plan.rounds}" if plan and plan.rounds else "After the last round"
    yield f"{last} finish the party. You can reopen it."
    equal = EQUAL[plan.format.count_back] if plan else "equal totals as the plan says"
    wins = WINS[plan.format.round_credit if plan else "net_points"]
    yield f"Print the standings: {wins} wins, {equal}."
    yield "Prizes: settle the ties, draw the door prize, then confirm."
    yield "Print the prize sheet and certificates. A later correction shows what would change."
    if plan is None or plan.fee:
        yield "Count the money, print the treasurer’s sheet, sign it."
    yield "Download a backup to a stick, then stop Head Table."
