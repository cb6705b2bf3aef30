// Everything that changes on a table's page is in this one store.
import { all, readJson } from "../elements.js";
import { recall } from "./kept.js";
import { openOutbox, waiting } from "./outbox.js";
import { openPad } from "./pad.js";
import { screenName, standing } from "./standing.js";

const FIRST_POLL = 2000; // milliseconds

export const store = openPage();

/** @returns {Page} */
function openPage() {
  const table = readJson(document, "state");
  const kept = recall();
  return {
    table, csrf: table.csrf, rules: readRules(document),
    outbox: openOutbox(kept.items), pad: openPad(kept.draft, kept.begun),
    plainOf: table.v, rulesOf: table.rules, people: JSON.stringify(table.seats),
    answers: 0, asking: false, pollAt: Date.now() + FIRST_POLL, heardAt: Date.now(),
    skew: Date.parse(table.now) - Date.now(),
    screen: "", missed: "", drawn: new WeakMap(), arrowAt: 0, stacked: false
  };
}

/**
 * The rules of the pad, as the server wrote them into a page.
 * @param {Document} page
 * @returns {Rules}
 */
export function readRules(page) {
  /** @type {Rules} */
  const rules = {
    points: readJson(page, "pad"), passed: readJson(page, "passed"), bidNames: {}, announcements: {},
    takesTotals: Boolean(page.getElementById("total-ns"))
  };
  all("#hand [name=bid]", page).forEach((key) => {
    rules.bidNames[key.getAttribute("value") || ""] = key.getAttribute("aria-label") || "";
  });
  all("#hand [name=announced]", page).forEach((key) => {
    const words = key.nextElementSibling && key.nextElementSibling.textContent;
    rules.announcements[key.getAttribute("value") || ""] = (words || "").toLowerCase();
  });
  return rules;
}

/** What still goes to the server. */
export function unsent() { return waiting(store.outbox); }

/** How the table stands, with what this phone has yet to send. */
export function currentStanding() { return standing(store.table, unsent()); }

/** The name of the screen that should be shown. */
export function currentScreen() { return screenName(store, currentStanding(), store.outbox.gone); }

/** @returns {Facts} */
export function facts() { return { table: store.table, rules: store.rules, now: currentStanding() }; }
