import assert from "node:assert/strict";
import test from "node:test";

import {
  announcementOf, isMade, markOf, minusSigned, pairOf, readPoints, score, shortName, shownHand, signed, unusualWords
} from "../../party/static/party/phone/hand.js";
import { rules, table } from "./table.js";

const DRAFT = { round: 1, hand: 3, step: "check", bidder: "N", bid: "8H", tricks: 9 };
const shown = (draft, more = {}) => shownHand({ ...DRAFT, ...draft }, { table: table(), rules: rules(more) });

test("a hand is unusual if it is set by four, special, of ten or announced", () => {
  const words = (draft, more = {}) => unusualWords({ ...DRAFT, ...draft }, rules({ bidNames: { "10H": "10 Hearts", MIS: "Misère" }, ...more }));
  assert.equal(words({}), "");
  assert.equal(words({ tricks: 5 }), "");
  assert.equal(words({ tricks: 4 }), "Set by 4.");
  assert.equal(words({ bid: "10H", tricks: 2 }), "Set by 8. 10 Hearts is a rare bid.");
  assert.equal(words({ bid: "MIS", tricks: 0 }), "Misère was bid.");
  assert.equal(words({ announced: "slam", tricks: 10 }), "All ten tricks were announced.");
  assert.equal(words({ bid: undefined, bidder: undefined }), "");
  assert.equal(words({ bid: undefined, bidder: undefined }, { passed: [[0, 0]] }), "Nobody bid.");
  assert.equal(words({ step: "check-total", bid: undefined, bidder: undefined }, { passed: [[0, 0]] }), "");
});

test("a hand is made or set", () => {
  assert.deepEqual(shown({}), {
    hand: 3, bid: "8H", bidder: "N", tricks: 9, ns: 300, ew: 10, outcome: "made", text: "8hn9",
    words: "Alma bid 8 Hearts and took 9"
  });
  const set = shown({ bidder: "W", tricks: 7 });
  assert.deepEqual([set.ns, set.ew, set.outcome, set.text], [30, -300, "set", "8hw7"]);
  const points = { ...rules().points, "10H": [0, 10, -500, 1, 500] };
  assert.equal(shown({ bid: "10H", tricks: 10 }, { points }).text, "10hn10");
});

test("points are read from packed runs", () => {
  const { points } = rules();
  assert.deepEqual([0, 7, 8, 10].map((tricks) => score(points, "8H", tricks)), [[-300, 100], [-300, 30], [300, 20], [300, 0]]);
  assert.deepEqual([0, 1, 10].map((tricks) => score(points, "MIS", tricks)), [[250, 0], [-250, 0], [-250, 0]]);
});

test("a misère is made with no trick, a slam with all ten", () => {
  const made = (draft) => Array.from({ length: 11 }, (_, tricks) => tricks).filter((tricks) => isMade({ ...DRAFT, ...draft }, tricks));
  assert.deepEqual(made({ bid: "MIS" }), [0]);
  assert.deepEqual(made({ bid: "HILO" }), [5]);
  assert.deepEqual(made({}), [8, 9, 10]);
  assert.deepEqual(made({ bid: "10S" }), [10]);
  assert.deepEqual(made({ announced: "slam" }), [10]);
});

test("text and words of a hand contain the announcement", () => {
  const slam = shown({ announced: "slam", tricks: 10 });
  assert.equal(slam.text, "8hn10!");
  assert.equal(slam.words, "Alma bid 8 Hearts, slam, and took 10");
  assert.deepEqual([slam.ns, slam.ew], [600, 0]);
  assert.deepEqual([markOf("declare"), markOf("slam"), markOf("")], ["+", "!", ""]);
  assert.deepEqual(["8hn9!", "7ce10+", "8hn9", undefined].map(announcementOf), ["slam", "declare", undefined, undefined]);
  assert.equal(shown({ bid: "MIS", tricks: 0 }).text, "mn0");
});

test("a hand without a bid is dealt again, or played", () => {
  const nobody = { bid: undefined, bidder: undefined, passed: true };
  const again = shown({ ...nobody, tricks: undefined });
  assert.deepEqual([again.hand, again.text, again.ns, again.ew], [null, "p", 0, 0]);
  const played = shown({ ...nobody, tricks: 4 }, { passed: Array.from({ length: 11 }, (_, tricks) => [10 * tricks, 100 - 10 * tricks]) });
  assert.deepEqual([played.hand, played.text, played.ns, played.ew], [3, "p4", 40, 60]);
  assert.equal(played.words, "Nobody bid: Alma & Bert took 4");
});

test("a typed total is read with its sign", () => {
  const total = shown({ step: "check-total", ns: "490", ew: "−60", hands: "4" });
  assert.deepEqual([total.hand, total.ns, total.ew, total.words], [0, 490, -60, "Round 1, hands played: 4"]);
  assert.deepEqual(["0", " +12 ", "1,240", "-7", "–8", "−9", "", "x", "1 2", "123456", undefined].map(readPoints),
    [0, 12, 1240, -7, -8, -9, null, null, null, null, null]);
});

test("points and names have their display form", () => {
  assert.deepEqual([300, 0, -60].map(signed), ["+300", "0", "−60"]);
  assert.deepEqual([300, -60, 1240].map(minusSigned), ["300", "−60", "1,240"]);
  assert.deepEqual(["N", "E", "S", "W", undefined].map(pairOf), ["NS", "EW", "NS", "EW", "NS"]);
  assert.deepEqual([shortName(table(), "W"), shortName(table({ seats: {} }), "W")], ["Dev", "West"]);
});
