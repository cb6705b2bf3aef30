// Sends a form of the desk and shows the page that comes back. The field with the cursor is never
// replaced, only everything around it.
import { addAlarm, setAlarm, NOT_SAVED, findTrouble } from "../alarms.js";
import { byId } from "../elements.js";
import { deskField, fill, hasKeyboard } from "../keys.js";
import { READING_TIME, returnRefused, store, quote } from "./store.js";

const SIGNED_OUT = "You are signed out.";

/**
 * @param {HTMLFormElement} form
 * @returns {URLSearchParams}
 */
export function formBody(form) {
  // @ts-expect-error -- the desk's forms have no files
  return new URLSearchParams(new FormData(form));
}

/**
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} body
 * @returns {Promise<DeskAnswer>}
 */
export function post(form, body) {
  return fetch(new URL(form.getAttribute("action") || "", window.location.href).href, {
    method: "POST", body, headers: { "X-Desk": "part" }, credentials: "same-origin"
  }).then((answer) => {
    if (new URL(answer.url).pathname === "/login/") throw new Error(SIGNED_OUT);
    return answer.text().then((text) => {
      if (!answer.ok && answer.status !== 422) throw new Error(findTrouble(text));
      return {
        page: new DOMParser().parseFromString(text, "text/html"),
        url: answer.headers.get("Content-Location") || answer.url
      };
    });
  });
}

/**
 * @param {Error} failure
 * @param {DeskLine[]} lines
 */
export function reportNotSaved(failure, lines) {
  const reason = failure.message.startsWith("Not saved. ") ? failure.message : "";
  if (failure.message !== SIGNED_OUT) setAlarm(reason || NOT_SAVED);
  else setAlarm(SIGNED_OUT + (lines.length ? " Not saved: " + quote(lines) + "." : " Not saved."));
}

/** @param {DeskAnswer} answer */
export function showAnswer({ page, url }) {
  const current = byId("desk");
  const next = page.getElementById("desk");
  window.history.replaceState(null, "", url);
  document.title = page.title;
  if (!next) {
    // Another page, which gives the reason: a reload would lose that.
    document.body.replaceChildren(...page.body.childNodes);
    if (window.htmx) window.htmx.process(document.body);
    return;
  }
  ["said", "alarm"].forEach((id) => {
    const part = page.getElementById(id);
    if (part) byId(id).innerHTML = part.innerHTML;
  });
  const { field, refused } = replaceDesk(current, next);
  store.shownAt = Date.now();
  if (window.htmx) window.htmx.process(current);
  if (field) field.dataset.refused = refused;
  if (refused) returnRefused(refused);
  else if (field && field.value) fill(field, field.value);
  revealNews();
}

/** Page and cursor keep their places, so bring the result of the press into view. */
export function revealNews() {
  const news = document.querySelector("#errors, .wrong, #clash, #alarm .note, #said .note");
  if (news) news.scrollIntoView({ block: "nearest" });
}

/**
 * Return the field that now has the cursor, and the refused line.
 * @param {HTMLElement} current
 * @param {HTMLElement} next
 */
function replaceDesk(current, next) {
  const field = deskField();
  /** @type {HTMLInputElement | null} */
  const nextField = next.querySelector("[data-entry]");
  const refused = nextField && nextField.getAttribute("value") || "";
  if (field && nextField && isSameForm(field, nextField)) {
    replaceAround(current, next, field, nextField);
    return { field, refused };
  }
  if (nextField) {
    // The text being typed moves to the other form's line, and must not be selected there.
    nextField.value = field ? field.value : "";
    if (nextField.value) nextField.removeAttribute("aria-invalid");
  } else if (field && field.value) store.lines.push({ text: field.value.trim() });
  current.replaceChildren(...next.childNodes);
  focusDesk(current);
  return { field: nextField, refused };
}

/**
 * @param {HTMLInputElement} field
 * @param {HTMLInputElement} nextField
 */
function isSameForm(field, nextField) {
  return kindOf(field) === kindOf(nextField) && depth(field) === depth(nextField);
}

/** @param {HTMLInputElement} field */
function kindOf({ form }) {
  const kind = form && form.elements.namedItem("kind");
  return kind && "value" in kind ? kind.value : "";
}

/**
 * @param {Element} part
 * @returns {number}
 */
function depth(part) { return part.id === "desk" || !part.parentElement ? 0 : 1 + depth(part.parentElement); }

/**
 * Give `current` the attributes and children of `next`, except the child around the field.
 * @param {Element} current
 * @param {Element} next
 * @param {Element} field
 * @param {Element} nextField
 */
function replaceAround(current, next, field, nextField) {
  Array.from(current.attributes).forEach((each) => {
    if (!next.hasAttribute(each.name)) current.removeAttribute(each.name);
  });
  Array.from(next.attributes).forEach((each) => {
    if (current !== field || each.name !== "value") current.setAttribute(each.name, each.value);
  });
  const kept = Array.from(current.children).find((each) => each.contains(field));
  const nextChild = Array.from(next.children).find((each) => each.contains(nextField));
  if (current === field || !kept || !nextChild) return;
  Array.from(current.childNodes).forEach((each) => { if (each !== kept) each.remove(); });
  let isAfter = false;
  Array.from(next.childNodes).forEach((each) => {
    if (each === nextChild) isAfter = true;
    else if (isAfter) current.appendChild(each);
    else current.insertBefore(each, kept);
  });
  replaceAround(kept, nextChild, field, nextField);
}

/** @param {HTMLElement} part */
export function focusDesk(part) {
  /** @type {HTMLInputElement | null} */
  const wrong = part.querySelector("input[aria-invalid]:not([type=radio])");
  /** @type {HTMLElement | null} */
  const first = part.querySelector("#clash, [autofocus], [data-entry], .pad-open [type=radio]");
  if (wrong) {
    wrong.focus();
    wrong.select();
  } else if (first && first.matches("#clash, input")) {
    if (first.id === "clash" || hasKeyboard()) first.focus();
  } else if (first) {
    // A second Enter must not press the button for the next step of the evening.
    setTimeout(() => { first.focus(); }, READING_TIME);
  }
}

/** @param {DeskLine[]} lines */
export function reportNoField(lines) {
  // addAlarm keeps the server's own sentence.
  addAlarm("Not saved: " + quote(lines) + ". This page takes no more lines now.");
}
