import assert from "node:assert/strict";
import test from "node:test";

import { openPad } from "../../party/static/party/phone/pad.js";
import { isPlaying, screenName, standing } from "../../party/static/party/phone/standing.js";
import { inForce, table } from "./table.js";

const unsent = (act, hand, more = {}) => ({ act, round: 1, data: {}, shown: hand, ...more });
const ONE_IN = { hands: [inForce(1)], ns: 300, ew: 10, saved: 1 };

test("what is unsent counts as if it were in", () => {
  const now = standing(table(ONE_IN), [unsent("hand", inForce(2, { ns: -300, ew: 40 }))]);
  assert.deepEqual([now.ns, now.ew, now.saved, now.hands.length, now.finished], [0, 50, 2, 2, false]);
});

test("what is in already, or of another round, does not count twice", () => {
  const items = [unsent("hand", inForce(1)), unsent("hand", inForce(2), { round: 2 }), unsent("change", inForce(1))];
  const now = standing(table(ONE_IN), items);
  assert.deepEqual([now.ns, now.saved], [300, 1]);
});

test("a hand dealt again is shown and counts nothing", () => {
  const now = standing(table(ONE_IN), [unsent("hand", inForce(1, { hand: null, ns: 0, ew: 0 }))]);
  assert.deepEqual([now.saved, now.hands.length], [1, 2]);
});

test("undoing takes the last one off, and opens the round again", () => {
  const undone = standing(table({ ...ONE_IN, finished: true }), [unsent("undo", null)]);
  assert.deepEqual([undone.ns, undone.ew, undone.saved, undone.finished], [0, 0, 0, false]);
  assert.equal(standing(table(), [unsent("undo", null)]).saved, 0);
});

test("the last hand, a total, and the limit finish the round", () => {
  const ended = unsent("hand", { hand: null, words: "" }, { data: { text: "." } });
  assert.equal(standing(table(), [ended]).finished, true);
  assert.equal(standing(table(), [ended]).hands.length, 0);
  assert.equal(standing(table(), [unsent("total", inForce(0))]).finished, true);
  assert.equal(standing(table({ saved: 4 }), []).finished, true);
  assert.equal(standing(table({ saved: 3 }), []).finished, false);
  assert.equal(standing(table({ saved: 9, limit: null }), []).finished, false);
  const given = table(ONE_IN);
  standing(given, [unsent("undo", null)]);
  assert.equal(given.hands.length, 1);
});

test("results are taken while the round is played, rung off or checked", () => {
  const stages = ["setup", "seated", "playing", "bell", "checking", "closed", "over"];
  assert.deepEqual(stages.filter((stage) => isPlaying(table({ stage }))), ["playing", "bell", "checking"]);
});

function shown(more, pad = {}, now = {}, gone = "", plainOf = "1") {
  const at = table(more);
  const page = { table: at, pad: { ...openPad(null, 1), ...pad }, plainOf };
  return screenName(page, { ...standing(at, []), ...now }, gone);
}

test("each screen has its turn", () => {
  const saved = { id: "a", act: "hand", shown: inForce(1), sentAt: 5 };
  assert.equal(shown({}), "bidder");
  assert.equal(shown({ capture: "totals" }), "totals");
  assert.equal(shown({ capture: "cards" }), "plain");
  assert.equal(shown({ stage: "seated" }, { draft: { step: "bid" } }), "plain");
  assert.equal(shown({}, { draft: { step: "bid" } }), "bid");
  assert.equal(shown({}, { draft: { step: "bid" } }, {}, "Over."), "gone");
  assert.equal(shown({}, { saved }), "saved");
  assert.equal(shown({}, { saved }, { finished: true }), "plain");
  assert.equal(shown({}, { saved }, { finished: true }, "", "0"), "saved");
  assert.equal(shown({}, { saved: { ...saved, sentAt: 0 } }, { finished: true }), "saved");
  assert.equal(shown({}, { peek: true }), "plain");
  assert.equal(shown({}, { begun: 0 }), "plain");
  assert.equal(shown({}, { begun: 0 }, { saved: 1 }), "bidder");
  assert.equal(shown({ can: { hands: false } }), "plain");
});
