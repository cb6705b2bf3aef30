// The pad: a hand from "Start" to "Yes, save", and what is pressed about those that are in. A pure
// machine: it says what to keep and what to put into the outbox, and others do it. The effects
// stand in the order in which they must be done: the page may end after any of them.
import {
  advance, back, change, check, choose, dropOldBid, forget, fresh, mend, only, onlyBad, reopen, say,
  sign, unsay
} from "./draft.js";
import { SEATS, shownHand } from "./hand.js";
import { isPlaying } from "./standing.js";

const ENDED = /^(closed|over|finished)$/;
const CHECKED = /^check/;
const KEPT = "The bid is kept on this phone. Play the hand, then press the tricks.";

/** @typedef {{state: Pad, effects: PadEffect[]}} Step */

/**
 * The pad of a page that has just been opened, with what an earlier one kept.
 * @param {Draft | null} draft
 * @param {number} begun
 * @returns {Pad}
 */
export function openPad(draft, begun) {
  return { draft, begun, saved: null, peek: false, messages: [], yes: {} };
}

/**
 * @param {Pad} state
 * @param {PadEvent} event
 * @param {Facts} facts
 * @returns {Step}
 */
export function stepPad(state, event, facts) {
  const { draft } = state;
  switch (event.type) {
    case "start": return start(state, facts);
    case "back": return back(state, facts);
    case "bidder": case "bid": return change(state, { step: event.type }, facts);
    case "change": return reopen(state, facts);
    case "keep": return only(say(state, KEPT, false));
    case "look": return forget({ ...state, peek: true });
    case "drop": return forget(state);
    case "advance": return advance(state, facts);
    case "check": return check(state, facts);
    case "save": return draft && CHECKED.test(draft.step) ? save(state, draft, event.id, facts) : only(state);
    case "last": return last(state, event.id, facts);
    case "undo": return undo(state, event, facts);
    case "mend": return mend(state, event.hand, event.fields, facts);
    case "agree": return agree(state, event, facts);
    case "sign": return sign(state, event.pair, facts);
    case "typed": return change(state, { step: "totals", [event.name]: event.value }, facts);
    case "choose": return choose(state, event, facts);
    case "say": return only(say(state, event.words, event.bad));
    case "ok": return only(unsay(state, event.words));
    case "settled": return only(settle(state, event));
    case "took": return took(state, event.before, facts);
    case "opened": return dropOldDraft(state, facts);
    case "rules": return dropOldBid(state, facts);
  }
}

/**
 * @param {Pad} state
 * @param {Facts} facts
 */
function start(state, { table }) {
  const begun = table.round;
  return only({ ...fresh(state), begun }, { type: "store", name: "begun", value: begun });
}

/**
 * @param {Facts} facts
 * @param {string} id
 * @param {string} act
 * @param {ItemData} data
 * @returns {NewItem}
 */
function itemOf(facts, id, act, data) { return { id, act, round: facts.table.round, data }; }

/**
 * @param {Pad} state
 * @param {NewItem} item
 * @param {ShownHand} shown
 */
function putHand(state, item, shown) {
  const saved = { id: item.id, act: item.act, shown, sentAt: 0 };
  return only({ ...fresh(state), saved }, { type: "put", item: { ...item, shown } });
}

/**
 * The hand goes to the outbox first, and only then is it no draft any more.
 * @param {Pad} state
 * @param {Draft} draft
 * @param {string} id
 * @param {Facts} facts
 */
function save(state, draft, id, facts) {
  const hand = shownHand(draft, facts);
  const item = itemOf(facts, id, ...sentHand(draft, hand, facts.now));
  const { state: saved, effects } = putHand(state, item, hand);
  if (draft.refused) effects.push({ type: "leave", id: draft.refused });
  const done = forget(saved);
  return only(done.state, ...effects, ...done.effects);
}

/**
 * @param {Draft} draft
 * @param {ShownHand} hand
 * @param {Standing} now
 * @returns {[string, ItemData]}
 */
