// The phone's storage, and requests that time out.
import assert from "node:assert/strict";
import test from "node:test";

import { request } from "../../party/static/party/requests.js";

const PREFIX = "headtable:/t/abc/1/key/:";

class Storage {
  getItem(key) { return key in this ? this[key] : null; }
  setItem(key, value) { this[key] = value; }
  removeItem(key) { delete this[key]; }
}

async function loadWith(storage) {
  globalThis.location = { pathname: "/t/abc/1/key/" };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  return import("../../party/static/party/phone/local_storage.js");
}

test("a table reads back its own values and none of another table", async () => {
  const storage = new Storage();
  const { canStore, remove, save, readAll } = await loadWith(storage);
  const item = { id: "a", act: "hand" };
  save("a", item);
  save("b", { id: "b", act: "call" });
  save("draft", { step: "bid" });
  save("begun", 2);
  remove("b");
  storage.setItem("headtable:/t/abc/2/key/:c", JSON.stringify({ id: "c", act: "hand" }));
  assert.equal(canStore(), true);
  assert.deepEqual(readAll(), { items: [item], draft: { step: "bid" }, begun: 2, read: 0 });
});

test("a broken value leaves the others readable", async () => {
  const storage = new Storage();
  const { readAll } = await loadWith(storage);
  storage.setItem(PREFIX + "a", '{"id": "a", "act": "hand"}');
  storage.setItem(PREFIX + "b", '{"id": "b", "ac');
  storage.setItem(PREFIX + "draft", "{");
  assert.deepEqual(readAll(), { items: [{ id: "a", act: "hand" }], draft: null, begun: 0, read: 0 });
});

test("the page works on a phone without storage", async () => {
  const blocked = new Proxy({}, {
    get() { throw new Error("blocked"); },
    ownKeys() { throw new Error("blocked"); }
  });
  const { canStore, remove, save, readAll } = await loadWith(blocked);
  assert.equal(save("a", 1), false);
  assert.equal(canStore(), false);
  remove("a");
  assert.deepEqual(readAll(), { items: [], draft: null, begun: 0, read: 0 });
});

test("a request returns the text, or fails after its timeout", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.fetch = async (address, options) => new Response(address + " " + options.cache, { status: 201 });
  const { response, text } = await request("/state/", {}, 1000);
  assert.deepEqual([response.status, text], [201, "/state/ no-store"]);
  let signal;
  globalThis.fetch = (_, options) => {
    ({ signal } = options);
    return new Promise(() => {});
  };
  const late = assert.rejects(request("/state/", {}, 5000), /late/);
  t.mock.timers.tick(4999);
  assert.equal(signal.aborted, false);
  t.mock.timers.tick(1);
  assert.equal(signal.aborted, true);
  await late;
  globalThis.fetch = () => Promise.reject(new Error("no wifi"));
  await assert.rejects(request("/state/", {}, 1000), /no wifi/);
});
