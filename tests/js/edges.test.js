// The edges: the phone's storage, and the patience with a server that does not answer.
import assert from "node:assert/strict";
import test from "node:test";

import { ask } from "../../party/static/party/ask.js";

const ROOM = "headtable:/t/abc/1/key/:";

class Storage {
  getItem(key) { return key in this ? this[key] : null; }
  setItem(key, value) { this[key] = value; }
  removeItem(key) { delete this[key]; }
}

async function keptIn(storage) {
  globalThis.location = { pathname: "/t/abc/1/key/" };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  return import("../../party/static/party/phone/kept.js");
}

test("what is kept is there again, and nothing of another table", async () => {
  const storage = new Storage();
  const { forget, keep, recall } = await keptIn(storage);
  const item = { id: "a", act: "hand" };
  keep("a", item);
  keep("b", { id: "b", act: "call" });
  keep("draft", { step: "bid" });
  keep("begun", 2);
  forget("b");
  storage.setItem("headtable:/t/abc/2/key/:c", JSON.stringify({ id: "c", act: "hand" }));
  assert.deepEqual(recall(), { items: [item], draft: { step: "bid" }, begun: 2 });
});

test("one broken value takes no other with it", async () => {
  const storage = new Storage();
  const { recall } = await keptIn(storage);
  storage.setItem(ROOM + "a", '{"id": "a", "act": "hand"}');
  storage.setItem(ROOM + "b", '{"id": "b", "ac');
  storage.setItem(ROOM + "draft", "{");
  assert.deepEqual(recall(), { items: [{ id: "a", act: "hand" }], draft: null, begun: 0 });
});

test("a phone that allows no storage plays on without", async () => {
  const barred = new Proxy({}, {
    get() { throw new Error("barred"); },
    ownKeys() { throw new Error("barred"); }
  });
  const { forget, keep, recall } = await keptIn(barred);
  keep("a", 1);
  forget("a");
  assert.deepEqual(recall(), { items: [], draft: null, begun: 0 });
});

test("an answer comes with its text; one that does not come is given up", async () => {
  globalThis.fetch = async (address, options) => new Response(address + " " + options.cache, { status: 201 });
  const { answer, text } = await ask("/state/", {}, 1000);
  assert.deepEqual([answer.status, text], [201, "/state/ no-store"]);
  let signal;
  globalThis.fetch = (_, options) => {
    ({ signal } = options);
    return new Promise(() => {});
  };
  await assert.rejects(ask("/state/", {}, 5), /late/);
  assert.equal(signal.aborted, true);
  globalThis.fetch = () => Promise.reject(new Error("no wifi"));
  await assert.rejects(ask("/state/", {}, 1000), /no wifi/);
});
