// Long evenings with the pad: any key at any time, with reloads, closed pages and news.
import assert from "node:assert/strict";
import test from "node:test";

import { openPad, stepPad } from "../../party/static/party/phone/pad.js";
import { dice } from "./hall.js";
import { factsOf, savedHand } from "./table.js";

const KEYS = {
  bidder: ["N", "E", "S", "W"], bid: ["8H", "7C", "MIS"], tricks: ["0", "7", "9", "10"],
  announced: ["", "slam", "declare"], passed: ["on"]
};

const advance = { type: "advance" };
const choose = (name, value) => ({ type: "choose", name, value, checked: true });
const MARK = { "": "", slam: "!", declare: "+" };
const STEPS = [
  { type: "back" }, { type: "change" }, { type: "keep" }, { type: "look" }, { type: "start" }, { type: "bidder" },
  { type: "bid" }, { type: "rules" }, { type: "drop" }, { type: "check" }, { type: "sign", pair: "ns" }
];

class RandomPlayer {
  storage = {};
  outbox = [];
  more = {};

  constructor(seed) {
    this.roll = dice(seed);
    this.open();
  }

  get facts() { return factsOf(this.more, { takesTotals: true }, this.outbox.filter((each) => each.act === "hand")); }

  open() {
    const { draft, begun } = structuredClone(this.storage);
    this.state = openPad(draft || null, begun || 0);
    this.dispatch({ type: "opened" });
  }

  /** Return false if the page was closed. */
  dispatch(event) {
    const { state, effects } = stepPad(this.state, event, this.facts);
    this.state = state;
    for (const effect of effects) {
      if (this.roll() < 0.02) {
        this.open();
        return false;
      }
      if (effect.type === "store") this.storage[effect.name] = structuredClone(effect.value);
      else if (effect.type === "put") this.outbox.push({ n: 1, tries: 0, at: 0, ...structuredClone(effect.item) });
      else if (effect.type === "leave") this.outbox = this.outbox.filter((each) => each.id !== effect.id);
    }
    return true;
  }

  pick(list) { return list[Math.floor(this.roll() * list.length)]; }

  event(step) {
    const chance = this.roll();
    const name = this.pick(Object.keys(KEYS));
    const { draft } = this.state;
    if (chance < 0.55) {
      const value = this.pick(KEYS[name]);
      const isShown = name !== "announced" || draft && this.facts.rules.points[draft.bid + MARK[value]];
      return isShown ? choose(name, value) : advance;
    }
    if (chance < 0.85) return advance;
    if (chance < 0.9) return { type: "typed", name: this.pick(["ns", "ew"]), value: this.pick(["40", "x", "−5"]) };
    if (chance < 0.92) return { type: "mend", hand: savedHand(1), fields: { seen: 11 } };
    if (chance < 0.94) return { type: "undo", id: "undo" + step, unsent: this.outbox[this.outbox.length - 1] || null, sending: "" };
    return this.pick(STEPS);
  }
}

function saveChecked(player, id) {
  const { draft } = player.state;
  if (!draft || !draft.step.startsWith("check")) return false;
  const put = player.outbox.length;
  const isOpen = player.dispatch({ type: "save", id });
  const items = player.outbox.slice(put);
  // In the outbox, or still in the draft if the page was closed first.
  if (items.length === 0) assert.deepEqual(JSON.parse(JSON.stringify(player.state.draft)), JSON.parse(JSON.stringify(draft)));
  if (isOpen) assert.equal(player.state.draft, null);
  items.forEach((item) => {
    assert.equal(item.round, player.facts.table.round);
    if (item.act === "total") assert.ok(Number.isInteger(item.data.ns) && Number.isInteger(item.data.ew));
    else assert.match(item.data.text, /^(p|(8h|7c|m)[nesw](0|7|9|10)[!+]?)$/);
  });
  return items.length > 0;
}

test("in 300 evenings of any keys no hand is lost on the way to the outbox", () => {
  let saved = 0;
  for (let seed = 1; seed <= 300; seed += 1) {
    const player = new RandomPlayer(seed);
    for (let step = 0; step < 150; step += 1) {
      const roll = player.roll();
      if (roll < 0.05) player.open();
      else if (roll < 0.07) {
        const before = player.facts.table;
        player.more = { ...player.more, round: before.round + (roll < 0.06 ? 1 : 0) };
        player.dispatch({ type: "table", before });
      } else if (!saveChecked(player, "id" + step)) player.dispatch(player.event(step));
      else saved += 1;
      const { draft } = player.state;
      assert.deepEqual(JSON.stringify(player.storage.draft || null), JSON.stringify(draft), "seed " + seed);
      assert.ok(!draft || draft.round === player.facts.table.round, "seed " + seed);
      if (roll < 0.03) player.outbox = [];
    }
  }
  assert.ok(saved > 500, String(saved));
});
