// The one store for the state of a table's page.
import { all, readJson } from "../elements.js";
import { canStore, readAll } from "./local_storage.js";
import { openOutbox, waiting } from "./outbox.js";
import { openPad } from "./pad.js";
import { screenName, standingOf } from "./standing.js";

const FIRST_POLL = 2000; // milliseconds

export const store = openPage();

/** @returns {Page} */
function openPage() {
  const table = readJson(document, "state");
  const stored = readAll();
  return {
    table, rules: readRules(document), keeps: canStore(),
    outbox: openOutbox(stored.items), pad: openPad(stored.draft, stored.begun, stored.read),
    plainVersion: table.v, rulesVersion: table.rules, seatsJson: JSON.stringify(table.seats),
    answerCount: 0, asking: false, pollAt: Date.now() + FIRST_POLL, lookAgainAt: 0, heardAt: Date.now(),
    clockLead: Date.parse(table.now) - Date.now(),
    screen: "", requestedVersion: "", drawn: new WeakMap(), arrowAt: 0, hasBackStep: false
  };
}

/**
 * Read the rules of the pad from a page of the server.
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

export function unsent() { return waiting(store.outbox); }

export function currentStanding() { return standingOf(store.table, unsent()); }

export function currentScreen() { return screenName(store, currentStanding(), store.outbox.gone); }

/** @returns {Facts} */
export function facts() {
  const { table, rules, keeps } = store;
  return { table, rules, keeps, standing: currentStanding() };
}
