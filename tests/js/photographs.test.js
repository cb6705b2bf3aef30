import assert from "node:assert/strict";
import test from "node:test";

import { digestOf } from "../../party/static/party/photographs/digest.js";
import { openQueue, progress, stepQueue, unsent } from "../../party/static/party/photographs/queue.js";

const A = { id: "a", name: "a.jpg" };
const B = { id: "b", name: "b.jpg" };
const STORED = { outcome: "stored", words: "1 slip photographed: round 1, table 1", notes: [] };
const REFUSED = { outcome: "refused", words: "No slip could be read.", notes: [] };

/** Return the queue after some events, with the effects of the last one. */
function after(...events) {
  let step = { state: openQueue(), effects: [] };
  events.forEach((event) => { step = stepQueue(step.state, { now: 0, ...event }); });
  return step;
}

const chosen = (...pictures) => ({ type: "chosen", pictures });
const answered = (answer, attempt = 1) => ({ type: "answered", attempt, answer });
const unanswered = (attempt = 1, now = 0) => ({ type: "unanswered", attempt, now });
const kinds = (effects) => effects.map((each) => [each.type, each.id].filter(Boolean).join(":"));

test("pictures are sent one after the other, and forgotten once they are stored", () => {
  assert.deepEqual(kinds(after(chosen(A, B)).effects), ["send:a"]);
  const { state, effects } = after(chosen(A, B), answered(STORED));
  assert.deepEqual(kinds(effects), ["forget:a", "stored", "send:b"]);
  assert.equal(progress(state), "1 of 2 pictures sent and read …");
  assert.equal(progress(after(chosen(A, B), answered(STORED), answered(STORED, 2)).state), "All 2 pictures are sent and read.");
});

test("a picture chosen twice is sent once", () => {
  assert.equal(unsent(after(chosen(A, A), chosen(A)).state).length, 1);
});

test("a refused picture that is chosen again is sent again", () => {
  const { state, effects } = after(chosen(A), answered(REFUSED), chosen(A));
  assert.deepEqual([unsent(state).length, kinds(effects)], [1, ["send:a"]]);
});

test("without an answer it is sent again, each time after twice as long", () => {
  let { state } = after(chosen(A));
  const waits = [];
  for (let now = 0; waits.length < 6; now = state.retryAt) {
    state = stepQueue(state, unanswered(state.attempt, now)).state;
    waits.push((state.retryAt - now) / 1000);
    assert.deepEqual(stepQueue(state, { type: "tick", now: state.retryAt - 1 }).effects, []);
    state = stepQueue(state, { type: "tick", now: state.retryAt }).state;
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 15, 15]);
  assert.match(progress(state), /^0 of 1 picture sent and read\. No answer/);
  assert.equal(stepQueue(state, answered(STORED, 6)).state.items.length, 1, "a late answer counts for nothing");
  assert.equal(stepQueue(state, answered(STORED, 7)).state.items.length, 0);
});

test("the page of a wifi is no answer, and a network that comes back ends the wait", () => {
  const waiting = [chosen(A), answered(null)];
  assert.deepEqual(kinds(after(...waiting, { type: "tick" }).effects), []);
  assert.deepEqual(kinds(after(...waiting, { type: "wake" }).effects), ["send:a"]);
});

test("a server that reads other pictures is asked again in two seconds", () => {
  const { state, effects } = after(chosen(A), answered({ outcome: "busy", words: "", notes: [] }));
  assert.deepEqual([state.retryAt, state.tries, effects], [2000, 0, []]);
});

test("a refused picture stays with its sentence until it is dropped, and the next is sent", () => {
  const { state, effects } = after(chosen(A, B), answered(REFUSED));
  assert.deepEqual(kinds(effects), ["send:b"]);
  assert.equal(state.items[0].refused, REFUSED.words);
  const dropped = stepQueue(state, { type: "dropped", id: "a" });
  assert.deepEqual(kinds(dropped.effects), ["forget:a"]);
  assert.deepEqual(dropped.state.items, [B]);
});

test("signed out, nothing is sent and everything is kept", () => {
  const { state } = after(chosen(A), { type: "stopped", attempt: 1, words: "Sign in." }, { type: "tick", now: 99000 });
  assert.deepEqual([progress(state), state.sending, state.items], ["Sign in.", "", [A]]);
});

test("pictures chosen later begin a new count", () => {
  const { state } = after(chosen(A), answered(STORED), chosen(B));
  assert.deepEqual([progress(state), state.said], ["0 of 1 picture sent and read …", []]);
  assert.equal(progress(openQueue()), "");
  assert.equal(progress(after(chosen(A), answered(STORED)).state), "The picture is sent and read.");
});

test("pictures have different digests, and the same one always the same", () => {
  const bytes = (...values) => new Uint8Array(values);
  assert.equal(digestOf(bytes(1, 2, 3)), digestOf(bytes(1, 2, 3)));
  const digests = [bytes(), bytes(0), bytes(0, 0), bytes(1, 2, 3), bytes(3, 2, 1)].map(digestOf);
  assert.equal(new Set(digests).size, 5);
});
