// The hand that is being tapped, the draft of the pad: each key changes it, and what changes is kept.
import { announcedIn, markOf, plain, readPoints } from "./hand.js";

const STEPS = /^(bidder|bid|tricks|totals)$/;
const SIGN = /^[+\-−–]/;

/** @typedef {{state: Pad, effects: PadEffect[]}} Step */

/**
 * @param {Pad} state
 * @param {PadEffect[]} effects
 * @returns {Step}
 */
export function only(state, ...effects) { return { state, effects }; }

/**
 * @param {Step} step
 * @param {(state: Pad) => Step} next
 * @returns {Step}
 */
export function then(step, next) {
  const { state, effects } = next(step.state);
  return { state, effects: [...step.effects, ...effects] };
}

/**
 * @param {Pad} state
 * @param {Partial<Draft>} fields
 * @param {Facts} facts
 */
export function change(state, fields, { table, now }) {
  const begun = state.draft || { round: table.round, hand: now.saved + 1, step: "bidder" };
  const draft = { ...begun, ...fields };
  return only({ ...state, draft }, { type: "store", name: "draft", value: draft });
}

/** @param {Pad} state */
export function forget(state) {
  return only({ ...state, draft: null }, { type: "store", name: "draft", value: null });
}

/**
 * Without what was said and pressed about the hand before.
 * @param {Pad} state
 * @returns {Pad}
 */
export function fresh(state) { return { ...state, messages: [], yes: {}, saved: null, peek: false }; }

/**
 * @param {Pad} state
 * @param {string} words
 */
export function unsay(state, words) {
  return { ...state, messages: state.messages.filter((each) => each.words !== words) };
}

/**
 * @param {Pad} state
 * @param {string} words
 * @param {boolean} bad
 */
export function say(state, words, bad) {
  return { ...state, messages: [...unsay(state, words).messages, { words, bad }] };
}

/** @param {Pad} state */
export function onlyBad(state) { return { ...state, messages: state.messages.filter((each) => each.bad) }; }

/**
 * @param {Pad} state
 * @param {Facts} facts
 */
export function back(state, facts) {
  const { draft } = state;
  if (!draft) return only(state);
  if (draft.step === "tricks" && draft.bid) return change(state, { step: "bid" }, facts);
  if (draft.step === "bidder" || draft.step === "totals") return forget(state);
  return STEPS.test(draft.step) ? change(state, { step: "bidder" }, facts) : reopen(state, facts);
}

/**
 * From the check back to the last step.
 * @param {Pad} state
 * @param {Facts} facts
 */
export function reopen(state, facts) {
  const { draft } = state;
  if (!draft) return only(state);
  const hand = draft.tricks === undefined ? "bidder" : "tricks";
  return change(state, { step: draft.step === "check-total" ? "totals" : hand }, facts);
}

/**
 * A key of the pad: what it says is kept.
 * @param {Pad} state
 * @param {{name: string, value: string, checked: boolean}} key
 * @param {Facts} facts
 */
export function choose(state, { name, value, checked }, facts) {
  /** @type {Partial<Draft>} */
  const fields = { [name]: name === "tricks" ? Number(value) : value };
  if (name === "passed") {
    Object.assign(fields, { passed: checked || undefined });
    fields.bidder = fields.bid = fields.tricks = undefined;
  }
  if (name === "bidder") fields.passed = undefined;
  if (name === "bid" || fields.passed) fields.announced = undefined;
  return change(onlyBad(state), fields, facts);
}

/**
 * @param {Pad} state
 * @param {Facts} facts
 */
export function advance(state, facts) {
  const draft = state.draft || { step: "", passed: false, seen: undefined };
  const step = nextStep(draft, facts.rules);
  return step ? change(state, { step }, facts) : only(state);
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
 * Put the other sign before a total, or take it away.
 * @param {Pad} state
 * @param {string} pair
 * @param {Facts} facts
 */
export function sign(state, pair, facts) {
  const typed = state.draft && state.draft[pair === "ns" ? "ns" : "ew"] || "";
  const other = SIGN.test(typed) ? typed.slice(1) : "−" + typed;
  const step = change(state, { step: "totals", [pair]: other }, facts);
  return only(step.state, ...step.effects, { type: "focus", id: "total-" + pair });
}

/**
 * Read the totals out, or say which one is missing.
 * @param {Pad} state
 * @param {Facts} facts
 */
export function check(state, facts) {
  const { table } = facts;
  const draft = state.draft || { ns: "", ew: "", hands: "" };
  const silent = { ...state, messages: [] };
  const missing = [["ns", draft.ns, table.pairs.NS], ["ew", draft.ew, table.pairs.EW]]
    .find((each) => readPoints(each[1]) === null);
  if (missing) {
    const words = "Type the points of " + missing[2] + " as a number, for example 340.";
    return only(say(silent, words, true), { type: "focus", id: "total-" + missing[0] });
  }
  if (table.limit || Number(draft.hands) > 0) return change(silent, { step: "check-total" }, facts);
  return only(say(silent, "Say how many hands you played.", true), { type: "focus", id: "total-hands" });
}

/**
 * Begin again with a hand as it was.
 * @param {Pad} state
 * @param {ShownHand} hand
 * @param {Partial<Draft>} fields
 * @param {Facts} facts
 */
export function mend(state, hand, fields, facts) {
  /** @type {Partial<Draft>} */
  let was = {};
  if (hand.hand === 0) was = { step: "totals", ns: plain(hand.ns), ew: plain(hand.ew) };
  else if (hand.bid) {
    const { bid, bidder, tricks } = hand;
    was = { step: "tricks", bid, bidder, tricks, announced: announcedIn(hand.text) };
  }
  const number = hand.hand || facts.now.saved + 1;
  const begun = change({ ...fresh(state), draft: null }, { ...was, hand: number, ...fields }, facts);
  return then(begun, (next) => dropOldBid(next, facts));
}

/**
 * A bid that the rules do not know is asked for again; a total, only where one is entered.
 * @param {Pad} state
 * @param {Facts} facts
 */
export function dropOldBid(state, facts) {
  const { draft } = state;
  if (!draft) return only(state);
  if (/totals?$/.test(draft.step) && !facts.rules.takesTotals) return forget(state);
  if (!draft.bid || facts.rules.points[draft.bid + markOf(draft.announced)]) return only(state);
  return change(state, { step: "bid", bid: undefined, announced: undefined }, facts);
}
