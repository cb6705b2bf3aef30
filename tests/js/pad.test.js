import assert from "node:assert/strict";
import test from "node:test";

import { openPad, seenEntries, stepPad } from "../../party/static/party/phone/pad.js";
import { factsOf, savedHand, table } from "./table.js";

/** Return the pad after some events, with the effects of the last one. */
function after(facts, ...events) {
  let step = { state: openPad(null, 0), effects: [] };
  events.forEach((event) => { step = stepPad(step.state, event, facts); });
  return step;
}

const choose = (name, value, checked = true) => ({ type: "choose", name, value, checked });
const advance = { type: "advance" };
const TAPPED = [choose("bidder", "N"), advance, choose("bid", "8H"), advance, choose("tricks", "9"), advance];
const save = { type: "save", id: "s" };
const TOTALS = [{ limit: 4, capture: "totals" }, { takesTotals: true }];
const typed = (name, value) => ({ type: "typed", name, value });

test("a hand takes four taps, and reaches the outbox before its draft is dropped", () => {
  const facts = factsOf({ saved: 2 });
  const checked = after(facts, { type: "start" }, ...TAPPED);
  assert.deepEqual(checked.state.draft, { round: 1, hand: 3, step: "check", bidder: "N", passed: undefined, bid: "8H", announced: undefined, tricks: 9 });
  const { state, effects } = after(facts, { type: "start" }, ...TAPPED, save);
  assert.equal(state.draft, null);
  assert.deepEqual(effects.map((each) => each.type), ["put", "store"]);
  const { item } = effects[0];
  assert.deepEqual([item.id, item.act, item.round, item.data], ["s", "hand", 1, { hand: 3, text: "8hn9" }]);
  assert.equal(item.shown.words, "Alma bid 8 Hearts and took 9");
  assert.deepEqual(effects[1], { type: "store", name: "draft", value: null });
  assert.deepEqual(state.saved, { id: "s", act: "hand", shown: item.shown, sentAt: 0 });
});

test("an unusual hand says that the players were sure", () => {
  const set = [...TAPPED.slice(0, 4), choose("tricks", "4"), advance];
  const { effects } = after(factsOf(), ...set, save);
  assert.deepEqual(effects[0].item.data, { hand: 1, text: "8hn4", sure: true });
});

test("two results are settled once both pairs press the same one", () => {
  const versions = (...entries) => ({ disputed: true, versions: entries.map((entry) => ({ entry, words: "", ns: 0, ew: 0 })) });
  const facts = factsOf({ hands: [savedHand(1, versions(8, 9)), savedHand(2, versions(11, 12))] });
  const votes = (...pressed) => pressed.map(([pair, entry]) => ({ type: "vote", pair, entry, id: "v" }));
  const begin = { type: "settle", hand: 2 };
  const open = after(facts, begin, ...votes(["NS", 12], ["EW", 11]));
  assert.deepEqual([open.effects, open.state.votes], [[], { NS: 12, EW: 11 }]);
  const { state, effects } = after(facts, begin, ...votes(["NS", 12], ["EW", 11], ["EW", 12]));
  assert.deepEqual(effects, [{ type: "put", item: { id: "v", act: "settle", round: 1, data: { hand: 2, seen: [12, 11] } } }]);
  assert.deepEqual([state.settling, state.votes], [null, {}]);
});

test("a decision of the desk that was read is remembered", () => {
  const { state, effects } = after(factsOf(), { type: "read", id: 7 });
  assert.equal(state.read, 7);
  assert.deepEqual(effects, [{ type: "store", name: "read", value: 7 }]);
});

test("a hand saved twice is sent once, and an unchecked one is not sent", () => {
  const facts = factsOf();
  assert.deepEqual(after(facts, ...TAPPED, save, save).effects, []);
  assert.deepEqual(after(facts, ...TAPPED.slice(0, 5), save).effects, []);
});

