// The edge of the page: what the outbox and the pad want done is done here, and what the server and
// the people say is told to them.
import { ask } from "../ask.js";
import { byId, readJson } from "../elements.js";
import { draw } from "./drawing.js";
import { forget, keep, recall } from "./kept.js";
import { stepOutbox } from "./outbox.js";
import { stepPad } from "./pad.js";
import { currentScreen, currentStanding, facts, readRules, store } from "./store.js";

const PATIENCE = 4000; // milliseconds for an answer
const AFTER_ANSWER = 3000; // until the next poll
const OFTEN = 8000;
const SPREAD = 4000;
const IN_POCKET = 60000;

/** @param {OutboxEvent} event */
export function tellOutbox(event) {
  const { state, effects } = stepOutbox(store.outbox, event);
  store.outbox = state;
  effects.forEach(doForOutbox);
}

/** @param {PadEvent} event */
export function tellPad(event) {
  const { state, effects } = stepPad(store.pad, event, facts());
  store.pad = state;
  effects.forEach(doForPad);
}

/** @param {OutboxEffect} effect */
function doForOutbox(effect) {
  switch (effect.type) {
    case "keep": keep(effect.item.id, effect.item); break;
    case "forget": forget(effect.id); break;
    case "send": send(effect.item, effect.attempt); break;
    case "renew": renew(effect.attempt); break;
    case "say": tellPad(effect); break;
    case "settled":
      store.answers += 1;
      store.pollAt = Date.now() + AFTER_ANSWER;
      tellPad(effect);
      takeTable(effect.table);
  }
}

/** @param {PadEffect} effect */
function doForPad(effect) {
  switch (effect.type) {
    case "store": if (effect.value === null) forget(effect.name); else keep(effect.name, effect.value); break;
    case "put": tellOutbox({ type: "put", item: effect.item, now: Date.now() }); break;
    case "leave": tellOutbox({ type: "left", id: effect.id }); break;
    case "focus":
      redraw();
      byId(effect.id).focus();
  }
}

/** @param {string} text */
function parsed(text) {
  try { return JSON.parse(text); } catch { return null; }
}

/**
 * Ask the server. The data are null where the answer is not ours: the wifi's own page, say.
 * @param {string} path
 * @param {RequestInit} options
 */
function askTable(path, options = {}) {
  return ask(location.pathname + path, options, PATIENCE).then(({ answer: { status }, text }) => {
    const data = parsed(text);
    if ((status === 410 || status === 429) && data && data.words) {
      tellOutbox({ type: "gone", words: data.words });
    }
    return { status, data, text };
  });
}

/**
 * @param {Item} item
 * @param {number} attempt
 */
function send(item, attempt) {
  const body = JSON.stringify({ id: item.id, act: item.act, round: item.round, ...item.data });
  const headers = { "Content-Type": "application/json", "X-CSRFToken": store.csrf };
  askTable("send/", { method: "POST", body, headers }).then(({ status, data }) => {
    const { items } = recall();
    tellOutbox({ type: "answered", attempt, status, reply: data, kept: items, now: Date.now() });
  }, () => {
    tellOutbox({ type: "unanswered", attempt, now: Date.now() });
  }).then(redraw);
}

/** @param {number} attempt */
function renew(attempt) {
  askTable("state/?csrf=1").then(({ data }) => {
    store.csrf = data.csrf;
    tellOutbox({ type: "renewed", attempt, now: Date.now() });
  }).then(undefined, () => {
    tellOutbox({ type: "unanswered", attempt, now: Date.now() });
  }).then(redraw);
}

/** Ask for news. */
export function poll() {
  if (store.asking || store.outbox.sending || store.outbox.gone) return;
  const mark = store.answers;
  store.asking = true;
  store.pollAt = Date.now() + (document.hidden ? IN_POCKET : OFTEN + SPREAD * Math.random());
  askTable("state/?v=" + store.table.v).then(({ status, data }) => {
    if (status === 204) heard();
    else if (data && data.v && mark === store.answers) takeTable(data);
    return refresh();
  }).then(undefined, () => null).then(() => {
    store.asking = false;
    redraw();
  });
}

/** Whether the server's part is old, and shown or about to be, or people or rules are others. */
function lacksPlain() {
  const { table, pad, outbox } = store;
  const screen = currentScreen();
  if (store.plainOf === table.v || outbox.sending || outbox.gone) return false;
  return screen === "plain" || screen === "saved" && currentStanding().finished ||
    pad.begun !== table.round || store.rulesOf !== table.rules ||
    store.people !== JSON.stringify(table.seats);
}

/** Put the server's newer part in the place of the older one. */
function refresh() {
  if (!lacksPlain()) return null;
  const mark = store.answers;
  return askTable("").then(({ text }) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const next = readJson(page, "state");
    if (!next || mark !== store.answers) return;
    ["plain", store.rulesOf === next.rules ? "bidders" : "hand", "call"].forEach((id) => {
      const fresh = page.getElementById(id);
      if (fresh && byId(id).innerHTML !== fresh.innerHTML) byId(id).innerHTML = fresh.innerHTML;
    });
    takeTable(next);
    store.plainOf = store.table.v;
    store.people = JSON.stringify(store.table.seats);
    if (store.rulesOf === store.table.rules) return;
    store.rules = readRules(page);
    store.rulesOf = store.table.rules;
    tellPad({ type: "rules" });
  });
}

function heard() {
  store.heardAt = Date.now();
  tellOutbox({ type: "heard" });
}

/** @param {TableState | null} table */
function takeTable(table) {
  if (!table) return;
  heard();
  const before = store.table;
  store.skew = Date.parse(table.now) - store.heardAt;
  store.table = table;
  store.csrf = table.csrf || store.csrf;
  tellPad({ type: "took", before });
}

/** Draw the page, and ask at once for the server's part where that is old. */
export function redraw() {
  draw();
  if (!lacksPlain() || store.missed === store.table.v) return;
  store.missed = store.table.v;
  const asked = refresh();
  if (asked) asked.then(redraw, () => null);
}

/** Somebody looks at the phone again, or it is back in the wifi. */
export function wake() {
  tellOutbox({ type: "wake", now: Date.now() });
  poll();
  redraw();
}
