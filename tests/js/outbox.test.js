import assert from "node:assert/strict";
import test from "node:test";

import { isWaiting, openOutbox, stepOutbox, waiting } from "../../party/static/party/phone/outbox.js";

const HAND = { id: "a", act: "hand", round: 1, data: { hand: 1, text: "8hn9" }, shown: { hand: 1 } };
const UNDO = { id: "u", act: "undo", round: 1, data: {}, shown: null, of: "a" };
const SAVED = { id: "a", outcome: "saved", words: "It is saved.", entry: 7, state: null };

/** Return the outbox after some events, with the effects of the last one. */
function after(...events) {
  let step = { state: openOutbox([]), effects: [] };
  events.forEach((event) => { step = stepOutbox(step.state, { now: 0, stored: [], ...event }); });
  return step;
}

const put = (item) => ({ type: "put", item });
const answered = (reply, attempt = 1, more = {}) => ({ type: "answered", attempt, reply, ...more });
const unanswered = (attempt, now = 0) => ({ type: "unanswered", attempt, now });
const kinds = (effects) => effects.map((each) => each.type + ":" + (each.id || each.item && each.item.id || ""));

test("a hand is kept before it is sent, and forgotten once it is saved", () => {
  const sent = after(put(HAND));
  assert.deepEqual(kinds(sent.effects), ["keep:a", "send:a"]);
  assert.equal(sent.effects[1].attempt, 1);
  const { state, effects } = after(put(HAND), answered(SAVED));
  assert.deepEqual(kinds(effects), ["forget:a", "settled:a"]);
  assert.deepEqual(effects[1], { type: "settled", id: "a", isSaved: true, now: 0, table: null });
  assert.deepEqual(state.items, []);
});

test("items are sent one after the other, in order", () => {
  const both = [put(HAND), put({ ...HAND, id: "b" })];
  assert.deepEqual(kinds(after(...both).effects), ["keep:b"]);
  const { state, effects } = after(...both, answered(SAVED));
  assert.deepEqual(kinds(effects), ["forget:a", "settled:a", "send:b"]);
  assert.equal(state.sending, "b");
  assert.deepEqual(after(...both).state.items.map((each) => each.n), [1, 2]);
});

test("each attempt waits twice as long as the one before, at most 15 seconds", () => {
  const waits = [];
  let { state } = after(put(HAND));
  for (let now = 0; waits.length < 6; now = state.retryAt) {
    state = stepOutbox(state, unanswered(state.attempt, now)).state;
    waits.push((state.retryAt - now) / 1000);
    assert.equal(stepOutbox(state, { type: "tick", now: state.retryAt - 1 }).effects.length, 0);
    state = stepOutbox(state, { type: "tick", now: state.retryAt }).state;
    assert.equal(state.sending, "a");
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 15, 15]);
  assert.equal(state.items[0].tries, 6);
});

test("waking the phone, or hearing from the server, ends the wait", () => {
  const waits = [put(HAND), unanswered(1)];
  assert.deepEqual(kinds(after(...waits, { type: "wake" }).effects), ["send:a"]);
  assert.deepEqual(kinds(after(...waits, { type: "online" }, { type: "tick" }).effects), ["send:a"]);
  assert.deepEqual(kinds(after(...waits, { type: "tick" }).effects), []);
  assert.deepEqual(kinds(after(...waits, put({ ...HAND, id: "b" })).effects), ["keep:b", "send:a"]);
});

test("a foreign answer is ignored and the same id is sent again", () => {
  for (const reply of [null, { ...SAVED, id: "other" }]) {
    const { state, effects } = after(put(HAND), answered(reply));
    assert.deepEqual(kinds(effects), ["keep:a"]);
    assert.equal(state.items[0].tries, 1);
    assert.equal(state.sending, "");
  }
});

test("an answer to an earlier attempt, or a second one, changes nothing", () => {
  const twice = [put(HAND), unanswered(1), { type: "wake" }];
  assert.equal(after(...twice, unanswered(1)).state.sending, "a");
  assert.equal(after(...twice, answered(null, 1)).state.items[0].tries, 1);
  const done = after(...twice, answered(SAVED, 2), answered(SAVED, 2));
  assert.deepEqual(done.effects, []);
});

