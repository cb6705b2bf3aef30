// Draws the page from the store. Only parts that differ are replaced, so that a screen reader or a
// finger on a key is not interrupted.
import { all, button, byId, el, note } from "../elements.js";
import { shortName, SEATS } from "./hand.js";
import { lineOf, secondsLeft } from "./line.js";
import { isWaiting } from "./outbox.js";
import { isPlaying } from "./standing.js";
import { currentScreen, currentStanding, store, unsent } from "./store.js";
import { VIEWS, alarms, choiceLine, markTricks, roundSummary, statusNotes, timeOf } from "./views.js";

const DOUBLE_TAP = 600; // milliseconds: a second tap must not press a key of the next screen
const STALE = 40000; // milliseconds without an answer
const STEPS = /^(bidder|bid|tricks|totals)$/;

/** @typedef {import("../elements.js").Part} Part */

/**
 * @param {HTMLElement} box
 * @param {Part[]} parts
 */
function replaceParts(box, parts) {
  const next = el(box.tagName, {}, parts);
  if (next.innerHTML === store.drawn.get(box)) return;
  store.drawn.set(box, next.innerHTML);
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && box.contains(active) && active.dataset.do;
  box.innerHTML = "";
  while (next.firstChild) box.appendChild(next.firstChild);
  /** @type {HTMLElement | null} */
  const successor = focused ? box.querySelector("[data-do=" + focused + "]") : null;
  if (successor) successor.focus();
}

export function draw() {
  const name = currentScreen();
  const standing = currentStanding();
  const isStep = STEPS.test(name);
  drawTop(name, standing);
  drawLine(standing);
  replaceParts(byId("told"), statusNotes(name));
  replaceParts(byId("alarm"), alarms());
  byId("plain").hidden = name !== "plain";
  byId("hand").hidden = !isStep;
  byId("view").hidden = !VIEWS[name];
  if (isStep) drawStep(name, standing);
  else if (VIEWS[name]) replaceParts(byId("view"), VIEWS[name]());
  else drawPlain(standing);
  drawFoot(name);
  if (name !== store.screen && store.screen) startScreen();
  store.screen = name;
}

/** A new screen ignores taps for a moment, and begins at its heading. */
function startScreen() {
  const main = byId("main");
  main.setAttribute("data-deaf", "");
  setTimeout(() => { main.removeAttribute("data-deaf"); }, DOUBLE_TAP);
  scrollTo(0, 0);
  const head = all("#main h1, #main legend").find((each) => each.offsetParent);
  if (head) head.focus();
}

/**
 * @param {string} name
 * @param {Standing} standing
 */
function drawTop(name, standing) {
  const { table, pad: { draft, saved } } = store;
  const hand = name === "saved" && saved && saved.shown.hand || draft && draft.hand || standing.saved + 1;
  const isHand = isPlaying(table) && table.capture === "hands" && name !== "plain" && name !== "gone";
  const limit = table.limit || 0;
  replaceParts(byId("where"), table.round ? [
    el("b", {}, ["Round " + table.round]),
    isHand ? " · hand " + hand + (limit ? "/" + limit : "") : ""
  ] : [table.party]);
  const pips = [];
  while (isHand && pips.length < limit) pips.push(el(pips.length < standing.saved ? "i.in" : "i", {}, []));
  replaceParts(byId("pips"), pips);
}

/**
 * @param {string} name
 * @param {Standing} standing
 */
function drawStep(name, standing) {
  const { rules, pad: { draft } } = store;
  const bid = draft && draft.bid || "";
  replaceParts(byId("chosen"), earlierChoices(name));
  all("#hand [data-step]").forEach((part) => {
    const announces = part.id !== "announced" || rules.points[bid + "!"] || rules.points[bid + "+"];
    part.hidden = part.dataset.step !== name || !announces;
  });
  if (name === "tricks") markTricks();
  fillFields();
  byId("keep-bid").hidden = name !== "tricks" || !bid;
  replaceParts(byId("so-far"), name === "bidder" && !(draft && draft.seen) ? roundSummary(standing) : []);
}

/** @param {string} name */
function earlierChoices(name) {
  const { table, rules, pad: { draft } } = store;
  const parts = [];
  if (name === "tricks" || name === "bid") {
    const bidder = draft && draft.bidder;
    const words = bidder ? shortName(table, bidder) + ", " + SEATS[bidder] : "nobody";
    parts.push(choiceLine("Bidder", words, "bidder"));
  }
  if (!draft) return parts;
  if (name === "tricks" && draft.bid) parts.push(choiceLine("Bid", rules.bidNames[draft.bid], "bid"));
  if (!draft.seen && name !== "totals" && draft.hand <= table.saved) {
    parts.push(note(".note-wait", "Another phone has sent hand " + draft.hand + ".", "",
      [button("drop", ["Leave ours out"])]));
  }
  return parts;
}

/** Show the draft in the keys and fields. */
function fillFields() {
  /** @type {{[name: string]: any}} */
  const fields = store.pad.draft || {};
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = document.querySelectorAll("#hand input");
  inputs.forEach((input) => {
    const value = fields[input.name];
    const text = String(value === undefined ? "" : value);
    if (input.type === "text") { if (input.value !== (value || "")) input.value = value || ""; }
    else if (input.type === "checkbox") input.checked = Boolean(value);
    else if (input.type === "radio") input.checked = text === input.value;
  });
}

/**
 * The server draws this part; only the buttons pressed on this phone are added here.
 * @param {Standing} standing
 */
function drawPlain(standing) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const agrees = document.querySelectorAll("#plain [data-do=agree]");
  agrees.forEach((each) => {
    each.setAttribute("aria-pressed", String(Boolean(store.pad.yes[each.value])));
    each.disabled = isWaiting(store.outbox, /agree|hand|change|undo|total/);
  });
  all("#plain [data-do=start]").forEach((each) => {
    each.hidden = standing.finished || !store.table.can.hands;
  });
}

/** @param {string} name */
function drawFoot(name) {
  const { table, outbox, pad: { draft } } = store;
  const isEdit = draft && draft.seen && STEPS.test(name);
  byId("back").hidden = !(name === "bid" || name === "tricks" || isEdit);
  /** @type {NodeListOf<HTMLButtonElement>} */
  const calls = document.querySelectorAll("#call button");
  calls.forEach((each) => {
    each.hidden = Boolean(outbox.gone) || (each.value === "call") === table.called;
    each.disabled = isWaiting(outbox, /call/);
  });
  drawWait();
}

function drawWait() {
  const first = unsent()[0];
  const wait = document.getElementById("wait");
  if (!wait || !first || !first.tries || store.table.stage === "off") return;
  const seconds = Math.max(1, Math.ceil((store.outbox.retryAt - Date.now()) / 1000));
  wait.textContent = store.outbox.sending ? ", trying now" : ", trying again in " + seconds + " s";
}

/** @param {Standing} standing */
function drawLine(standing) {
  const { table, heardAt, clockLead, outbox } = store;
  const left = secondsLeft(table, Date.now() + clockLead);
  const { kind, news, time } = lineOf(table, {
    left, isFinished: standing.finished, isCalling: isWaiting(outbox, /^call/)
  });
  const isStale = Date.now() - heardAt > STALE;
  byId("line").className = "line" + (kind ? " line-" + kind : "");
  byId("line").hidden = Boolean(outbox.gone);
  replaceParts(byId("news"), [isStale ? "No answer since " + timeOf(heardAt) + ". Keep this page open." : news]);
  replaceParts(byId("time"), [time || isStale ? time : "as of " + timeOf(heardAt)]);
}
