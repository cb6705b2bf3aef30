// The desk's line. Lines go out one after the other, so that what is typed after Enter is the next
// hand, however long an answer takes. What is refused comes back into an empty field; while
// something else is being typed there, it waits beside it, and the later lines behind it.
import { deskField, fieldOf, fill, totalField } from "../keys.js";
import { bodyOf, post, putInPlace, tellNoField, tellNotTaken } from "./placing.js";
import { giveBack, isBlind, showHeld, store } from "./store.js";

/**
 * Enter in the desk's line, or its button.
 * @param {HTMLInputElement} field
 * @param {HTMLButtonElement | null} button
 */
export function takeLine(field, button) {
  const { form } = field;
  if (!form || isBlind(field)) return;
  /** @type {HTMLInputElement | null} */
  const asked = form.querySelector("[name=asked]");
  /** @type {HTMLInputElement | HTMLButtonElement | null} */
  const choice = button || form.querySelector("[name=choice]");
  const text = field.value.trim();
  if (store.held && button && asked) {
    store.lines.push({ text: asked.value, choice: button.value }, ...store.held.after);
    store.held = null;
  } else if (store.held) {
    if (text) store.held.after.push({ text });
    fill(field, "");
  } else if (text || !store.lines.length) {
    const answers = asked && choice && asked.value.trim() === text;
    addLine({ text, choice: answers && choice ? choice.value : "" });
    store.given.text = "";
    if (window.htmx) window.htmx.trigger(field, "htmx:abort");
    fill(field, "");
  }
  showHeld();
  sendNext();
}

/**
 * What is under way stays the first; a line typed goes before those that wait.
 * @param {DeskLine} line
 */
function addLine(line) {
  if (store.sending) store.lines.push(line);
  else store.lines.unshift(line);
}

function sendNext() {
  const field = deskField();
  const { lines } = store;
  if (store.sending || store.held || !lines.length) return;
  if (!field || !field.form) {
    tellNoField(lines);
    store.lines = [];
    return;
  }
  const line = lines[0];
  const body = bodyOf(field.form);
  body.set(field.name, line.text);
  body.delete("choice");
  if (line.choice) body.set("choice", line.choice);
  store.sending = true;
  post(field.form, body).then((answer) => {
    store.sending = false;
    store.lines.shift();
    try { putInPlace(answer); } finally { goOn(); }
  }, (failure) => {
    const all = store.lines;
    store.sending = false;
    store.lines = all.slice(1);
    giveBack(line.text);
    tellNotTaken(failure, all);
  });
}

function goOn() {
  const field = deskField();
  if (store.lines.length) sendNext();
  else if (store.begun && field && !store.held && !field.value) {
    fill(field, store.begun);
    store.begun = "";
  }
  showHeld();
}

/**
 * A letter for the next hand, typed before anybody can have read the refusal.
 * @param {KeyboardEvent} event
 */
export function typeOnBlind(event) {
  const field = fieldOf(event, "#desk [data-entry]");
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!field || !isBlind(field)) return;
  store.held = { text: store.given.text, after: [] };
  store.given.text = "";
  field.value = "";
  showHeld();
}

/**
 * "Type it again" brings what was refused into the field; "Leave it out" forgets it, or else what
 * is kept for the next table.
 * @param {MouseEvent} event
 */
export function settleHeld({ target }) {
  /** @type {HTMLButtonElement | null} */
  const button = target instanceof Element ? target.closest("#held button") : null;
  if (!button) return;
  const { held } = store;
  const field = held ? deskField() : totalField();
  if (!held) store.ahead = [];
  else {
    store.lines = held.after;
    store.held = null;
    if (button.value === "again" && field) {
      store.begun = field.value || store.begun;
      fill(field, held.text);
      field.select();
    }
  }
  if (field) field.focus();
  showHeld();
  if (held && button.value !== "again") goOn();
}

/** @param {KeyboardEvent} event */
export function enterLine(event) {
  const field = fieldOf(event, "#desk [data-entry]");
  if (!field || event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  takeLine(field, null);
}