test("a refused hand stays until it is discarded, and does not block the next one", () => {
  const refused = [put(HAND), put({ ...HAND, id: "b" }), answered({ ...SAVED, outcome: "refused", words: "No." })];
  const { state, effects } = after(...refused);
  assert.deepEqual(kinds(effects), ["keep:a", "settled:a", "send:b"]);
  assert.equal(effects[1].isSaved, false);
  assert.equal(state.items[0].refused, "No.");
  assert.deepEqual(waiting(state).map((each) => each.id), ["b"]);
  assert.equal(isWaiting(state, /^hand$/), true);
  assert.equal(isWaiting(state, /undo/), false);
  assert.deepEqual(after(...refused, { type: "discard", id: "a" }).state.items.map((each) => each.id), ["b"]);
});

test("a refused call is not kept, but its refusal is shown", () => {
  const call = { id: "a", act: "call", round: 1, data: {} };
  const { state, effects } = after(put(call), answered({ ...SAVED, outcome: "refused", words: "No." }));
  assert.deepEqual(state.items, []);
  assert.deepEqual(effects[1], { type: "say", words: "No.", bad: true });
});

test("the page says if a hand was saved before, or is kept for the desk", () => {
  const already = after(put(HAND), answered({ ...SAVED, outcome: "already" })).effects;
  assert.deepEqual(already[1], { type: "say", words: "It is saved.", bad: false });
  assert.equal(already[2].isSaved, true);
  const stored = after(put(HAND), answered({ ...SAVED, outcome: "kept" })).effects;
  assert.deepEqual(stored[1], { type: "say", words: "It is saved.", bad: true });
  assert.equal(stored[2].isSaved, false);
  const call = { id: "a", act: "call", round: 1, data: {} };
  assert.deepEqual(kinds(after(put(call), answered({ ...SAVED, outcome: "already" })).effects), ["forget:a", "settled:a"]);
});

test("an undo gets the entry before its hand is forgotten", () => {
  const { state, effects } = after(put(HAND), put(UNDO), answered(SAVED));
  assert.deepEqual(kinds(effects), ["keep:u", "forget:a", "settled:a", "send:u"]);
  assert.deepEqual(effects[0].item.data, { seen: 7 });
  assert.deepEqual(state.items[0].data, { seen: 7 });
  const none = after(put(HAND), put(UNDO), answered({ ...SAVED, outcome: "kept" }));
  assert.deepEqual(kinds(none.effects), ["forget:a", "say:", "settled:a", "forget:u"]);
  assert.deepEqual(none.state.items, []);
});

test("an undo from another tab gets the entry too", () => {
  const theirs = { ...UNDO, n: 2, at: 0, tries: 0 };
  const { effects } = after(put(HAND), answered(SAVED, 1, { stored: [theirs] }));
  assert.deepEqual(kinds(effects), ["keep:u", "forget:a", "settled:a", "send:u"]);
  assert.deepEqual(kinds(after(put(HAND), put(UNDO)).effects), ["keep:a", "keep:u"]);
});

test("an ended address gets no more requests, and unsent items stay", () => {
  const { state } = after({ type: "gone", words: "Over." }, put(HAND), { type: "wake" });
  assert.equal(state.sending, "");
  assert.equal(state.gone, "Over.");
  assert.equal(waiting(state).length, 1);
});

test("a reopened page continues in order", () => {
  const items = [{ ...HAND, id: "b", n: 5 }, { ...HAND, n: 2 }];
  const state = openOutbox(items);
  assert.deepEqual(kinds(stepOutbox(state, { type: "tick", now: 0 }).effects), ["send:a"]);
  const step = stepOutbox(state, { ...put({ ...HAND, id: "c" }), now: 9 });
  assert.deepEqual([step.state.items[2].n, step.state.items[2].at], [6, 9]);
});
