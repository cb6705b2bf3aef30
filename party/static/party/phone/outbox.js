// The items that the server has not acknowledged, sent one by one in order. A pure state machine:
// page.js carries out its effects. Their order matters, because the page may be closed after any of
// them.

const LONGEST = 15; // seconds between two attempts

/** @typedef {{state: Outbox, effects: OutboxEffect[]}} Step */

/**
 * The outbox of a new page, with the items that an earlier page stored.
 * @param {Item[]} stored
 * @returns {Outbox}
 */
export function openOutbox(stored) {
  const items = stored.slice().sort((first, second) => first.n - second.n);
  return { items, sending: "", attempt: 0, retryAt: 0, gone: "" };
}

/**
 * The items still to be sent. Refused items stay in the outbox for the players to correct.
 * @param {Outbox} state
 */
export function waiting(state) { return state.items.filter((each) => !each.refused); }

/**
 * @param {Outbox} state
 * @param {RegExp} acts
 */
export function isWaiting(state, acts) { return waiting(state).some((each) => acts.test(each.act)); }

/**
 * @param {Outbox} state
 * @param {OutboxEvent} event
 * @returns {Step}
 */
export function stepOutbox(state, event) {
  switch (event.type) {
    case "put": return put(state, event.item, event.now);
    case "tick": return sendNext({ state, effects: [] }, event.now);
    case "wake": return sendNext({ state: { ...state, retryAt: 0 }, effects: [] }, event.now);
    case "online": return { state: { ...state, retryAt: 0, gone: "" }, effects: [] };
    case "discard": return remove({ state, effects: [] }, event.id);
    case "gone": return { state: { ...state, gone: event.words }, effects: [] };
    default: break;
  }
  // The answer is late, or came before.
  if (!state.sending || event.attempt !== state.attempt) return { state, effects: [] };
  if (event.type === "unanswered") return fail(state, event.now);
  // The answer is a page of the wifi, or belongs to another item.
  if (!event.reply || event.reply.id !== state.sending) return fail(state, event.now);
  return applyReply(state, event.reply, event.stored, event.now);
}

/**
 * @param {Outbox} state
 * @param {NewItem} item
 * @param {number} now
 */
function put(state, item, now) {
  const last = state.items[state.items.length - 1];
  const added = { ...item, n: last ? last.n + 1 : 1, at: now, tries: 0 };
  const next = { ...state, items: [...state.items, added], retryAt: 0 };
  // Store the undone item again: another tab may have sent and forgotten it, and the undo needs
  // the entry from its answer.
  const stored = next.items.filter((each) => each === added || each.id === item.of);
  return sendNext({ state: next, effects: stored.map((each) => ({ type: "keep", item: each })) }, now);
}

/**
 * Send the first item, unless it is too early or another is under way.
 * @param {Step} step
 * @param {number} now
 * @returns {Step}
 */
function sendNext(step, now) {
  const { state, effects } = step;
  const item = waiting(state)[0];
  if (!item || state.sending || state.gone || now < state.retryAt) return step;
  // The hand to undo was never stored.
  if (item.of && !item.data.seen) return sendNext(remove(step, item.id), now);
  const attempt = state.attempt + 1;
  return {
    state: { ...state, sending: item.id, attempt },
    effects: [...effects, { type: "send", item, attempt }]
  };
}

/**
 * @param {Step} step
 * @param {string} id
 * @returns {Step}
 */
function remove({ state, effects }, id) {
  const items = state.items.filter((each) => each.id !== id);
  return { state: { ...state, items }, effects: [...effects, { type: "forget", id }] };
}

/**
 * @param {Step} step
 * @param {Item} item
 * @returns {Step}
 */
function replace({ state, effects }, item) {
  const items = state.items.map((each) => each.id === item.id ? item : each);
  return { state: { ...state, items }, effects: [...effects, { type: "keep", item }] };
}

/**
 * The server may or may not have the item: send it again with the same id.
 * @param {Outbox} state
 * @param {number} now
 * @returns {Step}
 */
function fail(state, now) {
  const item = state.items.find((each) => each.id === state.sending);
  const idle = { ...state, sending: "" };
  if (!item) return { state: idle, effects: [] };
  const tries = item.tries + 1;
  const retryAt = now + 1000 * Math.min(LONGEST, Math.pow(2, tries - 1));
  return replace({ state: { ...idle, retryAt }, effects: [] }, { ...item, tries });
}

/**
 * Apply the server's answer. `stored` is everything in the storage: another tab may have undone a
 * hand that this one sent.
 * @param {Outbox} state
 * @param {Reply} reply
 * @param {Item[]} stored
 * @param {number} now
 * @returns {Step}
 */
function applyReply(state, reply, stored, now) {
  const item = state.items.find((each) => each.id === reply.id);
  const isSaved = reply.outcome === "saved" || reply.outcome === "already";
  const refused = reply.outcome === "refused" && item && item.shown;
  const undos = stored.filter((each) => {
    return isSaved && each.of === reply.id && !state.items.some((own) => own.id === each.id);
  });
  /** @type {Step} */
  let step = {
    state: { ...state, sending: "", items: [...state.items, ...undos] }, effects: []
  };
  step.state.items.forEach((each) => {
    if (!isSaved || each.of !== reply.id) return;
    step = replace(step, { ...each, data: { ...each.data, seen: reply.entry || undefined } });
  });
  // After the loop above: an undo without an entry would be dropped.
  step = refused && item ? replace(step, { ...item, refused: reply.words }) : remove(step, reply.id);
  /** @type {OutboxEffect[]} */
  const effects = [{ type: "settled", id: reply.id, isSaved, now, table: reply.state }];
  if (!isSaved && !refused) effects.unshift({ type: "say", words: reply.words, bad: true });
  else if (reply.outcome === "already" && item && item.shown) {
    effects.unshift({ type: "say", words: reply.words, bad: false });
  }
  return sendNext({ state: step.state, effects: [...step.effects, ...effects] }, now);
}
