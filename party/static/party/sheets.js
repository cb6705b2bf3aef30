// The pages of the hall screen: every sheet is there, one is shown, and they turn by themselves.
import { all, byId } from "./elements.js";

const TURN = 12000; // milliseconds between two pages
const SMALLEST = 0.3; // of the size that was reckoned
const SMALLER = 0.04;

export const store = {
  index: 0,
  turned: Date.now(),
  paused: new URLSearchParams(window.location.search).has("pause")
};

export function sheets() { return all(".sheet"); }

/** @param {number} number */
export function turnTo(number) {
  const every = sheets();
  const which = document.getElementById("which");
  store.index = (number + every.length) % every.length;
  store.turned = Date.now();
  every.forEach((sheet, place) => { sheet.hidden = place !== store.index; });
  if (which) which.textContent = store.index + 1 + " of " + every.length;
  fit(every[store.index]);
}

/**
 * What is longer than was reckoned gets smaller: nothing is cut, nothing scrolls.
 * @param {HTMLElement} sheet
 */
function fit(sheet) {
  let size = 1;
  sheet.style.setProperty("--fit", String(size));
  while (size > SMALLEST && isCut(sheet)) {
    size -= SMALLER;
    sheet.style.setProperty("--fit", String(size));
  }
}

/** @param {HTMLElement} sheet */
function isCut(sheet) {
  return sheet.scrollHeight > sheet.clientHeight + 1 || sheet.scrollWidth > sheet.clientWidth + 1;
}

/** Turn the page when it is time. */
export function turn() {
  if (store.paused || sheets().length < 2 || Date.now() - store.turned < TURN) return;
  turnTo(store.index + 1);
}

/** @param {boolean} on */
export function pause(on) {
  store.paused = on;
  byId("pause").textContent = on ? "Turn the pages" : "Pause";
  store.turned = Date.now();
}

/**
 * The buttons: the page before, the next one, and pause.
 * @param {MouseEvent} event
 */
export function pressControls(event) {
  const { target } = event;
  const key = target instanceof Element && target.closest("#before, #after, #pause");
  if (!key) return;
  event.preventDefault();
  if (key.id === "pause") {
    pause(!store.paused);
    return;
  }
  pause(true);
  turnTo(store.index + (key.id === "after" ? 1 : -1));
}
