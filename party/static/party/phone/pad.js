// The pad: a hand from "Start" to "Yes, save", and the buttons about saved hands. A pure state
// machine: page.js carries out its effects. Their order matters, because the page may be closed
// after any of them.
import {
  addMessage, changeDraft, checkTotals, clearFeedback, dropDraft, dropUnknownBid, editHand, goBack,
  keepFailures, makeStep, nextScreen, pressKey, removeMessage, reopenDraft, toggleSign
} from "./draft.js";
import { SEATS, shownHand, unusualWords } from "./hand.js";
import { isPlaying } from "./standing.js";

const ENDED = /^(closed|over|finished)$/;
const CHECKED = /^check/;
const KEPT = "The bid is kept on this phone. Play the hand, then press the tricks.";
const SHOWN = "Keep this page open. Play the hand, then press the tricks.";

/** @typedef {{state: Pad, effects: PadEffect[]}} Step */

/**
 * The pad of a new page, with the draft that an earlier page stored.
 * @param {Draft | null} draft
 * @param {number} begun
 * @param {number} read
 * @returns {Pad}
 */
export function openPad(draft, begun, read = 0) {
  return { draft, begun, read, saved: null, peek: false, messages: [], settling: null, votes: {}, yes: {} };
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
    case "back": return goBack(state, facts);
    case "bidder": case "bid": return changeDraft(state, { step: event.type }, facts);
    case "change": return reopenDraft(state, facts);
    case "keep": return makeStep(addMessage(state, facts.keeps ? KEPT : SHOWN, false));
    case "look": return dropDraft({ ...state, peek: true });
    case "drop": return dropDraft(state);
    case "advance": return nextScreen(state, facts);
    case "check": return checkTotals(state, facts);
    case "save": return draft && CHECKED.test(draft.step) ? save(state, draft, event.id, facts) : makeStep(state);
    case "last": return last(state, event.id, facts);
    case "undo": return undo(state, event, facts);
    case "mend": return editHand(state, event.hand, event.fields, facts);
    case "agree": return agree(state, event, facts);
    case "sign": return toggleSign(state, event.pair, facts);
    case "typed": return changeDraft(state, { step: "totals", [event.name]: event.value }, facts);
    case "choose": return pressKey(state, event, facts);
    case "say": return makeStep(addMessage(state, event.words, event.bad));
    case "ok": return makeStep(removeMessage(state, event.words));
    case "settle": return makeStep({ ...state, settling: event.hand, votes: {} });
    case "vote": return vote(state, event, facts);
    case "read": return makeStep({ ...state, read: event.id }, { type: "store", name: "read", value: event.id });
    case "settled": return makeStep(markSaved(state, event));
    case "table": return applyTable(state, event.before, facts);
    case "opened": return dropOldDraft(state, facts);
    case "rules": return dropUnknownBid(state, facts);
  }
}

/**
 * @param {Pad} state
 * @param {Facts} facts
 */
function start(state, { table }) {
  const begun = table.round;
  return makeStep({ ...clearFeedback(state), begun }, { type: "store", name: "begun", value: begun });
}

/**
 * @param {Facts} facts
 * @param {string} id
 * @param {string} act
 * @param {ItemData} data
 * @returns {NewItem}
 */
function makeItem(facts, id, act, data) { return { id, act, round: facts.table.round, data }; }

/**
 * @param {Pad} state
 * @param {NewItem} item
 * @param {ShownHand} shown
 */
function putHand(state, item, shown) {
  const saved = { id: item.id, act: item.act, shown, sentAt: 0 };
  return makeStep({ ...clearFeedback(state), saved }, { type: "put", item: { ...item, shown } });
}

/**
 * The hand goes to the outbox before the draft is dropped, so that it is stored at any moment.
 * @param {Pad} state
 * @param {Draft} draft
 * @param {string} id
 * @param {Facts} facts
 */
function save(state, draft, id, facts) {
  const hand = shownHand(draft, facts);
  const [act, contents] = itemContents(draft, hand, facts.standing);
  const isUnusual = Boolean(unusualWords(draft, facts.rules));
  const item = makeItem(facts, id, act, isUnusual ? { ...contents, sure: true } : contents);
  const { state: next, effects } = putHand(state, item, hand);
  if (draft.refused) effects.push({ type: "leave", id: draft.refused });
  const done = dropDraft(next);
  return makeStep(done.state, ...effects, ...done.effects);
}

/**
 * @param {Draft} draft
 * @param {ShownHand} hand
 * @param {Standing} standing
 * @returns {[string, ItemData]}
 */
