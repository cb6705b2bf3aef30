// Small improvements of every page; all pages work without JavaScript too.
import { NOT_SAVED, findTrouble, setAlarm } from "./alarms.js";
import { ringForCalls } from "./calls.js";
import { admitOnlyMatch, deskField, focusNextBox, handleEntryKeys, hasKeyboard } from "./keys.js";
import { changeLook } from "./looks.js";

const DOUBLE_CLICK = 1500; // milliseconds

/** @type {{sent: WeakMap<Element, {text: string, at: number}>, openFolds: string[]}} */
const store = { sent: new WeakMap(), openFolds: [] };

/** @param {ParentNode} part */
function focusProblems(part) {
  /** @type {HTMLElement | null} */
  const field = part.querySelector(".field-bad :is(input, select, textarea):not([type=hidden])");
  /** @type {HTMLElement | null} */
  const problems = part.querySelector("#errors, #clash") || field || part.querySelector("main form > .wrong");
  for (let fold = problems; fold; fold = fold.parentElement) if (fold instanceof HTMLDetailsElement) fold.open = true;
  // At the desk the cursor stays in the line; screen readers announce the list of faults anyway.
  if (problems && !part.querySelector("#desk [data-entry]")) problems.focus();
}

/**
 * The browser obeys "autofocus" only when it first draws the page: on a busy laptop, letters typed
 * before that would be lost.
 */
function focusFirstField() {
  /** @type {HTMLElement | null} */
  const first = document.querySelector("input[autofocus], textarea[autofocus]");
  const field = hasKeyboard() && deskField() || first;
  if (!field || window.location.hash) return;
  field.focus();
  if (field instanceof HTMLInputElement && field.matches("[data-find]")) field.select();
}

/**
 * A form's fields and submit button as one text.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
function formText(form, button) {
  // @ts-expect-error -- a file becomes "[object File]", which is enough to compare
  const text = new URLSearchParams(new FormData(form)).toString();
  return button instanceof HTMLButtonElement ? text + "&" + button.name + "=" + button.value : text;
}

/**
 * A second submit with the same contents is a double click, not a second hand.
 * @param {SubmitEvent} event
 */
function dropDoubleClick(event) {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement)) return;
  const text = formText(form, submitter);
  const before = store.sent.get(form);
  if (before && before.text === text && Date.now() - before.at < DOUBLE_CLICK) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  store.sent.set(form, { text, at: Date.now() });
}

/** @param {HtmxEvent} event */
function rememberOpenFolds({ detail }) {
  const open = detail.target.querySelectorAll("details[open][id]");
  store.openFolds = Array.from(open, (each) => each.id);
}

function reopenFolds() {
  store.openFolds.splice(0).forEach((id) => {
    const fold = document.getElementById(id);
    if (fold instanceof HTMLDetailsElement) fold.open = true;
  });
}

/**
 * The answer is the sign-in page if the user signed out in another window.
 * @param {HtmxEvent} event
 */
function goToSignIn(event) {
  const address = event.detail.xhr.responseURL;
  if (!address || new URL(address).pathname !== "/login/") return;
  event.preventDefault();
  // An unsaved line must stay visible.
  if (document.dispatchEvent(new Event("desk:leave", { cancelable: true }))) window.location.reload();
}

/**
 * Remove a refusal once the field holds another text that can be read.
 * @param {HtmxEvent} event
 */
function dropOldFault({ detail: { target: echo } }) {
  const form = echo.closest("form");
  /** @type {HTMLInputElement | null} */
  const field = form && form.querySelector("[data-entry]");
  if (!form || !echo.matches(".echo") || !echo.querySelector(".echo-says")) return;
  if (field && field.value.trim() === (field.dataset.refused || field.defaultValue).trim()) return;
  [...document.querySelectorAll("#errors"), ...form.querySelectorAll(".wrong")].forEach((each) => { each.remove(); });
  form.querySelectorAll("[aria-invalid]").forEach((each) => { each.removeAttribute("aria-invalid"); });
  form.querySelectorAll(".field-bad").forEach((each) => { each.classList.remove("field-bad"); });
}

/** @param {HtmxEvent} event */
function showFailure({ detail }) {
  const isGet = detail.requestConfig && detail.requestConfig.verb === "get";
  setAlarm(isGet ? "Head Table does not answer. This page may be out of date." :
    findTrouble(detail.xhr.responseText || "") || NOT_SAVED);
  document.documentElement.dataset.failed = "yes";
}

/** @param {HtmxEvent} event */
function clearFailure({ detail }) {
  if (!detail.successful || !document.documentElement.dataset.failed) return;
  delete document.documentElement.dataset.failed;
  setAlarm("");
}

/**
 * Without https, browsers give scripts no clipboard, but execCommand copies the selection.
 * @param {MouseEvent} event
 */
function copyLink({ target: button }) {
  if (!(button instanceof HTMLElement) || !button.matches("[data-copy]")) return;
  const field = document.getElementById(button.dataset.copy || "");
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
  button.textContent = document.execCommand("copy") ? "Copied" : "Press Ctrl-C to copy it";
}

document.addEventListener("submit", changeLook, true);
document.addEventListener("click", copyLink);
document.querySelectorAll("[data-copy]").forEach((each) => { each.removeAttribute("hidden"); });
document.addEventListener("submit", dropDoubleClick, true);
document.addEventListener("keydown", handleEntryKeys);
document.addEventListener("keydown", focusNextBox);
document.addEventListener("keydown", admitOnlyMatch);
document.addEventListener("htmx:beforeSwap", rememberOpenFolds);
document.addEventListener("htmx:afterSwap", reopenFolds);
document.addEventListener("htmx:afterSwap", dropOldFault);
document.addEventListener("htmx:beforeSwap", goToSignIn);
document.addEventListener("htmx:sendError", showFailure);
document.addEventListener("htmx:responseError", showFailure);
document.addEventListener("htmx:afterRequest", clearFailure);
// Only in the swapped part: a list that refreshes itself must not move the reader's focus.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target instanceof Element) focusProblems(target);
});
focusFirstField();
focusProblems(document);
ringForCalls();
