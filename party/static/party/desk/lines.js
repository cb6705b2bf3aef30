// The desk's line. Lines are sent one after the other, so the desk can type the next hand however
// long an answer takes. A refused line returns to the field if that is empty. Otherwise it waits
// beside the field, and the later lines wait behind it.
import { deskField, matchingField, fill, totalField } from "../keys.js";
import { formBody, post, showAnswer, reportNoField, reportNotSaved } from "./answers.js";
import { acceptsUnread, returnRefused, isUnread, showUnsaved, store } from "./store.js";

/**
 * @param {HTMLInputElement} field
 * @param {HTMLButtonElement | null} button
 */
export function submitLine(field, button) {
  const { form } = field;
  if (!form || isUnread(field) || acceptsUnread(field)) return;
  /** @type {HTMLInputElement | null} */
  const asked = form.querySelector("[name=asked]");
  /** @type {HTMLInputElement | HTMLButtonElement | null} */
  const choice = button || form.querySelector("[name=choice]");
  const text = field.value.trim();
  if (store.held && button && asked) {
    store.lines.push({ text: asked.value, choice: button.value }, ...store.held.later);
    store.held = null;
  } else if (store.held) {
    if (text) store.held.later.push({ text });
    fill(field, "");
  } else if (text || !store.lines.length) {
    const answers = asked && choice && asked.value.trim() === text;
    addLine({ text, choice: answers && choice ? choice.value : "" });
    store.refused.text = "";
    if (window.htmx) window.htmx.trigger(field, "htmx:abort");
    fill(field, "");
  }
  showUnsaved();
  sendNext();
}

/**
 * A new line goes before the waiting ones, but after the one that is being sent.
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
    reportNoField(lines);
    store.lines = [];
    return;
  }
  const line = lines[0];
  const body = formBody(field.form);
  body.set(field.name, line.text);
  body.delete("choice");
  if (line.choice) body.set("choice", line.choice);
  store.sending = true;
  post(field.form, body).then((answer) => {
    store.sending = false;
    store.lines.shift();
    try { showAnswer(answer); } finally { continueLines(); }
  }, (failure) => {
    const all = store.lines;
    store.sending = false;
    store.lines = all.slice(1);
    returnRefused(line.text);
    reportNotSaved(failure, all);
  });
}

function continueLines() {
  const field = deskField();
  if (store.lines.length) sendNext();
  else if (store.setAside && field && !store.held && !field.value) {
    fill(field, store.setAside);
    store.setAside = "";
  }
  showUnsaved();
}

/**
 * A letter typed before anybody can have read the refusal begins the next hand.
 * @param {KeyboardEvent} event
 */
export function setRefusedAside(event) {
  const field = matchingField(event, "#desk [data-entry]");
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!field || !isUnread(field)) return;
  store.held = { text: store.refused.text, later: [] };
  store.refused.text = "";
  field.value = "";
  showUnsaved();
}

/**
 * "Type it again" puts the refused line into the field. "Leave it out" drops it, or, if there is
 * none, what was typed ahead for the next table.
 * @param {MouseEvent} event
 */
export function resolveHeld({ target }) {
  /** @type {HTMLButtonElement | null} */
  const button = target instanceof Element ? target.closest("#held button") : null;
  if (!button) return;
  const { held } = store;
  const field = held ? deskField() : totalField();
  if (!held) store.typeahead = [];
  else {
    store.lines = held.later;
    store.held = null;
    if (button.value === "again" && field) {
      store.setAside = field.value || store.setAside;
      fill(field, held.text);
      field.select();
    }
  }
  if (field) field.focus();
  showUnsaved();
  if (held && button.value !== "again") continueLines();
}

/** @param {KeyboardEvent} event */
export function enterLine(event) {
  const field = matchingField(event, "#desk [data-entry]");
  if (!field || event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  if (!event.repeat || field.value) submitLine(field, null);
}