test("each step needs the choice of the one before", () => {
  const facts = factsOf();
  const stepAfter = (...events) => (after(facts, ...events).state.draft || {}).step;
  assert.equal(stepAfter(advance), undefined);
  assert.equal(stepAfter(choose("bidder", "N")), "bidder");
  assert.equal(stepAfter(choose("bidder", "N"), advance, advance), "bid");
  assert.equal(stepAfter(...TAPPED.slice(0, 4), advance), "tricks");
  assert.equal(stepAfter(choose("passed", "on"), advance), "check");
  const played = after(factsOf({}, { passed: [[0, 0]] }), choose("passed", "on"), advance).state.draft;
  assert.equal(played.step, "tricks");
  assert.equal(stepAfter(...TAPPED.slice(0, 4), choose("tricks", "0"), advance), "check");
});

test("a key clears the choices that it rules out", () => {
  const facts = factsOf();
  const passed = after(facts, ...TAPPED, { type: "bidder" }, choose("passed", "on")).state.draft;
  assert.deepEqual([passed.passed, passed.bidder, passed.bid, passed.tricks], [true, undefined, undefined, undefined]);
  const not = after(facts, choose("passed", "on"), choose("passed", "on", false)).state.draft;
  assert.equal(not.passed, undefined);
  const again = after(facts, choose("passed", "on"), choose("bidder", "E")).state.draft;
  assert.deepEqual([again.passed, again.bidder], [undefined, "E"]);
  const other = after(facts, choose("bid", "8H"), choose("announced", "slam"), choose("bid", "7C")).state.draft;
  assert.equal(other.announced, undefined);
});

test("Back leads to the previous step", () => {
  const facts = factsOf();
  const backFrom = (...events) => after(facts, ...events, { type: "back" }).state.draft;
  assert.equal(backFrom(), null);
  assert.equal(backFrom(choose("bidder", "N")), null);
  assert.equal(backFrom(...TAPPED.slice(0, 2)).step, "bidder");
  assert.equal(backFrom(...TAPPED.slice(0, 4)).step, "bid");
  assert.equal(backFrom(...TAPPED).step, "tricks");
  assert.equal(backFrom(...TAPPED.slice(0, 4), choose("tricks", "0"), advance).step, "tricks");
  assert.equal(backFrom(choose("passed", "on"), advance).step, "bidder");
  assert.equal(backFrom(typed("ns", "4")), null);
});

test("the bidder and the bid can be chosen again", () => {
  for (const type of ["bidder", "bid"]) {
    const { step, bidder, bid } = after(factsOf(), ...TAPPED.slice(0, 4), { type }).state.draft;
    assert.deepEqual([step, bidder, bid], [type, "N", "8H"]);
  }
});

test("a saved hand can be changed, and a refused one replaced", () => {
  const facts = factsOf({ hands: [savedHand(1)], saved: 1 });
  const mend = { type: "mend", hand: savedHand(1, { text: "8hn10!", tricks: 10 }), fields: { seen: 11 } };
  const begun = after(facts, mend).state.draft;
  assert.deepEqual([begun.step, begun.tricks, begun.announced, begun.hand, begun.seen], ["tricks", 10, "slam", 1, 11]);
  const changed = after(facts, mend, choose("tricks", "9"), choose("announced", ""), advance, save).effects[0].item;
  assert.deepEqual([changed.act, changed.data], ["change", { hand: 1, text: "8hn9", seen: 11 }]);
  const refused = { type: "mend", hand: savedHand(2), fields: { refused: "r" } };
  const { effects } = after(facts, refused, choose("tricks", "9"), advance, save);
  assert.deepEqual(effects.map((each) => each.type), ["put", "leave", "store"]);
  assert.equal(effects[1].id, "r");
  const bidAgain = after(facts, mend, { type: "bidder" }, choose("bidder", "S"), advance).state.draft;
  assert.equal(bidAgain.step, "tricks");
});

test("a hand is never sent with a number above the next one", () => {
  const draft = { round: 1, hand: 4, step: "check", bidder: "N", bid: "8H", tricks: 9 };
  const { effects } = stepPad(openPad(draft, 1), save, factsOf({ saved: 1 }));
  assert.equal(effects[0].item.data.hand, 2);
  const late = stepPad(openPad({ ...draft, hand: 1 }, 1), save, factsOf({ saved: 1 }));
  assert.equal(late.effects[0].item.data.hand, 1);
});

