import assert from "node:assert/strict";
import test from "node:test";

import { openPad } from "../../party/static/party/phone/pad.js";
import { isPlaying, screenName, standingOf } from "../../party/static/party/phone/standing.js";
import { savedHand, table } from "./table.js";

const unsent = (act, hand, more = {}) => ({ act, round: 1, data: {}, shown: hand, ...more });
const ONE_IN = { hands: [savedHand(1)], ns: 300, ew: 10, saved: 1 };

test("unsent hands count in the standing", () => {
  const standing = standingOf(table(ONE_IN), [unsent("hand", savedHand(2, { ns: -300, ew: 40 }))]);
  assert.deepEqual([standing.ns, standing.ew, standing.saved, standing.hands.length, standing.finished], [0, 50, 2, 2, false]);
});

test("the undo button finds an unsent hand by its identity", () => {
  const item = unsent("hand", savedHand(2));
  assert.equal(standingOf(table(ONE_IN), [item]).hands[1], item.shown);
});

test("a saved hand does not count twice, and a hand of another round not at all", () => {
  const items = [unsent("hand", savedHand(1)), unsent("hand", savedHand(2), { round: 2 }), unsent("change", savedHand(1))];
  const standing = standingOf(table(ONE_IN), items);
  assert.deepEqual([standing.ns, standing.saved], [300, 1]);
});

test("a redealt hand is shown but not counted", () => {
  const standing = standingOf(table(ONE_IN), [unsent("hand", savedHand(1, { hand: null, ns: 0, ew: 0 }))]);
  assert.deepEqual([standing.saved, standing.hands.length], [1, 2]);
});

test("an undo removes the last hand and reopens the round", () => {
  const undone = standingOf(table({ ...ONE_IN, finished: true }), [unsent("undo", null)]);
  assert.deepEqual([undone.ns, undone.ew, undone.saved, undone.finished], [0, 0, 0, false]);
  assert.equal(standingOf(table(), [unsent("undo", null)]).saved, 0);
});

test("the last hand, a total, and the limit finish the round", () => {
  const ended = unsent("hand", { hand: null, words: "" }, { data: { text: "." } });
  assert.equal(standingOf(table(), [ended]).finished, true);
  assert.equal(standingOf(table(), [ended]).hands.length, 0);
  assert.equal(standingOf(table(), [unsent("total", savedHand(0))]).finished, true);
  assert.equal(standingOf(table({ saved: 4 }), []).finished, true);
  assert.equal(standingOf(table({ saved: 3 }), []).finished, false);
  assert.equal(standingOf(table({ saved: 9, limit: null }), []).finished, false);
  assert.equal(standingOf(table({ saved: 9, limit: null, finished: true }), []).finished, true);
  const given = table(ONE_IN);
  standingOf(given, [unsent("undo", null)]);
  assert.equal(given.hands.length, 1);
});

test("results are taken while the round is played, after the bell and during checking", () => {
  const stages = ["setup", "seated", "playing", "bell", "checking", "closed", "over"];
  assert.deepEqual(stages.filter((stage) => isPlaying(table({ stage }))), ["playing", "bell", "checking"]);
});

function shown(more, pad = {}, standing = {}, gone = "", plainVersion = "1") {
  const state = table(more);
  const page = { table: state, pad: { ...openPad(null, 1), ...pad }, plainVersion };
  return screenName(page, { ...standingOf(state, []), ...standing }, gone);
}

test("the screen follows from the state", () => {
  const saved = { id: "a", act: "hand", shown: savedHand(1), sentAt: 5 };
  assert.equal(shown({}), "bidder");
  assert.equal(shown({ capture: "totals" }), "totals");
  assert.equal(shown({ capture: "cards" }), "plain");
  assert.equal(shown({ stage: "seated" }, { draft: { step: "bid" } }), "plain");
  assert.equal(shown({}, { draft: { step: "bid" } }), "bid");
  assert.equal(shown({}, { draft: { step: "bid" } }, {}, "Over."), "gone");
  assert.equal(shown({}, { saved }), "bidder");
  assert.equal(shown({}, { saved }, { finished: true }), "plain");
  assert.equal(shown({}, { saved }, { finished: true }, "", "0"), "saved");
  assert.equal(shown({}, { saved: { ...saved, sentAt: 0 } }, { finished: true }), "saved");
  assert.equal(shown({}, { peek: true }), "plain");
  assert.equal(shown({}, { begun: 0 }), "plain");
  assert.equal(shown({}, { begun: 0 }, { saved: 1 }), "bidder");
  assert.equal(shown({ can: { hands: false } }), "plain");
});
