// Totals at the desk. What is typed while one is being saved, or before anybody can have read why
// it was refused, is the next table's: it is kept until this one is saved.
import { addAlarm } from "../alarms.js";
import { nextBox, totalField } from "../keys.js";
import { focusDesk, post, putInPlace, tellNotTaken } from "./placing.js";
import { BLIND, aheadText, showHeld, store, unsaved } from "./store.js";

/** @param {KeyboardEvent} event */
export function keepAhead(event) {
  const key = event.key === "Tab" ? "Enter" : event.key;
  if (Date.now() > store.deafUntil || event.ctrlKey || event.metaKey || event.altKey) return;
  const isKept = key.length === 1 || key === "Enter" || key === "Backspace";
  if (!isKept || !totalField()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (key === "Backspace") store.ahead.pop();
  else store.ahead.push(key);
  store.deafUntil = Math.max(store.deafUntil, Date.now() + BLIND);
  showHeld();
}

/** Type what was kept into the next table's boxes, as far as it goes. */
function typeAhead() {
  let field = totalField();
  store.deafUntil = 0;
  if (!field && aheadText()) addAlarm("Not saved: “" + aheadText() + "”.");
  if (!field) store.ahead = [];
  while (field && store.ahead.length) {
    const key = store.ahead.shift();
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
  showHeld();
}

/**
 * Send a form of the desk that is not its line.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} body
 */
export function sendForm(form, body) {
  const isTotal = Boolean(form.querySelector("[data-step]"));
  if (isTotal) store.deafUntil = Infinity;
  post(form, body).then((answer) => {
    putInPlace(answer);
    const desk = document.getElementById("desk");
    if (desk && (!document.activeElement || document.activeElement === document.body)) focusDesk(desk);
    if (isTotal && desk && desk.querySelector("#errors, #clash")) store.deafUntil = Date.now() + BLIND;
    else if (isTotal) typeAhead();
  }, (failure) => {
    store.deafUntil = 0;
    tellNotTaken(failure, unsaved());
  });
}