test("both totals must be numbers", () => {
  const facts = factsOf(...TOTALS);
  const check = { type: "check" };
  const lacks = after(facts, typed("ns", "490"), check);
  assert.equal(lacks.state.messages[0].words, "Type the points of Carol & Dev as a number, for example 340.");
  assert.deepEqual(lacks.effects, [{ type: "focus", id: "total-ew" }]);
  assert.equal(after(facts, check).effects[0].id, "total-ns");
  assert.deepEqual(after(facts, typed("ns", "490"), check, typed("ew", "60"), check).state.messages, []);
  const both = [typed("ns", "490"), typed("ew", "60")];
  const signed = after(facts, ...both, { type: "sign", pair: "ew" });
  assert.deepEqual(signed.effects[1], { type: "focus", id: "total-ew" });
  assert.equal(signed.state.draft.ew, "−60");
  assert.equal(after(facts, ...both, { type: "sign", pair: "ns" }, { type: "sign", pair: "ns" }).state.draft.ns, "490");
  assert.equal(after(facts, typed("ns", "-490"), { type: "sign", pair: "ns" }).state.draft.ns, "490");
  const { item } = after(facts, ...both, { type: "sign", pair: "ew" }, check, save).effects[0];
  assert.deepEqual([item.act, item.data], ["total", { ns: 490, ew: -60, hands: null, seen: undefined }]);
  const open = factsOf({ limit: null, capture: "totals" }, TOTALS[1]);
  assert.equal(after(open, ...both, check).effects[0].id, "total-hands");
  assert.equal(after(open, ...both, typed("hands", "5"), check).state.draft.step, "check-total");
  const change = after(open, ...both, typed("hands", "5"), check, { type: "change" });
  assert.equal(change.state.draft.step, "totals");
  const mended = after(facts, { type: "mend", hand: savedHand(0, { ns: -60, ew: 5 }), fields: { seen: 3 } });
  assert.deepEqual([mended.state.draft.ns, mended.state.draft.step], ["−60", "totals"]);
});

test("new rules ask again for an unknown bid, and drop a total that they do not take", () => {
  const other = factsOf({}, { points: { "9S": [] } });
  const bid = after(factsOf(), ...TAPPED).state;
  const asked = stepPad(bid, { type: "rules" }, other).state.draft;
  assert.deepEqual([asked.step, asked.bid, asked.tricks], ["bid", undefined, 9]);
  assert.deepEqual(stepPad(bid, { type: "rules" }, factsOf()).state, bid);
  const slam = after(factsOf(), ...TAPPED, choose("announced", "slam")).state;
  assert.equal(stepPad(slam, { type: "rules" }, factsOf({}, { points: { "8H": [] } })).state.draft.bid, undefined);
  const total = after(factsOf(...TOTALS), typed("ns", "4")).state;
  assert.equal(stepPad(total, { type: "rules" }, other).state.draft, null);
  assert.equal(stepPad(total, { type: "rules" }, factsOf(...TOTALS)).state.draft.ns, "4");
});

test("an undo discards an unsent hand and is sent for any other", () => {
  const facts = factsOf({ hands: [savedHand(1), savedHand(2)], saved: 2 });
  const undo = (unsent, sending) => after(facts, { type: "undo", id: "u", unsent, sending });
  assert.deepEqual(undo({ id: "a", tries: 0 }, "b").effects, [{ type: "leave", id: "a" }]);
  for (const [tries, sending] of [[0, "a"], [1, ""]]) {
    const { item } = undo({ id: "a", tries }, sending).effects[0];
    assert.deepEqual([item.act, item.of, item.data], ["undo", "a", {}]);
  }
  const { state, effects } = undo(null, "");
  assert.deepEqual([effects[0].item.data, effects[0].item.of], [{ seen: 12 }, undefined]);
  assert.equal(state.messages[0].words, "Taken back: hand 2");
  assert.deepEqual(after(factsOf(), { type: "undo", id: "u", unsent: null, sending: "" }).effects, []);
});

