// What the server has not acknowledged, in order: nothing is lost, nothing is sent out of turn.
// A pure machine: it says what to keep, forget and send, and others do it. The effects stand in
// the order in which they must be done: the page may end after any of them.

const LONGEST = 15; // seconds between two attempts

/** @typedef {{state: Outbox, effects: OutboxEffect[]}} Step */

/**
 * The outbox of a page that has just been opened, with what an earlier one kept.
 * @param {Item[]} kept
 * @returns {Outbox}
 */
export function openOutbox(kept) {
  const items = kept.slice().sort((one, other) => one.n - other.n);
  return { items, sending: "", attempt: 0, renewed: false, retryAt: 0, gone: "" };
}

/**
 * What still goes to the server. What was refused stays here, for the people to mend.
 * @param {Outbox} state
 */
export function waiting(state) { return state.items.filter((each) => !each.refused); }

/**
 * Whether one of these acts still goes to the server.
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
    case "tick": return pump({ state, effects: [] }, event.now);
    case "wake": return pump({ state: { ...state, retryAt: 0 }, effects: [] }, event.now);
    case "heard": return { state: { ...state, retryAt: 0 }, effects: [] };
    case "left": return remove({ state, effects: [] }, event.id);
    case "gone": return { state: { ...state, gone: event.words }, effects: [] };
    default: break;
  }
  // An answer that comes after the next attempt, or a second time.
  if (!state.sending || event.attempt !== state.attempt) return { state, effects: [] };
  if (event.type === "unanswered") return fail(state, event.now);
  if (event.type === "renewed") return pump({ state: { ...state, sending: "" }, effects: [] }, event.now);
  if (event.status === 403 && !state.renewed) {
    return { state: { ...state, renewed: true }, effects: [{ type: "renew", attempt: state.attempt }] };
  }
  // The wifi's own page, or an answer to something else.
  if (!event.reply || event.reply.id !== state.sending) return fail(state, event.now);
  return settle(state, event.reply, event.kept, event.now);
}

/**
 * @param {Outbox} state
 * @param {NewItem} item
 * @param {number} now
 */
function put(state, item, now) {
  const last = state.items[state.items.length - 1];
  const whole = { ...item, n: last ? last.n + 1 : 1, at: now, tries: 0 };
  const next = { ...state, items: [...state.items, whole], retryAt: 0 };
  // Another tab may have sent and forgotten what this one undoes; only its answer says the entry.
  const kept = next.items.filter((each) => each === whole || each.id === item.of);
  return pump({ state: next, effects: kept.map((each) => ({ type: "keep", item: each })) }, now);
}

/**
 * Send the first one, unless it is too early or another is under way.
 * @param {Step} step
 * @param {number} now
 * @returns {Step}
 */
function pump(step, now) {
  const { state, effects } = step;
  const item = waiting(state)[0];
  if (!item || state.sending || state.gone || now < state.retryAt) return step;
  // What it was to undo did not come into force.
  if (item.of && !item.data.seen) return pump(remove(step, item.id), now);
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
 * Nobody knows what became of it: it goes again, with the same id.
 * @param {Outbox} state
 * @param {number} now
 * @returns {Step}
 */
function fail(state, now) {
  const item = state.items.find((each) => each.id === state.sending);
  const idle = { ...state, sending: "", renewed: false };
  if (!item) return { state: idle, effects: [] };
  const tries = item.tries + 1;
  const retryAt = now + 1000 * Math.min(LONGEST, Math.pow(2, tries - 1));
  return replace({ state: { ...idle, retryAt }, effects: [] }, { ...item, tries });
}

/**
 * The server has said what became of what was sent. `kept` is all that the storage holds: another
 * tab may have undone a hand that this one has sent.
 * @param {Outbox} state
 * @param {Reply} reply
 * @param {Item[]} kept
 * @param {number} now
 * @returns {Step}
 */
function settle(state, reply, kept, now) {
  const item = state.items.find((each) => each.id === reply.id);
  const good = reply.outcome === "saved" || reply.outcome === "already";
  const refused = reply.outcome === "refused" && item && item.shown;
  const theirs = kept.filter((each) => {
    return good && each.of === reply.id && !state.items.some((mine) => mine.id === each.id);
  });
  /** @type {Step} */
  let step = {
    state: { ...state, sending: "", renewed: false, items: [...state.items, ...theirs] }, effects: []
  };
  step.state.items.forEach((each) => {
    if (!good || each.of !== reply.id) return;
    step = replace(step, { ...each, data: { ...each.data, seen: reply.entry || undefined } });
  });
  // Only now: without it, what undoes it would be forgotten.
  step = refused && item ? replace(step, { ...item, refused: reply.words }) : remove(step, reply.id);
  /** @type {OutboxEffect[]} */
  const effects = [{ type: "settled", id: reply.id, good, now, table: reply.state }];
  if (!good && !refused) effects.unshift({ type: "say", words: reply.words, bad: true });
  else if (reply.outcome === "already" && item && item.shown) {
    effects.unshift({ type: "say", words: reply.words, bad: false });
  }
  return pump({ state: step.state, effects: [...step.effects, ...effects] }, now);
}
