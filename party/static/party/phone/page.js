// Carries out the effects of the outbox and the pad, and passes events of the server and of the
// players to them.
import { byId, readJson } from "../elements.js";
import { request } from "../requests.js";
import { draw } from "./drawing.js";
import { stepOutbox } from "./outbox.js";
import { stepPad } from "./pad.js";
import { readAll, remove, save } from "./local_storage.js";
import { currentScreen, currentStanding, facts, readRules, store } from "./store.js";

const TIMEOUT = 4000; // milliseconds
const AFTER_ANSWER = 3000; // until the next poll
const INTERVAL = 8000;
const SPREAD = 4000;
const OFF_INTERVAL = 20000;
const HIDDEN_INTERVAL = 60000;
const UNDO_OVER = 65000;
const BUZZ = [300, 150, 300]; // at the bell

/** @param {OutboxEvent} event */
export function dispatchToOutbox(event) {
  const { state, effects } = stepOutbox(store.outbox, event);
  store.outbox = state;
  effects.forEach(runOutboxEffect);
}

/** @param {PadEvent} event */
export function dispatchToPad(event) {
  const { state, effects } = stepPad(store.pad, event, facts());
  store.pad = state;
  effects.forEach(runPadEffect);
}

/** @param {OutboxEffect} effect */
function runOutboxEffect(effect) {
  switch (effect.type) {
    case "keep": keep(effect.item.id, effect.item); break;
    case "forget": remove(effect.id); break;
    case "send": send(effect.item, effect.attempt); break;
    case "say": dispatchToPad(effect); break;
    case "settled":
      store.answerCount += 1;
      store.pollAt = Date.now() + AFTER_ANSWER;
      dispatchToPad(effect);
      applyTable(effect.table);
  }
}

/** @param {PadEffect} effect */
function runPadEffect(effect) {
  switch (effect.type) {
    case "store": if (effect.value === null) remove(effect.name); else keep(effect.name, effect.value); break;
    case "put": dispatchToOutbox({ type: "put", item: effect.item, now: Date.now() }); break;
    case "leave": dispatchToOutbox({ type: "discard", id: effect.id }); break;
    case "focus":
      redraw();
      byId(effect.id).focus();
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function keep(name, value) { if (!save(name, value)) store.keeps = false; }

/** @param {string} text */
function parseJson(text) {
  try { return JSON.parse(text); } catch { return null; }
}

/**
 * Request a page of the table. The data are null if the answer is foreign, such as the wifi's page.
 * @param {string} path
 * @param {RequestInit} options
 */
function requestTable(path, options = {}) {
  const wasGone = Boolean(store.outbox.gone);
  return request(location.pathname + path, options, TIMEOUT).then(({ response: { status }, text }) => {
    const data = parseJson(text);
    if ((status === 410 || status === 429) && data && data.words) endAddress(data.words);
    // The server gave this answer before the address ended: a page that has ended stays so.
    else if (store.outbox.gone && !wasGone) return { status: 0, data: data && data.id ? { ...data, state: null } : null, text: "" };
    return { status, data, text };
  });
}

/** @param {string} words */
function endAddress(words) {
  if (!store.outbox.gone) store.lookAgainAt = Date.now() + UNDO_OVER; // an organiser can undo it for a minute
  store.pollAt = Date.now() < store.lookAgainAt ? store.lookAgainAt : Infinity;
  dispatchToOutbox({ type: "gone", words });
}

/**
 * @param {Item} item
 * @param {number} attempt
 */
function send(item, attempt) {
  const body = JSON.stringify({ id: item.id, act: item.act, round: item.round, ...item.data });
  const headers = { "Content-Type": "application/json" };
  requestTable("send/", { method: "POST", body, headers }).then(({ data }) => {
    const { items: stored } = readAll();
    dispatchToOutbox({ type: "answered", attempt, reply: data, stored, now: Date.now() });
    if (data && data.state && !data.id) applyTable(data.state);
  }, () => {
    dispatchToOutbox({ type: "unanswered", attempt, now: Date.now() });
  }).then(redraw);
}

export function poll() {
  if (store.asking || store.outbox.sending) return;
  const answerCount = store.answerCount;
  store.asking = true;
  store.pollAt = Date.now() + (document.hidden ? HIDDEN_INTERVAL :
    (store.table.stage === "off" ? OFF_INTERVAL : INTERVAL) + SPREAD * Math.random());
  requestTable("state/?v=" + store.table.v).then(({ status, data }) => {
    if (status === 204) recordAnswer();
    else if (data && data.v && answerCount === store.answerCount) applyTable(data);
    return refresh();
  }).then(undefined, () => null).then(() => {
    store.asking = false;
    redraw();
  });
}

/** Whether the part that the server draws is out of date and needed, or seats or rules changed. */
function needsRefresh() {
  const { table, pad, outbox } = store;
  const screen = currentScreen();
  if (store.plainVersion === table.v || outbox.sending || outbox.gone) return false;
  return screen === "plain" || screen === "saved" && currentStanding().finished ||
    pad.begun !== table.round || store.rulesVersion !== table.rules ||
    store.seatsJson !== JSON.stringify(table.seats);
}

/** Replace the part that the server draws. */
function refresh() {
  if (!needsRefresh()) return null;
  const answerCount = store.answerCount;
  return requestTable("").then(({ text }) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const next = readJson(page, "state");
    if (!next || answerCount !== store.answerCount) return;
    const isOff = next.stage === "off";
    ["plain", isOff || store.rulesVersion === next.rules ? "bidders" : "hand", "call"].forEach((id) => {
      const part = page.getElementById(id);
      if (part && byId(id).innerHTML !== part.innerHTML) byId(id).innerHTML = part.innerHTML;
    });
    applyTable(next);
    store.plainVersion = store.table.v;
    store.seatsJson = JSON.stringify(store.table.seats);
    if (isOff || store.rulesVersion === store.table.rules) return;
    store.rules = readRules(page);
    store.rulesVersion = store.table.rules;
    dispatchToPad({ type: "rules" });
  });
}

function recordAnswer() {
  store.heardAt = Date.now();
  dispatchToOutbox({ type: "online" });
}

/** @param {TableState | null} table */
function applyTable(table) {
  if (!table) return;
  recordAnswer();
  const before = store.table;
  store.clockLead = Date.parse(table.now) - store.heardAt;
  store.table = table;
  if (table.stage === "bell" && before.stage !== "bell" && navigator.vibrate) navigator.vibrate(BUZZ);
  dispatchToPad({ type: "table", before });
}

/** Draw the page, and request the server's part at once if it is out of date. */
export function redraw() {
  draw();
  if (!needsRefresh() || store.requestedVersion === store.table.v) return;
  store.requestedVersion = store.table.v;
  const refreshed = refresh();
  if (refreshed) refreshed.then(redraw, () => null);
}

/** The page is visible again, or the wifi is back. */
export function wake() {
  dispatchToOutbox({ type: "wake", now: Date.now() });
  store.pollAt = 0; // while a request is under way, the poll waits for a tick after it
  poll();
  redraw();
}