test("both pairs agree to the saved hands", () => {
  const facts = factsOf({ hands: [savedHand(1), savedHand(2, { hand: null }), savedHand(3)] });
  const north = { type: "agree", pair: "NS", id: "y" };
  const east = { type: "agree", pair: "EW", id: "y" };
  assert.deepEqual(seenEntries(facts.table), [11, 13]);
  assert.deepEqual(after(facts, north).effects, []);
  assert.deepEqual(after(facts, north, north, east).effects, []);
  const { item } = after(facts, north, east).effects[0];
  assert.deepEqual([item.act, item.data], ["agree", { seen: [11, 13], yes: true }]);
  const took = { type: "table", before: table({ agreed: "8:00" }) };
  assert.deepEqual(after(facts, north, took).state.yes, {});
  assert.deepEqual(after(facts, north, { type: "table", before: table() }).state.yes, { NS: true });
});

test("the last hand, and a look at the round between two hands", () => {
  const { state, effects } = after(factsOf({ saved: 1 }), { type: "last", id: "l" });
  assert.deepEqual(effects[0].item.data, { hand: 2, text: "." });
  assert.equal(state.saved.shown.words, "That was our last hand");
  assert.equal(after(factsOf(), { type: "look" }).state.peek, true);
  assert.equal(after(factsOf(), ...TAPPED, { type: "look" }).state.draft, null);
  const begun = after(factsOf(), { type: "look" }, { type: "start" });
  assert.deepEqual([begun.state.peek, begun.state.begun], [false, 1]);
  assert.deepEqual(begun.effects, [{ type: "store", name: "begun", value: 1 }]);
});

test("a saved hand keeps the time when the server confirmed it", () => {
  const facts = factsOf();
  const settled = (more) => after(facts, ...TAPPED, save, { type: "settled", id: "s", isSaved: true, now: 9, ...more }).state.saved;
  assert.equal(settled({}).sentAt, 9);
  assert.equal(settled({ id: "other" }).sentAt, 0);
  assert.equal(settled({ isSaved: false }), null);
  const saved = after(facts, ...TAPPED, save).state;
  assert.equal(stepPad(saved, { type: "table", before: table() }, facts).state.saved.id, "s");
  assert.equal(stepPad(saved, { type: "table", before: table({ round: 0 }) }, facts).state.saved, null);
  assert.equal(stepPad(saved, { type: "table", before: table() }, factsOf({ stage: "closed" })).state.saved, null);
});

test("the draft of a closed round is shown, and not sent", () => {
  const begun = after(factsOf(), ...TAPPED.slice(0, 4)).state;
  const said = (state, more) => stepPad(state, { type: "table", before: table() }, factsOf(more)).state;
  for (const more of [{ round: 2 }, { stage: "closed" }, { stage: "over" }, { stage: "finished" }]) {
    const next = said(begun, more);
    assert.equal(next.draft, null);
    assert.ok(next.messages[0].words.endsWith("Hand 1: 8 Hearts by North"), next.messages[0].words);
    assert.equal(next.messages[0].bad, true);
  }
  assert.deepEqual(said(begun, { stage: "bell" }).draft, begun.draft);
  const total = after(factsOf(...TOTALS), typed("ns", "4")).state;
  assert.ok(said(total, { round: 2 }).messages[0].words.endsWith("The total: 4 and nothing yet"));
  const silent = said(after(factsOf(), { type: "bidder" }).state, { round: 2 });
  assert.deepEqual([silent.draft, silent.messages], [null, []]);
});

test("a message is shown once, until it is read", () => {
  const facts = factsOf();
  const bad = { type: "say", words: "No.", bad: true };
  assert.equal(after(facts, bad, bad).state.messages.length, 1);
  assert.deepEqual(after(facts, bad, { type: "ok", words: "No." }).state.messages, []);
  const kept = after(facts, bad, { type: "keep" }, choose("bidder", "N")).state.messages;
  assert.deepEqual(kept.map((each) => each.words), ["No."]);
  const promise = (keeps) => after({ ...facts, keeps }, { type: "keep" }).state.messages[0].words;
  assert.match(promise(true), /^The bid is kept on this phone\./);
  assert.match(promise(false), /^Keep this page open\./);
  assert.deepEqual(after(facts, bad, { type: "start" }).state.messages, []);
});
