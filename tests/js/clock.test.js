import assert from "node:assert/strict";
import test from "node:test";

import { clockText, percentLeft, phaseOf, runClocks, timeOfDay } from "../../party/static/party/clock.js";

test("a clock shows minutes and two digits of seconds", () => {
  assert.deepEqual([0, 9, 60, 605, 3600].map(clockText), ["0:00", "0:09", "1:00", "10:05", "60:00"]);
});

test("the last two minutes and the time after them are phases of their own", () => {
  assert.deepEqual([600, 121, 120, 1, 0].map(phaseOf), ["", "", "last", "last", "over"]);
});

test("the time left is at most 100 percent of the round", () => {
  assert.deepEqual([0, 1, 299, 600, 900].map((left) => percentLeft(left, 600)), [0, 0, 49, 100, 100]);
});

test("the time of day changes at noon and midnight", () => {
  const minutes = [0, 9, 719, 720, 785, 1439, 1440, 1505];
  const shown = ["12:00 a.m.", "12:09 a.m.", "11:59 a.m.", "12:00 p.m.", "1:05 p.m.", "11:59 p.m.", "12:00 a.m.", "1:05 a.m."];
  assert.deepEqual(minutes.map(timeOfDay), shown);
});

test("a running clock counts down, and its ring shows the part of the round that is left", (t) => {
  t.mock.timers.enable({ apis: ["Date", "setInterval"] });
  const arc = { setAttribute(name, value) { this[name] = value; } };
  const clock = {
    textContent: "", dataset: { left: "90", seconds: "120" }, nextElementSibling: { textContent: "left" },
    closest: () => ({ querySelector: () => arc })
  };
  globalThis.document = { querySelectorAll: () => [clock] };
  runClocks();
  const shown = () => [clock.textContent, clock.dataset.phase, arc["stroke-dasharray"], clock.nextElementSibling.textContent];
  assert.deepEqual(shown(), ["1:30", "last", "75 100", "left"]);
  t.mock.timers.tick(30_000);
  assert.deepEqual(shown(), ["1:00", "last", "50 100", "left"]);
  t.mock.timers.tick(90_000);
  assert.deepEqual(shown(), ["0:00", "over", "0 100", "time is up"]);
});
