// Shows failures in the box above the page.
import { el } from "./elements.js";

export const NOT_SAVED = "Not saved: Head Table did not take it. Try again.";

/**
 * Replace the failures shown; "" clears them.
 * @param {string} words
 */
export function setAlarm(words) {
  const box = document.getElementById("alarm");
  if (!box) return;
  box.textContent = "";
  if (words) addAlarm(words);
}

/** @param {string} words */
export function addAlarm(words) {
  const box = document.getElementById("alarm");
  if (box) box.appendChild(el("p.note.note-bad", {}, [words]));
}

/**
 * The server's sentence about a full disk or a locked database, from its error page.
 * @param {string} text
 */
export function findTrouble(text) {
  const trouble = new DOMParser().parseFromString(text, "text/html").querySelector("[data-trouble]");
  return trouble ? "Not saved. " + (trouble.textContent || "").trim() : "";
}
