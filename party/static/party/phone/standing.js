// The standing of a table including unsent hands, and the screen that follows from it.

const PLAYING = /^(playing|bell|checking)$/;

/** @param {TableState} table */
export function isPlaying(table) { return PLAYING.test(table.stage); }

/**
 * @param {TableState} table
 * @param {Item[]} unsent
 * @returns {Standing}
 */
export function standingOf(table, unsent) {
  /** @type {Standing} */
  const standing = {
    hands: table.hands.slice(), ns: table.ns, ew: table.ew, saved: table.saved,
    finished: table.finished
  };
  unsent.filter((each) => each.round === table.round).forEach((item) => { addItem(standing, item); });
  if (table.limit && standing.saved >= table.limit) standing.finished = true;
  return standing;
}

/**
 * @param {Standing} standing
 * @param {Item} item
 */
function addItem(standing, item) {
  const hand = item.shown;
  if (item.act === "undo") {
    const last = standing.hands.pop();
    if (!last) return;
    addPoints(standing, last, -1);
    standing.finished = false;
  } else if (item.act === "total" || item.act === "hand" && item.data.text === ".") standing.finished = true;
  else if (item.act === "hand" && hand && (!hand.hand || hand.hand > standing.saved)) {
    standing.hands.push(hand);
    addPoints(standing, hand, 1);
  }
}

/**
 * @param {Standing} standing
 * @param {ShownHand} hand
 * @param {number} sign
 */
function addPoints(standing, hand, sign) {
  standing.ns += sign * (hand.ns || 0);
  standing.ew += sign * (hand.ew || 0);
  if (hand.hand) standing.saved += sign;
}

/**
 * The name of the screen: a step of the pad, "saved", "gone", or "plain", which the server draws.
 * @param {Pick<Page, "table" | "pad" | "plainVersion">} page
 * @param {Standing} standing
 * @param {string} gone
 */
export function screenName({ table, pad, plainVersion }, standing, gone) {
  if (gone) return "gone";
  if (!isPlaying(table) || table.capture === "cards") return "plain";
  if (pad.settling !== null && table.hands.some((each) => each.hand === pad.settling && each.versions.length)) {
    return "settle";
  }
  if (pad.draft) return pad.draft.step;
  if (pad.saved && standing.finished && (plainVersion !== table.v || !pad.saved.sentAt)) return "saved";
  if (pad.peek || standing.finished || !table.can.hands) return "plain";
  if (pad.begun !== table.round && !standing.saved) return "plain";
  return table.capture === "totals" ? "totals" : "bidder";
}
