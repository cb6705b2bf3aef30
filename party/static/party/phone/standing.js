// How the table stands, with what this phone has yet to send, and the screen that follows from it.

const PLAYING = /^(playing|bell|checking)$/;

/**
 * Whether results of the round are taken.
 * @param {TableState} table
 */
export function isPlaying(table) { return PLAYING.test(table.stage); }

/**
 * @param {TableState} table
 * @param {Item[]} unsent
 * @returns {Standing}
 */
export function standing(table, unsent) {
  /** @type {Standing} */
  const now = {
    hands: table.hands.slice(), ns: table.ns, ew: table.ew, saved: table.saved,
    finished: table.finished
  };
  unsent.filter((each) => each.round === table.round).forEach((item) => { add(now, item); });
  if (table.limit && now.saved >= table.limit) now.finished = true;
  return now;
}

/**
 * @param {Standing} now
 * @param {Item} item
 */
function add(now, item) {
  const hand = item.shown;
  if (item.act === "undo") {
    const last = now.hands.pop();
    if (!last) return;
    count(now, last, -1);
    now.finished = false;
  } else if (item.act === "total" || item.act === "hand" && item.data.text === ".") now.finished = true;
  else if (item.act === "hand" && hand && (!hand.hand || hand.hand > now.saved)) {
    now.hands.push(hand);
    count(now, hand, 1);
  }
}

/**
 * @param {Standing} now
 * @param {ShownHand} hand
 * @param {number} sign
 */
function count(now, hand, sign) {
  now.ns += sign * (hand.ns || 0);
  now.ew += sign * (hand.ew || 0);
  if (hand.hand) now.saved += sign;
}

/**
 * The name of the screen: a step of the pad, "saved", "gone", or "plain", which the server draws.
 * @param {Pick<Page, "table" | "pad" | "plainOf">} page
 * @param {Standing} now
 * @param {string} gone
 */
export function screenName({ table, pad, plainOf }, now, gone) {
  if (gone) return "gone";
  if (!isPlaying(table) || table.capture === "cards") return "plain";
  if (pad.draft) return pad.draft.step;
  if (pad.saved && (!now.finished || plainOf !== table.v || !pad.saved.sentAt)) return "saved";
  if (pad.peek || now.finished || !table.can.hands) return "plain";
  if (pad.begun !== table.round && !now.saved) return "plain";
  return table.capture === "totals" ? "totals" : "bidder";
}
