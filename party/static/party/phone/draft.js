// The pad's draft, a hand that is being tapped. Every change of it is stored.
import { announcementOf, markOf, minusSigned, readPoints } from "./hand.js";

const STEPS = /^(bidder|bid|tricks|totals)$/;
const SIGN = /^[+\-−–]/;

/** @typedef {{state: Pad, effects: PadEffect[]}} Step */

/**
 * @param {Pad} state
 * @param {PadEffect[]} effects
 * @returns {Step}
 */
export function makeStep(state, ...effects) { return { state, effects }; }

/**
 * @param {Step} step
 * @param {(state: Pad) => Step} next
 * @returns {Step}
 */
export function chain(step, next) {
  const { state, effects } = next(step.state);
  return { state, effects: [...step.effects, ...effects] };
}

/**
 * @param {Pad} state
 * @param {Partial<Draft>} fields
 * @param {Facts} facts
 */
export function changeDraft(state, fields, { table, standing }) {
  const begun = state.draft || { round: table.round, hand: standing.saved + 1, step: "bidder" };
  const draft = { ...begun, ...fields };
  return makeStep({ ...state, draft }, { type: "store", name: "draft", value: draft });
}

/** @param {Pad} state */
export function dropDraft(state) {
  return makeStep({ ...state, draft: null }, { type: "store", name: "draft", value: null });
}

/**
 * Drop messages and answers about the previous hand.
 * @param {Pad} state
 * @returns {Pad}
 */
export function clearFeedback(state) { return { ...state, messages: [], yes: {}, saved: null, peek: false }; }

/**
 * @param {Pad} state
 * @param {string} words
 */
export function removeMessage(state, words) {
  return { ...state, messages: state.messages.filter((each) => each.words !== words) };
}

/**
 * @param {Pad} state
 * @param {string} words
 * @param {boolean} bad
 */
export function addMessage(state, words, bad) {
  return { ...state, messages: [...removeMessage(state, words).messages, { words, bad }] };
}

/** @param {Pad} state */
export function keepFailures(state) { return { ...state, messages: state.messages.filter((each) => each.bad) }; }

/**
 * @param {Pad} state
 * @param {Facts} facts
 */
export function goBack(state, facts) {
  const { draft } = state;
  if (!draft) return makeStep(state);
  if (draft.step === "tricks" && draft.bid) return changeDraft(state, { step: "bid" }, facts);
  if (draft.step === "bidder" || draft.step === "totals") return dropDraft(state);
  return STEPS.test(draft.step) ? changeDraft(state, { step: "bidder" }, facts) : reopenDraft(state, facts);
}

/**
 * Go back from the check to the last step.
 * @param {Pad} state
 * @param {Facts} facts
 */
export function reopenDraft(state, facts) {
  const { draft } = state;
  if (!draft) return makeStep(state);
  const hand = draft.tricks === undefined ? "bidder" : "tricks";
  return changeDraft(state, { step: draft.step === "check-total" ? "totals" : hand }, facts);
}

/**
 * @param {Pad} state
 * @param {{name: string, value: string, checked: boolean}} key
 * @param {Facts} facts
 */
export function pressKey(state, { name, value, checked }, facts) {
  /** @type {Partial<Draft>} */
  const fields = { [name]: name === "tricks" ? Number(value) : value };
  if (name === "passed") {
    Object.assign(fields, { passed: checked || undefined });
    fields.bidder = fields.bid = fields.tricks = undefined;
  }
  if (name === "bidder") fields.passed = undefined;
  if (name === "bid" || fields.passed) fields.announced = undefined;
  return changeDraft(keepFailures(state), fields, facts);
}

/**
 * @param {Pad} state
 * @param {Facts} facts
 */
export function nextScreen(state, facts) {
  const draft = state.draft || { step: "", passed: false, seen: undefined };
  const step = nextStep(draft, facts.rules);
  return step ? changeDraft(state, { step }, facts) : makeStep(state);
}

/**
 * @param {Partial<Draft>} draft
 * @param {Rules} rules
 */
function nextStep(draft, rules) {
  if (draft.step === "bidder" && draft.passed) return rules.passed ? "tricks" : "check";
  if (draft.step === "bidder" && draft.bidder) return draft.seen && draft.bid ? "tricks" : "bid";
  if (draft.step === "bid" && draft.bid) return "tricks";
  return draft.step === "tricks" && draft.tricks !== undefined ? "check" : "";
}

/**
 * Put a minus sign before a total, or remove the sign.
 * @param {Pad} state
 * @param {string} pair
 * @param {Facts} facts
 */
export function toggleSign(state, pair, facts) {
  const typed = state.draft && state.draft[pair === "ns" ? "ns" : "ew"] || "";
  const flipped = SIGN.test(typed) ? typed.slice(1) : "−" + typed;
  const step = changeDraft(state, { step: "totals", [pair]: flipped }, facts);
  return makeStep(step.state, ...step.effects, { type: "focus", id: "total-" + pair });
}

/**
 * Show the totals to be read out, or say which one is missing.
 * @param {Pad} state
 * @param {Facts} facts
 */
export function checkTotals(state, facts) {
  const { table } = facts;
  const draft = state.draft || { ns: "", ew: "", hands: "" };
  const cleared = { ...state, messages: [] };
  const missing = [["ns", draft.ns, table.pairs.NS], ["ew", draft.ew, table.pairs.EW]]
    .find((each) => readPoints(each[1]) === null);
  if (missing) {
    const words = "Type the points of " + missing[2] + " as a number, for example 340.";
    return makeStep(addMessage(cleared, words, true), { type: "focus", id: "total-" + missing[0] });
  }
  if (table.limit || Number(draft.hands) > 0) return changeDraft(cleared, { step: "check-total" }, facts);
  return makeStep(addMessage(cleared, "Say how many hands you played.", true), { type: "focus", id: "total-hands" });
}

/**
 * Start a draft from a hand that was sent or refused.
 * @param {Pad} state
 * @param {ShownHand} hand
 * @param {Partial<Draft>} fields
 * @param {Facts} facts
 */
export function editHand(state, hand, fields, facts) {
  /** @type {Partial<Draft>} */
  let base = {};
  if (hand.hand === 0) base = { step: "totals", ns: minusSigned(hand.ns), ew: minusSigned(hand.ew) };
  else if (hand.bid) {
    const { bid, bidder, tricks } = hand;
    base = { step: "tricks", bid, bidder, tricks, announced: announcementOf(hand.text) };
  }
  const number = hand.hand || facts.standing.saved + 1;
  const step = changeDraft({ ...clearFeedback(state), draft: null }, { ...base, hand: number, ...fields }, facts);
  return chain(step, (next) => dropUnknownBid(next, facts));
}

/**
 * Ask again for a bid that the rules do not have; drop a total if the page takes none.
 * @param {Pad} state
 * @param {Facts} facts
 */
export function dropUnknownBid(state, facts) {
  const { draft } = state;
  if (!draft) return makeStep(state);
  if (/totals?$/.test(draft.step) && !facts.rules.takesTotals) return dropDraft(state);
  if (!draft.bid || facts.rules.points[draft.bid + markOf(draft.announced)]) return makeStep(state);
  return changeDraft(state, { step: "bid", bid: undefined, announced: undefined }, facts);
}
