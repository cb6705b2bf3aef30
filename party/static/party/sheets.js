// The pages of the hall screen: all sheets are loaded, one is shown, and they turn automatically.
import { all, byId } from "./elements.js";

const TURN = 12000; // milliseconds between two pages
const SMALLEST = 0.3; // times the planned size
const STEP = 0.04;

export const store = {
  index: 0,
  turned: Date.now(),
  paused: new URLSearchParams(window.location.search).has("pause")
};

export function sheets() { return all(".sheet"); }

/** @param {number} number */
export function showSheet(number) {
  const list = sheets();
  const counter = document.getElementById("which");
  store.index = (number + list.length) % list.length;
  store.turned = Date.now();
  list.forEach((sheet, place) => { sheet.hidden = place !== store.index; });
  if (counter) counter.textContent = store.index + 1 + " of " + list.length;
  fit(list[store.index]);
}

/**
 * Shrink a sheet until nothing is cut off, because the hall screen cannot scroll.
 * @param {HTMLElement} sheet
 */
function fit(sheet) {
  let size = 1;
  sheet.style.setProperty("--fit", String(size));
  while (size > SMALLEST && isCut(sheet)) {
    size -= STEP;
    sheet.style.setProperty("--fit", String(size));
  }
}

/** @param {HTMLElement} sheet */
function isCut(sheet) {
  return sheet.scrollHeight > sheet.clientHeight + 1 || sheet.scrollWidth > sheet.clientWidth + 1;
}

export function turnWhenDue() {
  if (store.paused || sheets().length < 2 || Date.now() - store.turned < TURN) return;
  showSheet(store.index + 1);
}

/** @param {boolean} isPaused */
export function setPaused(isPaused) {
  store.paused = isPaused;
  byId("pause").textContent = isPaused ? "Turn the pages" : "Pause";
  store.turned = Date.now();
}

/** @param {MouseEvent} event */
export function pressControls(event) {
  const { target } = event;
  const key = target instanceof Element && target.closest("#before, #after, #pause");
  if (!key) return;
  event.preventDefault();
  if (key.id === "pause") {
    setPaused(!store.paused);
    return;
  }
  setPaused(true);
  showSheet(store.index + (key.id === "after" ? 1 : -1));
}