function itemContents(draft, hand, standing) {
  const { seen } = draft;
  if (draft.step === "check-total") {
    return ["total", { ns: hand.ns, ew: hand.ew, hands: Number(draft.hands) || null, seen }];
  }
  if (seen) return ["change", { hand: draft.hand, text: hand.text, seen }];
  return ["hand", { hand: Math.min(draft.hand, standing.saved + 1), text: hand.text }];
}

/**
 * @param {Pad} state
 * @param {string} id
 * @param {Facts} facts
 */
function last(state, id, facts) {
  const item = makeItem(facts, id, "hand", { hand: facts.standing.saved + 1, text: "." });
  const shown = { hand: null, words: "That was our last hand", ns: 0, ew: 0 };
  const put = putHand(state, item, shown);
  const done = dropDraft(put.state);
  return makeStep(done.state, ...put.effects, ...done.effects);
}

/**
 * Undo the last hand. A hand that was never sent is dropped. If it may be under way, its entry is
 * not known yet, so the undo names the item instead.
 * @param {Pad} state
 * @param {{id: string, unsent: Item | null, sending: string}} event
 * @param {Facts} facts
 */
function undo(state, { id, unsent, sending }, facts) {
  const hand = facts.standing.hands[facts.standing.hands.length - 1];
  if (!hand) return makeStep(clearFeedback(state));
  const words = "Taken back: " + (hand.hand ? "hand " + hand.hand : hand.words);
  const next = addMessage(clearFeedback(state), words, false);
  if (unsent && unsent.id !== sending && !unsent.tries) return makeStep(next, { type: "leave", id: unsent.id });
  const item = makeItem(facts, id, "undo", unsent ? {} : { seen: hand.entry });
  return makeStep(next, { type: "put", item: { ...item, shown: null, of: unsent ? unsent.id : undefined } });
}

/**
 * @param {Pad} state
 * @param {{pair: string, id: string}} event
 * @param {Facts} facts
 */
function agree(state, { pair, id }, facts) {
  const yes = { ...state.yes, [pair]: !state.yes[pair] };
  if (!yes.NS || !yes.EW) return makeStep({ ...state, yes });
  const data = { seen: seenEntries(facts.table), yes: true };
  return makeStep({ ...state, yes }, { type: "put", item: makeItem(facts, id, "agree", data) });
}

/**
 * Each pair presses the result that it calls right; both the same one settle the hand.
 * @param {Pad} state
 * @param {{pair: string, entry: number, id: string}} event
 * @param {Facts} facts
 */
function vote(state, { pair, entry, id }, facts) {
  const votes = { ...state.votes, [pair]: entry };
  const hand = facts.table.hands.find((each) => each.hand === state.settling);
  if (!hand || votes.NS !== votes.EW) return makeStep({ ...state, votes });
  const others = hand.versions.map((each) => each.entry).filter((each) => each !== entry);
  const item = makeItem(facts, id, "settle", { hand: hand.hand || undefined, seen: [entry, ...others] });
  return makeStep({ ...state, settling: null, votes: {} }, { type: "put", item });
}

/** @param {TableState} table */
export function seenEntries(table) {
  return table.hands.filter((each) => each.hand !== null).map((each) => each.entry);
}

/**
 * @param {Pad} state
 * @param {{id: string, isSaved: boolean, now: number}} event
 * @returns {Pad}
 */
function markSaved(state, { id, isSaved, now }) {
  const { saved } = state;
  if (!saved || saved.id !== id) return state;
  return { ...state, saved: isSaved ? { ...saved, sentAt: now } : null };
}

/**
 * @param {Pad} state
 * @param {TableState} before
 * @param {Facts} facts
 */
function applyTable(state, before, facts) {
  const { table } = facts;
  const isNewRound = table.round !== before.round;
  const yes = isNewRound || table.agreed !== before.agreed ? {} : state.yes;
  const saved = isNewRound || !isPlaying(table) ? null : state.saved;
  return dropOldDraft({ ...state, yes, saved }, facts);
}

/**
 * Show the draft of a closed round as a message for the host, and drop it.
 * @param {Pad} state
 * @param {Facts} facts
 */
function dropOldDraft(state, { table, rules }) {
  const { draft } = state;
  if (!draft || table.stage === "off" || draft.round === table.round && !ENDED.test(table.stage)) return makeStep(state);
  if (!draft.bidder && !draft.ns) return dropDraft(state);
  const name = draft.bid && rules.bidNames[draft.bid];
  const words = "Round " + draft.round + " is closed. What was begun on this phone and not saved: tell the host. " +
    (draft.ns ? "The total: " + draft.ns + " and " + (draft.ew || "nothing yet") :
      "Hand " + draft.hand + ": " + (name ? name + " by " : "bid by ") + SEATS[draft.bidder || ""]);
  return dropDraft(addMessage(keepFailures(state), words, true));
}
