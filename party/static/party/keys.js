// Keys that spare the mouse, in fields of the desk, of slips and at the door.

/** Whether somebody types here, and does not tap. */
export function hasKeyboard() {
  return !window.matchMedia || window.matchMedia("(pointer: fine)").matches;
}

/** @returns {HTMLInputElement | null} */
export function deskField() { return document.querySelector("#desk [data-entry]"); }

/** @returns {HTMLInputElement | null} */
export function totalField() { return document.querySelector("#desk [data-step]"); }

/**
 * The field of an event, where it is one of these.
 * @param {Event} event
 * @param {string} query
 */
export function fieldOf({ target }, query) {
  return target instanceof HTMLInputElement && target.matches(query) ? target : null;
}

/**
 * The next empty box of a slip.
 * @param {HTMLInputElement} field
 */
export function nextBox(field) {
  if (!field.form) return undefined;
  /** @type {HTMLInputElement[]} */
  const boxes = Array.from(field.form.querySelectorAll("[data-step]"));
  return boxes.slice(boxes.indexOf(field) + 1).find((box) => box.value === "");
}

/**
 * Slips are typed from box to box: Enter goes on to the next empty one, and sends after the last.
 * @param {KeyboardEvent} event
 */
export function stepOn(event) {
  const field = event.key === "Enter" && fieldOf(event, "[data-step]");
  const next = field && nextBox(field);
  if (!field || !next || field.value === "") return;
  event.preventDefault();
  next.focus();
}

/**
 * At the door Enter lets the only one in who was found, once the list shows what was typed.
 * @param {KeyboardEvent} event
 */
export function letInTheOnlyHit(event) {
  const field = event.key === "Enter" && fieldOf(event, "[data-find]");
  /** @type {HTMLElement | null} */
  const list = document.querySelector("[data-found]");
  /** @type {HTMLElement | null} */
  const hit = list && list.querySelector("[data-hit]");
  if (!field || !list || !hit || !field.value.trim()) return;
  if ((list.dataset.found || "").trim() !== field.value.trim()) return;
  event.preventDefault();
  hit.click();
}

/**
 * In the desk's line: Esc clears it, arrow up goes back to the hand before.
 * @param {KeyboardEvent} event
 */
export function steerEntry(event) {
  const field = fieldOf(event, "[data-entry]");
  if (field && event.key === "Escape") {
    fill(field, "");
    event.preventDefault();
  } else if (field && event.key === "ArrowUp") {
    /** @type {HTMLElement | null} */
    const back = document.querySelector("[data-previous]");
    if (!back) return;
    event.preventDefault();
    back.click();
  }
}

/**
 * @param {HTMLInputElement} field
 * @param {string} text
 */
export function fill(field, text) {
  Object.assign(field, { value: text });
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
