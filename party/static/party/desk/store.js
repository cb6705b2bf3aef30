// Everything that changes at the desk is in this one store.
import { deskField, hasKeyboard, fill } from "../keys.js";

/** Whoever types on within so many milliseconds has not read the refusal yet. */
export const BLIND = 700;

/** @type {Desk} */
export const store = {
  lines: [], sending: false, held: null, begun: "", given: { text: "", at: 0 }, ahead: [], deafUntil: 0
};

/** @param {DeskLine[]} some */
export function textOf(some) { return some.map((line) => "“" + line.text + "”").join(", "); }

/** What was typed for the next table. */
export function aheadText() {
  return store.ahead.map((key) => key === "Enter" ? " " : key).join("").trim();
}

/**
 * What would be lost with the page.
 * @returns {DeskLine[]}
 */
export function unsaved() {
  const { held, lines } = store;
  if (aheadText()) return [{ text: aheadText() }];
  return held ? [held, ...held.after] : lines;
}

/** @param {HTMLInputElement} field */
export function isBlind(field) {
  const { text, at } = store.given;
  return Boolean(text) && field.value === text && Date.now() - at < BLIND;
}

/**
 * A line that was refused, or a question about it: it has the field when nothing else does.
 * @param {string} text
 */
export function giveBack(text) {
  const field = deskField();
  if (!field || !text) return;
  if (field.value || store.lines.length) {
    store.held = { text, after: store.lines };
    store.lines = [];
    field.removeAttribute("aria-invalid");
  } else {
    store.given = { text, at: Date.now() };
    fill(field, text);
    if (hasKeyboard()) field.focus();
    // It is there to be looked at, and goes with the first letter typed.
    setTimeout(() => {
      if (field.value === text && document.activeElement === field) field.select();
    }, BLIND);
  }
  showHeld();
}

/** Say what is not saved yet, or kept for later. */
export function showHeld() {
  const { held, lines, sending, ahead } = store;
  const box = document.getElementById("held");
  const told = box && box.querySelector("p");
  if (!box || !told) return;
  const after = held ? held.after : lines;
  let words = held ? "Not saved: “" + held.text + "”. Enter keeps what you type after it." : "";
  if (after.length > (sending ? 1 : 0)) {
    words += (held ? " Kept: " : "To be saved: ") + textOf(after) + ".";
  }
  if (ahead.length && aheadText()) words += "Kept for the next table: “" + aheadText() + "”.";
  told.textContent = words;
  box.hidden = !words;
  box.querySelectorAll("button").forEach((each) => {
    each.hidden = !held && (each.value === "again" || !aheadText());
  });
}
