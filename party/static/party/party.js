// What the pages do a little better with JavaScript; without it everything still works.
import { NOT_TAKEN, alarm, troubleIn } from "./alarms.js";
import { deskField, hasKeyboard, letInTheOnlyHit, steerEntry, stepOn } from "./keys.js";
import { changeLook } from "./looks.js";

const TWICE = 1500; // two presses within this many milliseconds are one

/** @type {{sent: WeakMap<Element, {text: string, at: number}>, unfolded: string[]}} */
const store = { sent: new WeakMap(), unfolded: [] };

/** @param {ParentNode} part */
function focusProblems(part) {
  /** @type {HTMLElement | null} */
  const problems = part.querySelector("#errors, #clash");
  // At the desk the cursor stays where one types: the list of faults is read out as it is.
  if (problems && !part.querySelector("#desk [data-entry]")) problems.focus();
}

/**
 * The browser itself obeys "autofocus" only when it first draws the page: on a busy laptop the
 * letters typed before that would be lost.
 */
function focusFirstField() {
  /** @type {HTMLElement | null} */
  const first = document.querySelector("input[autofocus], textarea[autofocus]");
  const field = hasKeyboard() && deskField() || first;
  if (field && !window.location.hash) field.focus();
}

/**
 * The text of a form as it would be sent, with the button that sends it.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
function contents(form, button) {
  // @ts-expect-error -- a file in it is its name, which serves here
  const text = new URLSearchParams(new FormData(form)).toString();
  return button instanceof HTMLButtonElement ? text + "&" + button.name + "=" + button.value : text;
}

/**
 * A second press with the same contents is a double-click, not a second hand.
 * @param {SubmitEvent} event
 */
function dropSecondPress(event) {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement)) return;
  const text = contents(form, submitter);
  const before = store.sent.get(form);
  if (before && before.text === text && Date.now() - before.at < TWICE) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  store.sent.set(form, { text, at: Date.now() });
}

/**
 * What somebody has unfolded stays so when its part of the page comes again.
 * @param {HtmxEvent} event
 */
function noteFolds({ detail }) {
  const open = detail.target.querySelectorAll("details[open][id]");
  store.unfolded = Array.from(open, (each) => each.id);
}

function unfoldAgain() {
  store.unfolded.splice(0).forEach((id) => {
    const fold = document.getElementById(id);
    if (fold instanceof HTMLDetailsElement) fold.open = true;
  });
}

/**
 * Signed out meanwhile, in another window: the answer is the sign-in page, no part of this one.
 * @param {HtmxEvent} event
 */
function goToSignIn(event) {
  const came = event.detail.xhr.responseURL;
  if (!came || new URL(came).pathname !== "/login/") return;
  event.preventDefault();
  // A line that was not saved must stay in sight.
  if (document.dispatchEvent(new Event("desk:leave", { cancelable: true }))) window.location.reload();
}

/** @param {HtmxEvent} event */
function tellFailure({ detail }) {
  const asked = detail.requestConfig && detail.requestConfig.verb === "get";
  alarm(asked ? "Head Table does not answer. This page may be out of date." :
    troubleIn(detail.xhr.responseText || "") || NOT_TAKEN);
  document.documentElement.dataset.failed = "yes";
}

/** @param {HtmxEvent} event */
function clearFailure({ detail }) {
  if (!detail.successful || !document.documentElement.dataset.failed) return;
  delete document.documentElement.dataset.failed;
  alarm("");
}

/**
 * Without https a browser has no clipboard for scripts, but copies what is selected.
 * @param {MouseEvent} event
 */
function copyLink({ target: button }) {
  if (!(button instanceof HTMLElement) || !button.matches("[data-copy]")) return;
  const field = document.getElementById(button.dataset.copy || "");
  if (field instanceof HTMLInputElement) field.select();
  button.textContent = document.execCommand("copy") ? "Copied" : "Press Ctrl-C to copy it";
}

document.addEventListener("submit", changeLook, true);
document.addEventListener("click", copyLink);
document.querySelectorAll("[data-copy]").forEach((each) => { each.removeAttribute("hidden"); });
document.addEventListener("submit", dropSecondPress, true);
document.addEventListener("keydown", steerEntry);
document.addEventListener("keydown", stepOn);
document.addEventListener("keydown", letInTheOnlyHit);
document.addEventListener("htmx:beforeSwap", noteFolds);
document.addEventListener("htmx:afterSwap", unfoldAgain);
document.addEventListener("htmx:beforeSwap", goToSignIn);
document.addEventListener("htmx:sendError", tellFailure);
document.addEventListener("htmx:responseError", tellFailure);
document.addEventListener("htmx:afterRequest", clearFailure);
// Only what has just come: a list that refreshes itself must not move anybody's place.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target instanceof Element) focusProblems(target);
});
focusFirstField();
focusProblems(document);
