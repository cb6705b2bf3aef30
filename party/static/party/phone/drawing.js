// Draws the page from the store. Parts are put in place only when they differ: what is read out or
// touched stays.
import { all, button, byId, el, note } from "../elements.js";
import { shortName, SEATS } from "./hand.js";
import { isWaiting } from "./outbox.js";
import { isPlaying } from "./standing.js";
import { currentScreen, currentStanding, store, unsent } from "./store.js";
import { VIEWS, alarms, markTricks, said, soFar, timeOf, told } from "./views.js";

const DEAF = 600; // milliseconds: the second tap of a double tap is for no other screen
const SILENT = 40000;
const STEPS = /^(bidder|bid|tricks|totals)$/;

/** @typedef {import("../elements.js").Part} Part */

/**
 * @param {HTMLElement} box
 * @param {Part[]} parts
 */
function place(box, parts) {
  const next = el(box.tagName, {}, parts);
  if (next.innerHTML === store.drawn.get(box)) return;
  store.drawn.set(box, next.innerHTML);
  const active = document.activeElement;
  const held = active instanceof HTMLElement && box.contains(active) && active.dataset.do;
  box.innerHTML = "";
  while (next.firstChild) box.appendChild(next.firstChild);
  /** @type {HTMLElement | null} */
  const again = held ? box.querySelector("[data-do=" + held + "]") : null;
  if (again) again.focus();
}

/** Draw what has changed. */
export function draw() {
  const name = currentScreen();
  const now = currentStanding();
  const isStep = STEPS.test(name);
  drawTop(name, now);
  place(byId("told"), told(name));
  place(byId("alarm"), alarms());
  byId("plain").hidden = name !== "plain";
  byId("hand").hidden = !isStep;
  byId("view").hidden = !VIEWS[name];
  if (isStep) drawStep(name, now);
  else if (VIEWS[name]) place(byId("view"), VIEWS[name]());
  else drawPlain(now);
  drawFoot(name);
  if (name !== store.screen && store.screen) turnTo();
  store.screen = name;
}

/** Another screen: for a moment it is deaf, and it begins with its heading. */
function turnTo() {
  const main = byId("main");
  main.setAttribute("data-deaf", "");
  setTimeout(() => { main.removeAttribute("data-deaf"); }, DEAF);
  scrollTo(0, 0);
  const head = all("#main h1, #main legend").find((each) => each.offsetParent);
  if (head) head.focus();
}

/**
 * @param {string} name
 * @param {Standing} now
 */
function drawTop(name, now) {
  const { table, pad: { draft, saved } } = store;
  const hand = name === "saved" && saved && saved.shown.hand || draft && draft.hand || now.saved + 1;
  const isHand = isPlaying(table) && table.capture === "hands" && name !== "plain" && name !== "gone";
  const limit = table.limit || 0;
  place(byId("where"), table.round ? [
    el("b", {}, ["Round " + table.round]),
    isHand ? " · hand " + hand + (limit ? "/" + limit : "") : ""
  ] : [table.party]);
  const pips = [];
  while (isHand && pips.length < limit) pips.push(el(pips.length < now.saved ? "i.in" : "i", {}, []));
  place(byId("pips"), pips);
}

/**
 * @param {string} name
 * @param {Standing} now
 */
function drawStep(name, now) {
  const { rules, pad: { draft } } = store;
  const bid = draft && draft.bid || "";
  place(byId("chosen"), chosen(name));
  all("#hand [data-step]").forEach((part) => {
    const announces = part.id !== "announced" || rules.points[bid + "!"] || rules.points[bid + "+"];
    part.hidden = part.dataset.step !== name || !announces;
  });
  if (name === "tricks") markTricks();
  fillIn();
  byId("keep-bid").hidden = name !== "tricks" || !bid;
  place(byId("so-far"), name === "bidder" && !(draft && draft.seen) ? soFar(now) : []);
}

/**
 * What was chosen in the steps before.
 * @param {string} name
 */
function chosen(name) {
  const { table, rules, pad: { draft } } = store;
  const parts = [];
  if (name === "tricks" || name === "bid") {
    const bidder = draft && draft.bidder;
    const words = bidder ? shortName(table, bidder) + ", " + SEATS[bidder] : "nobody";
    parts.push(said("Bidder", words, "bidder"));
  }
  if (!draft) return parts;
  if (name === "tricks" && draft.bid) parts.push(said("Bid", rules.bidNames[draft.bid], "bid"));
  if (!draft.seen && name !== "totals" && draft.hand <= table.saved) {
    parts.push(note(".note-wait", "Another phone has sent hand " + draft.hand + ".", "",
      [button("drop", ["Leave ours out"])]));
  }
  return parts;
}

/** Let the keys and fields show what the draft holds. */
function fillIn() {
  /** @type {{[name: string]: any}} */
  const made = store.pad.draft || {};
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = document.querySelectorAll("#hand input");
  inputs.forEach((input) => {
    const value = made[input.name];
    const text = String(value === undefined ? "" : value);
    if (input.type === "text") { if (input.value !== (value || "")) input.value = value || ""; }
    else if (input.type === "checkbox") input.checked = Boolean(value);
    else if (input.type === "radio") input.checked = text === input.value;
  });
}

/**
 * The server drew it; here is only what this phone has pressed.
 * @param {Standing} now
 */
function drawPlain(now) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const agrees = document.querySelectorAll("#plain [data-do=agree]");
  agrees.forEach((each) => {
    each.setAttribute("aria-pressed", String(Boolean(store.pad.yes[each.value])));
    each.disabled = isWaiting(store.outbox, /agree|hand|change|undo|total/);
  });
  all("#plain [data-do=start]").forEach((each) => {
    each.hidden = now.finished || !store.table.can.hands;
  });
}

/** @param {string} name */
function drawFoot(name) {
  const { table, outbox, pad: { draft } } = store;
  const mends = draft && draft.seen && STEPS.test(name);
  byId("back").hidden = !(name === "bid" || name === "tricks" || mends);
  /** @type {NodeListOf<HTMLButtonElement>} */
  const calls = document.querySelectorAll("#call button");
  calls.forEach((each) => {
    each.hidden = Boolean(outbox.gone) || (each.value === "call") === table.called;
    each.disabled = isWaiting(outbox, /call/);
  });
  drawWait();
  byId("as-of").textContent = outbox.gone ? "" : timeWords();
}

/** How long until the next attempt. */
function drawWait() {
  const first = unsent()[0];
  const wait = document.getElementById("wait");
  if (!wait || !first || !first.tries) return;
  const seconds = Math.max(1, Math.ceil((store.outbox.retryAt - Date.now()) / 1000));
  wait.textContent = store.outbox.sending ? ", trying now" : ", trying again in " + seconds + " s";
}

/** What is left of the round, and since when nothing was heard. */
function timeWords() {
  const { table, heardAt, skew } = store;
  const { ends, left: standing } = table.clock;
  const left = ends ? Math.round((Date.parse(ends) - Date.now() - skew) / 1000) : Number(standing);
  const heard = Date.now() - heardAt > SILENT ?
    "No answer since " + timeOf(heardAt) + ". Keep this page open." : "As of " + timeOf(heardAt) + ".";
  if (left <= 0 || !isPlaying(table)) return heard;
  return Math.floor(left / 60) + ":" + ("0" + left % 60).slice(-2) +
    (ends ? " left. " : " left, the clock stands. ") + heard;
}