function sentHand(draft, hand, now) {
  const { seen } = draft;
  if (draft.step === "check-total") {
    return ["total", { ns: hand.ns, ew: hand.ew, hands: Number(draft.hands) || null, seen }];
  }
  if (seen) return ["change", { hand: draft.hand, text: hand.text, seen }];
  return ["hand", { hand: Math.min(draft.hand, now.saved + 1), text: hand.text }];
}

/**
 * @param {Pad} state
 * @param {string} id
 * @param {Facts} facts
 */
function last(state, id, facts) {
  const item = itemOf(facts, id, "hand", { hand: facts.now.saved + 1, text: "." });
  const shown = { hand: null, words: "That was our last hand", ns: 0, ew: 0 };
  const put = putHand(state, item, shown);
  const done = forget(put.state);
  return only(done.state, ...put.effects, ...done.effects);
}

/**
 * Take the last hand back. One that was never tried is left out; of one that may be under way it
 * is not known yet which entry it becomes.
 * @param {Pad} state
 * @param {{id: string, unsent: Item | null, sending: string}} event
 * @param {Facts} facts
 */
function undo(state, { id, unsent, sending }, facts) {
  const hand = facts.now.hands[facts.now.hands.length - 1];
  if (!hand) return only(fresh(state));
  const words = "Taken back: " + (hand.hand ? "hand " + hand.hand : hand.words);
  const told = say(fresh(state), words, false);
  if (unsent && unsent.id !== sending && !unsent.tries) return only(told, { type: "leave", id: unsent.id });
  const item = itemOf(facts, id, "undo", unsent ? {} : { seen: hand.entry });
  return only(told, { type: "put", item: { ...item, shown: null, of: unsent ? unsent.id : undefined } });
}

/**
 * @param {Pad} state
 * @param {{pair: string, id: string}} event
 * @param {Facts} facts
 */
function agree(state, { pair, id }, facts) {
  const yes = { ...state.yes, [pair]: !state.yes[pair] };
  if (!yes.NS || !yes.EW) return only({ ...state, yes });
  const data = { seen: seenEntries(facts.table), yes: true };
  return only({ ...state, yes }, { type: "put", item: itemOf(facts, id, "agree", data) });
}

/**
 * The entries on the page: what both pairs agree to.
 * @param {TableState} table
 */
export function seenEntries(table) {
  return table.hands.filter((each) => each.hand !== null).map((each) => each.entry);
}

/**
 * @param {Pad} state
 * @param {{id: string, good: boolean, now: number}} event
 * @returns {Pad}
 */
function settle(state, { id, good, now }) {
  const { saved } = state;
  if (!saved || saved.id !== id) return state;
  return { ...state, saved: good ? { ...saved, sentAt: now } : null };
}

/**
 * The server has said how the table stands.
 * @param {Pad} state
 * @param {TableState} before
 * @param {Facts} facts
 */
function took(state, before, facts) {
  const { table } = facts;
  const other = table.round !== before.round;
  const yes = other || table.agreed !== before.agreed ? {} : state.yes;
  const saved = other || !isPlaying(table) ? null : state.saved;
  return dropOldDraft({ ...state, yes, saved }, facts);
}

/**
 * What was begun in a round that is closed is told to the people, and dropped.
 * @param {Pad} state
 * @param {Facts} facts
 */
function dropOldDraft(state, { table, rules }) {
  const { draft } = state;
  if (!draft || draft.round === table.round && !ENDED.test(table.stage)) return only(state);
  if (!draft.bidder && !draft.ns) return forget(state);
  const name = draft.bid && rules.bidNames[draft.bid];
  const words = "Round " + draft.round + " is closed. What was begun on this phone and not saved: tell the host. " +
    (draft.ns ? "The total: " + draft.ns + " and " + (draft.ew || "nothing yet") :
      "Hand " + draft.hand + ": " + (name ? name + " by " : "bid by ") + SEATS[draft.bidder || ""]);
  return forget(say(onlyBad(state), words, true));
}
