import assert from "node:assert/strict";
import test from "node:test";

import { isNews } from "../../party/static/party/calls.js";
import { lineOf, secondsLeft } from "../../party/static/party/phone/line.js";
import { table } from "./table.js";

const NOW = Date.parse("2026-11-22T20:00:00Z");
const CLOCK = { clock: { ends: "2026-11-22T20:13:05Z", left: null } };
const line = (more = {}, facts = {}) => {
  const state = table(more);
  return lineOf(state, { left: secondsLeft(state, NOW), isFinished: false, isCalling: false, ...facts });
};

test("the line shows the time left, differently in the last two minutes and after them", () => {
  assert.deepEqual(line(), { kind: "", news: "", time: "" });
  assert.deepEqual(line(CLOCK), { kind: "", news: "", time: "13:05 left" });
  assert.deepEqual(line(CLOCK, { left: 120 }), { kind: "last", news: "", time: "2:00 left" });
  assert.deepEqual(line(CLOCK, { left: 0 }), { kind: "over", news: "", time: "Time is up" });
  assert.equal(line({ clock: { ends: null, left: 300 } }).time, "5:00 left, the clock is stopped");
  assert.equal(line({ ...CLOCK, stage: "closed" }).time, "");
});

test("the line says where the host is, from the tap until the host comes", () => {
  assert.equal(line({}, { isCalling: true }).news, "Calling the host…");
  assert.equal(line({ called: true }).news, "Waiting for the host");
  assert.deepEqual(line({ ...CLOCK, coming: true }), { kind: "host", news: "The host is coming", time: "13:05 left" });
});

test("the bell keeps the clock and the host in the line", () => {
  const rung = { ...CLOCK, stage: "bell" };
  assert.deepEqual(line(rung), { kind: "bell", news: "The bell: finish this hand", time: "13:05 left" });
  assert.equal(line({ ...rung, coming: true }).news, "The bell: finish this hand · the host is coming");
  assert.equal(line(rung, { isFinished: true }).news, "The bell has rung");
});

test("the desk rings for a new call and for two results, not for an answer", () => {
  assert.ok(isNews("", "3.1.None"));
  assert.ok(isNews("3.1.None", "3.2.None"));
  assert.ok(isNews("0.0.0", "0.0.2"));
  assert.ok(!isNews("", "0.0.0"));
  assert.ok(!isNews("3.2.2", "2.1.2"));
  assert.ok(!isNews("0.0.2", "0.0.0"));
});
