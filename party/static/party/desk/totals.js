// Totals at the desk. Keys pressed while a total is being saved, or before anybody can have read a
// refusal, belong to the next table: they are kept until this one is saved.
import { addAlarm } from "../alarms.js";
import { nextBox, totalField } from "../keys.js";
import { focusDesk, post, revealNews, showAnswer, reportNotSaved } from "./answers.js";
import { READING_TIME, typeaheadText, showUnsaved, store, unsaved } from "./store.js";

/** @param {KeyboardEvent} event */
export function bufferKey(event) {
  const key = event.key === "Tab" ? "Enter" : event.key;
  if (Date.now() > store.deafUntil || event.ctrlKey || event.metaKey || event.altKey) return;
  const isKept = key.length === 1 || key === "Enter" || key === "Backspace";
  if (!isKept || !totalField()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (key === "Backspace") store.typeahead.pop();
  else store.typeahead.push(key);
  store.deafUntil = Math.max(store.deafUntil, Date.now() + READING_TIME);
  showUnsaved();
}

/** Press the kept keys in the boxes of the next table, as far as they go. */
function replayKeys() {
  let field = totalField();
  store.deafUntil = 0;
  if (!field && typeaheadText()) addAlarm("Not saved: “" + typeaheadText() + "”.");
  if (!field) store.typeahead = [];
  while (field && store.typeahead.length) {
    const key = store.typeahead.shift();
    /** @type {HTMLInputElement | undefined} */
    const next = nextBox(field);
    if (key !== "Enter") field.value += key;
    else if (next && field.value) field = next;
    else if (field.value && field.form) {
      field.form.requestSubmit();
      break;
    }
  }
  if (field) field.focus();
  showUnsaved();
}

/**
 * Send any form of the desk except its line.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} body
 */
export function sendForm(form, body) {
  const isTotal = Boolean(form.querySelector("[data-step]"));
  if (isTotal) store.deafUntil = Infinity;
  post(form, body).then((answer) => {
    showAnswer(answer);
    const desk = document.getElementById("desk");
    if (desk && (!document.activeElement || document.activeElement === document.body)) {
      focusDesk(desk);
      revealNews();
    }
    if (isTotal && desk && desk.querySelector("#errors, .wrong, #clash")) store.deafUntil = Date.now() + READING_TIME;
    else if (isTotal) replayKeys();
  }, (failure) => {
    store.deafUntil = 0;
    reportNotSaved(failure, unsaved());
  });
}
