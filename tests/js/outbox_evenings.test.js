// Long evenings with the outbox. Each tapped hand is recorded, to check what became of it.
import assert from "node:assert/strict";
import test from "node:test";

import { waiting } from "../../party/static/party/phone/outbox.js";
import { Hall } from "./hall.js";

function tapHand(hall, tab, tapped) {
  const text = "hand " + tapped.length;
  const item = { id: "id-" + tapped.length, act: "hand", round: 1, data: { text }, shown: { hand: 1, words: text } };
  tab.dispatch({ type: "put", item, now: hall.now });
  // If the page ended before the item was stored, the pad still has the hand.
  if (hall.storage.has(item.id)) tapped.push({ id: item.id, isDiscarded: false, undone: false });
}

function tapUndo(hall, tab, tapped) {
  const last = tapped[tapped.length - 1];
  const item = last && tab.state.items.find((each) => each.id === last.id && !each.refused);
  if (!item || last.undone) return;
  if (item.id !== tab.state.sending && !item.tries) {
    tab.dispatch({ type: "discard", id: item.id });
    last.undone = last.isDiscarded = !hall.storage.has(item.id);
    return;
  }
  const undo = { id: "undo-" + item.id, act: "undo", round: 1, data: {}, shown: null, of: item.id };
  tab.dispatch({ type: "put", item: undo, now: hall.now });
  last.undone = hall.storage.has(undo.id);
}

function takeRandomStep(hall, tapped) {
  const { roll } = hall;
  const tab = hall.tabs[Math.floor(roll() * hall.tabs.length)];
  const chance = roll();
  if (chance < 0.3) tapHand(hall, tab, tapped);
  else if (chance < 0.36) tapUndo(hall, tab, tapped);
  else if (chance < 0.42) tab.open();
  else if (chance < 0.5) hall.server.correct();
  else if (chance < 0.6) hall.offline = !hall.offline;
  else if (chance < 0.65) tab.dispatch({ type: "wake", now: hall.now });
  else if (chance < 0.7) tab.dispatch({ type: "online" });
  else hall.pass(250 * Math.ceil(roll() * 40));
}

function sendTheRest(hall) {
  hall.unreliable = false;
  hall.offline = false;
  hall.tabs.forEach((tab) => { tab.dispatch({ type: "wake", now: hall.now }); });
  hall.pass(600_000);
}

function evening(seed, tabs, steps = 120) {
  const hall = new Hall(seed, tabs);
  const tapped = [];
  for (let step = 0; step < steps; step += 1) takeRandomStep(hall, tapped);
  return { hall, tapped };
}

function assertStoredOnce(hall, seed) {
  const texts = hall.server.entries.map((each) => each.text);
  assert.equal(new Set(texts).size, texts.length, "stored twice, seed " + seed);
}

function assertNothingLost(hall, tapped, seed) {
  const { entries, refused } = hall.server;
  for (const { id, isDiscarded, undone } of tapped) {
    const entry = entries.find((each) => each.id === id);
    if (isDiscarded && hall.tabs.length === 1) assert.ok(!entry, `${id} discarded, seed ${seed}`);
    else if (refused.has(id)) {
      assert.ok(isDiscarded || [...hall.storage.values()].some((each) => each.id === id && each.refused), `${id} refused, seed ${seed}`);
    } else if (!isDiscarded) assert.ok(entry, `${id} lost, seed ${seed}`);
    const answer = hall.server.answered.get(id);
    const mayRemain = !entry || entry.corrected || answer.outcome === "kept" || isDiscarded;
    if (undone && !mayRemain) assert.ok(entry.undone, `${id} not undone, seed ${seed}`);
    if (!undone && entry) assert.ok(!entry.undone, `${id} undone by nobody, seed ${seed}`);
  }
}

for (const tabs of [1, 2]) {
  test(`in 150 evenings on bad wifi with ${tabs} tabs nothing is lost or stored twice`, () => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const { hall, tapped } = evening(seed, tabs);
      sendTheRest(hall);
      assertStoredOnce(hall, seed);
      assertNothingLost(hall, tapped, seed);
      const unsent = [...hall.storage.values()].filter((each) => !each.refused);
      assert.deepEqual(unsent, [], "unsent, seed " + seed);
      if (tabs === 1) {
        const order = hall.server.entries.map((each) => Number(each.id.slice(3)));
        assert.deepEqual(order, order.slice().sort((one, other) => one - other), "order, seed " + seed);
      }
    }
  });
}

test("after the address is revoked, unsent hands are still on the phone", () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const { hall, tapped } = evening(seed, 1, 60);
    hall.server.revoked = true;
    for (let step = 0; step < 30; step += 1) takeRandomStep(hall, tapped);
    sendTheRest(hall);
    assertStoredOnce(hall, seed);
    for (const { id, isDiscarded } of tapped) {
      const isStored = hall.server.entries.some((each) => each.id === id) || hall.storage.has(id);
      assert.ok(isDiscarded || isStored, `${id} lost, seed ${seed}`);
    }
    assert.ok(!waiting(hall.tabs[0].state).length || hall.tabs[0].state.gone, "seed " + seed);
  }
});
