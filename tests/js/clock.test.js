import assert from "node:assert/strict";
import test from "node:test";

import { clockText, percentLeft, phaseOf, timeOfDay } from "../../party/static/party/clock.js";

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
