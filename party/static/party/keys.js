// Keyboard shortcuts in fields of the desk, of slips and at the door.

/** False on touch screens, where focusing a field would open the keyboard over the page. */
export function hasKeyboard() {
  return !window.matchMedia || window.matchMedia("(pointer: fine)").matches;
}

/** @returns {HTMLInputElement | null} */
export function deskField() { return document.querySelector("#desk [data-entry]"); }

/** @returns {HTMLInputElement | null} */
export function totalField() { return document.querySelector("#desk [data-step]"); }

/**
 * The event's field if it matches the query.
 * @param {Event} event
 * @param {string} query
 */
export function matchingField({ target }, query) {
  return target instanceof HTMLInputElement && target.matches(query) ? target : null;
}

/**
 * The next empty box of the slip.
 * @param {HTMLInputElement} field
 */
export function nextBox(field) {
  if (!field.form) return undefined;
  /** @type {HTMLInputElement[]} */
  const boxes = Array.from(field.form.querySelectorAll("[data-step]"));
  return boxes.slice(boxes.indexOf(field) + 1).find((box) => box.value === "");
}

/**
 * Enter moves to the next empty box of a slip, and submits after the last.
 * @param {KeyboardEvent} event
 */
export function focusNextBox(event) {
  const field = event.key === "Enter" && matchingField(event, "[data-step]");
  const next = field && nextBox(field);
  if (!field || !next || field.value === "") return;
  event.preventDefault();
  next.focus();
}

/**
 * At the door Enter admits the only match, once the list answers the text in the field. With
 * several or none it selects the text, so that the next name replaces it.
 * @param {KeyboardEvent} event
 */
export function admitOnlyMatch(event) {
  const field = event.key === "Enter" && matchingField(event, "[data-find]");
  /** @type {HTMLElement | null} */
  const list = document.querySelector("[data-found]");
  if (!field || !list || !field.value.trim()) return;
  if ((list.dataset.found || "").trim() !== field.value.trim()) return;
  event.preventDefault();
  /** @type {HTMLElement | null} */
  const match = list.querySelector("[data-hit]");
  if (match) match.click();
  else field.select();
}

/**
 * Esc clears the desk's line; the up arrow opens the previous hand.
 * @param {KeyboardEvent} event
 */
export function handleEntryKeys(event) {
  const field = matchingField(event, "[data-entry]");
  if (field && event.key === "Escape") {
    fill(field, "");
    event.preventDefault();
  } else if (field && event.key === "ArrowUp") {
    /** @type {HTMLElement | null} */
    const link = document.querySelector("[data-previous]");
    if (!link) return;
    event.preventDefault();
    link.click();
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
