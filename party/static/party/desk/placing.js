// Sends a form of the desk and puts the page that comes back in place. The field with the cursor
// stays in the page for good: around it everything is put in place from the answer.
import { addAlarm, alarm, NOT_TAKEN, troubleIn } from "../alarms.js";
import { byId } from "../elements.js";
import { deskField, fill, hasKeyboard } from "../keys.js";
import { BLIND, giveBack, store, textOf } from "./store.js";

const SIGNED_OUT = "You are signed out.";

/**
 * @param {HTMLFormElement} form
 * @returns {URLSearchParams}
 */
export function bodyOf(form) {
  // @ts-expect-error -- the desk's forms have no files
  return new URLSearchParams(new FormData(form));
}

/**
 * Send a form, and return the page that comes back.
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
      if (!answer.ok && answer.status !== 422) throw new Error(troubleIn(text));
      return {
        page: new DOMParser().parseFromString(text, "text/html"),
        url: answer.headers.get("Content-Location") || answer.url
      };
    });
  });
}

/**
 * @param {Error} failure
 * @param {DeskLine[]} some
 */
export function tellNotTaken(failure, some) {
  const known = failure.message.startsWith("Not saved. ") ? failure.message : "";
  if (failure.message !== SIGNED_OUT) alarm(known || NOT_TAKEN);
  else alarm(SIGNED_OUT + (some.length ? " Not saved: " + textOf(some) + "." : " Not saved."));
}

/** @param {DeskAnswer} answer */
export function putInPlace({ page, url }) {
  const now = byId("desk");
  const next = page.getElementById("desk");
  window.history.replaceState(null, "", url);
  document.title = page.title;
  if (!next) {
    // Another page, which says why: asking for it again would lose that.
    document.body.replaceChildren(...page.body.childNodes);
    if (window.htmx) window.htmx.process(document.body);
    return;
  }
  ["said", "alarm"].forEach((id) => {
    const part = page.getElementById(id);
    if (part) byId(id).innerHTML = part.innerHTML;
  });
  const { field, refused } = putDesk(now, next);
  if (window.htmx) window.htmx.process(now);
  if (refused) giveBack(refused);
  else if (field && field.value) fill(field, field.value);
}

/**
 * Return the field that has the cursor now, and what was refused.
 * @param {HTMLElement} now
 * @param {HTMLElement} next
 */
function putDesk(now, next) {
  const field = deskField();
  /** @type {HTMLInputElement | null} */
  const other = next.querySelector("[data-entry]");
  const refused = other && other.getAttribute("value") || "";
  if (field && other && isSameForm(field, other)) {
    replaceAround(now, next, field, other);
    return { field, refused };
  }
  if (other) {
    // What is being typed goes on in the other form's line, and must not be selected there.
    other.value = field ? field.value : "";
    if (other.value) other.removeAttribute("aria-invalid");
  } else if (field && field.value) store.lines.push({ text: field.value.trim() });
  now.replaceChildren(...next.childNodes);
  focusDesk(now);
  return { field: other, refused };
}

/**
 * @param {HTMLInputElement} field
 * @param {HTMLInputElement} other
 */
function isSameForm(field, other) {
  return kindOf(field) === kindOf(other) && depth(field) === depth(other);
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
 * Give `now` the attributes and children of `next`, all but the one that leads to the field.
 * @param {Element} now
 * @param {Element} next
 * @param {Element} field
 * @param {Element} other
 */
function replaceAround(now, next, field, other) {
  Array.from(now.attributes).forEach((each) => {
    if (!next.hasAttribute(each.name)) now.removeAttribute(each.name);
  });
  Array.from(next.attributes).forEach((each) => {
    if (now !== field || each.name !== "value") now.setAttribute(each.name, each.value);
  });
  const stays = Array.from(now.children).find((each) => each.contains(field));
  const theirs = Array.from(next.children).find((each) => each.contains(other));
  if (now === field || !stays || !theirs) return;
  Array.from(now.childNodes).forEach((each) => { if (each !== stays) each.remove(); });
  let isAfter = false;
  Array.from(next.childNodes).forEach((each) => {
    if (each === theirs) isAfter = true;
    else if (isAfter) now.appendChild(each);
    else now.insertBefore(each, stays);
  });
  replaceAround(stays, theirs, field, other);
}

/** @param {HTMLElement} part */
export function focusDesk(part) {
  /** @type {HTMLInputElement | null} */
  const wrong = part.querySelector("input[aria-invalid]:not([type=radio])");
  /** @type {HTMLElement | null} */
  const first = part.querySelector("#clash, [autofocus], [data-entry]");
  if (wrong) {
    wrong.focus();
    wrong.select();
  } else if (first && first.matches("#clash, input")) {
    if (first.id === "clash" || hasKeyboard()) first.focus();
  } else if (first) {
    // The second of two Enters must not take the next step of the evening.
    setTimeout(() => { first.focus(); }, BLIND);
  }
}

/** @param {DeskLine[]} some */
export function tellNoField(some) {
  // Beside what the server said.
  addAlarm("Not saved: " + textOf(some) + ". This page takes no more lines now.");
}
