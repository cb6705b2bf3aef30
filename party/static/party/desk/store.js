// The one store for the state of the desk.
import { deskField, hasKeyboard, fill } from "../keys.js";

/** Milliseconds within which nobody can have read a refusal. */
export const READING_TIME = 700;

/** @type {Desk} */
export const store = {
  lines: [], sending: false, held: null, setAside: "", refused: { text: "", at: 0 }, typeahead: [], deafUntil: 0,
  shownAt: Date.now()
};

/** @param {DeskLine[]} lines */
export function quote(lines) { return lines.map((line) => "“" + line.text + "”").join(", "); }

export function typeaheadText() {
  return store.typeahead.map((key) => key === "Enter" ? " " : key).join("").trim();
}

/** @returns {DeskLine[]} */
export function unsaved() {
  const { held, lines } = store;
  if (typeaheadText()) return [{ text: typeaheadText() }];
  return held ? [held, ...held.later] : lines;
}

/** @param {HTMLInputElement} field */
export function isUnread(field) {
  const { text, at } = store.refused;
  return Boolean(text) && field.value === text && Date.now() - at < READING_TIME;
}

/**
 * Whether an empty line would accept the slip's hand before anybody can have read it.
 * @param {HTMLInputElement} field
 */
export function acceptsUnread(field) {
  const isProposed = field.form && field.form.querySelector("[name=proposed]");
  return Boolean(isProposed) && !field.value.trim() && Date.now() - store.shownAt < READING_TIME;
}

/**
 * Put a refused line back into the field, or beside it if the field is in use.
 * @param {string} text
 */
export function returnRefused(text) {
  const field = deskField();
  if (!field || !text) return;
  if (field.value || store.lines.length) {
    store.held = { text, later: store.lines };
    store.lines = [];
    field.removeAttribute("aria-invalid");
  } else {
    store.refused = { text, at: Date.now() };
    fill(field, text);
    if (hasKeyboard()) field.focus();
    // Selected, so that the first letter typed replaces it.
    setTimeout(() => {
      if (field.value === text && document.activeElement === field) field.select();
    }, READING_TIME);
  }
  showUnsaved();
}

/** Show which lines are not saved yet or kept for later. */
export function showUnsaved() {
  const { held, lines, sending, typeahead } = store;
  const box = document.getElementById("held");
  const paragraph = box && box.querySelector("p");
  if (!box || !paragraph) return;
  const later = held ? held.later : lines;
  let words = held ? "Not saved: “" + held.text + "”. Enter keeps what you type after it." : "";
  if (later.length > (sending ? 1 : 0)) {
    words += (held ? " Kept: " : "To be saved: ") + quote(later) + ".";
  }
  if (typeahead.length && typeaheadText()) words += "Kept for the next table: “" + typeaheadText() + "”.";
  paragraph.textContent = words;
  box.hidden = !words;
  box.querySelectorAll("button").forEach((each) => {
    each.hidden = !held && (each.value === "again" || !typeaheadText());
  });
}
