// The pictures that the server has not answered for, sent one by one in order. A pure state machine:
// photographs.js carries out its effects. The pictures themselves are in its storage.

const LONGEST = 15; // seconds between two attempts
const BUSY = 2; // seconds until the server may have read what others sent

/** @typedef {{state: PictureQueue, effects: PictureEffect[]}} PictureStep */

/** @returns {PictureQueue} */
export function openQueue() {
  return { items: [], done: 0, sending: "", attempt: 0, tries: 0, retryAt: 0, stopped: "", said: [] };
}

/**
 * The pictures still to be sent. A refused one stays until somebody drops it.
 * @param {PictureQueue} state
 */
export function unsent(state) { return state.items.filter((each) => !each.refused); }

/**
 * How far the sending is, in words; "" before the first picture.
 * @param {PictureQueue} state
 */
export function progress(state) {
  const left = unsent(state).length;
  const total = state.done + left;
  if (state.stopped && left) return state.stopped;
  if (!total) return "";
  if (!left) return total === 1 ? "The picture is sent and read." : `All ${total} pictures are sent and read.`;
  const words = `${state.done} of ${total} ${total === 1 ? "picture" : "pictures"} sent and read`;
  return state.tries ? `${words}. No answer: trying again.` : `${words} …`;
}

/**
 * @param {PictureQueue} state
 * @param {PictureEvent} event
 * @returns {PictureStep}
 */
export function stepQueue(state, event) {
  switch (event.type) {
    case "chosen": return sendNext({ state: add(state, event.pictures), effects: [] }, event.now);
    case "tick": return sendNext({ state, effects: [] }, event.now);
    case "wake": return sendNext({ state: { ...state, retryAt: 0, stopped: "" }, effects: [] }, event.now);
    case "dropped": return remove(state, event.id);
    default: break;
  }
  if (!state.sending || event.attempt !== state.attempt) return { state, effects: [] };
  switch (event.type) {
    case "stopped": return { state: { ...state, sending: "", stopped: event.words }, effects: [] };
    case "answered": return event.answer ? apply(state, event.answer, event.now) : fail(state, event.now);
    default: return fail(state, event.now);
  }
}

/**
 * @param {PictureQueue} state
 * @param {KeptPicture[]} pictures
 */
function add(state, pictures) {
  const ids = new Set(state.items.map((each) => each.id));
  const again = new Set(pictures.map((each) => each.id));
  // A refused picture that is chosen again is sent again.
  const items = state.items.map((each) => each.refused && again.has(each.id) ? { ...each, refused: "" } : each);
  const added = pictures.filter((each) => !ids.has(each.id) && ids.add(each.id));
  const isNewStart = !unsent(state).length && added.length;
  return {
    ...state, items: [...items, ...added], retryAt: 0,
    done: isNewStart ? 0 : state.done, said: isNewStart ? [] : state.said
  };
}

/**
 * @param {PictureStep} step
 * @param {number} now
 * @returns {PictureStep}
 */
function sendNext({ state, effects }, now) {
  const [item] = unsent(state);
  if (!item || state.sending || state.stopped || now < state.retryAt) return { state, effects };
  const attempt = state.attempt + 1;
  return {
    state: { ...state, sending: item.id, attempt },
    effects: [...effects, { type: "send", id: item.id, attempt }]
  };
}

/**
 * @param {PictureQueue} state
 * @param {string} id
 * @returns {PictureStep}
 */
function remove(state, id) {
  const items = state.items.filter((each) => each.id !== id);
  return { state: { ...state, items }, effects: [{ type: "forget", id }] };
}

/**
 * The server may or may not have stored the picture: sent again, it is stored once.
 * @param {PictureQueue} state
 * @param {number} now
 * @returns {PictureStep}
 */
function fail(state, now) {
  const retryAt = now + 1000 * Math.min(LONGEST, Math.pow(2, state.tries));
  return { state: { ...state, sending: "", tries: state.tries + 1, retryAt }, effects: [] };
}

/**
 * @param {PictureQueue} state
 * @param {PictureAnswer} answer
 * @param {number} now
 * @returns {PictureStep}
 */
function apply(state, answer, now) {
  const idle = { ...state, sending: "", tries: 0 };
  if (answer.outcome === "busy") return { state: { ...idle, retryAt: now + 1000 * BUSY }, effects: [] };
  if (answer.outcome === "refused") {
    const items = state.items.map((each) => each.id === state.sending ? { ...each, refused: answer.words } : each);
    return sendNext({ state: { ...idle, items }, effects: [] }, now);
  }
  const removed = remove({ ...idle, done: state.done + 1, said: [...state.said, answer] }, state.sending);
  return sendNext({ ...removed, effects: [...removed.effects, { type: "stored" }] }, now);
}
