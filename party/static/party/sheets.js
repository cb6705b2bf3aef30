// The pages of the hall screen: all sheets are loaded, one is shown, and they turn automatically.
import { all, byId } from "./elements.js";

const SECOND = 1000;
const SMALLEST = 0.3; // times the planned size
const STEP = 0.02;
const MOST_LEAD = 0.4; // times the letters, above and below a row of a list
const UPRIGHT = window.matchMedia("(max-aspect-ratio: 1/1)");
const ACROSS = [1, 2, 3]; // columns of a list on an upright screen
const MOST_BROKEN = 0.1; // the share of names there that may go on two lines

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
 * Shrink a sheet until nothing is cut off, because the hall screen cannot scroll. A list on an
 * upright screen gets as many columns as leave its letters largest.
 * @param {HTMLElement} sheet
 */
function fit(sheet) {
  if (!UPRIGHT.matches || !sheet.querySelector(".columns")) {
    shrink(sheet);
    return;
  }
  const sizes = ACROSS.map((across) => shrinkIn(sheet, across));
  shrinkIn(sheet, ACROSS[sizes.indexOf(Math.max(...sizes))]);
}

/**
 * @param {HTMLElement} sheet
 * @param {number} across
 */
function shrinkIn(sheet, across) {
  sheet.style.setProperty("--across", String(across));
  return shrink(sheet);
}

/**
 * @param {HTMLElement} sheet
 * @returns {number} the size that fits, times the planned one
 */
function shrink(sheet) {
  let size = 1;
  sheet.style.setProperty("--fit", String(size));
  spread(sheet);
  while (size > SMALLEST && (isCut(sheet) || isBroken(sheet))) {
    size -= STEP;
    sheet.style.setProperty("--fit", String(size));
    spread(sheet);
  }
  return size;
}

/**
 * Spread the rows of a list over the height of its sheet.
 * @param {HTMLElement} sheet
 */
function spread(sheet) {
  const columns = sheet.querySelector(".columns");
  if (!(columns instanceof HTMLElement)) return;
  columns.style.setProperty("--lead", "0px");
  /** @type {Record<number, number>} */
  const rows = {}; // of each column, by its left edge
  columns.querySelectorAll("li").forEach(({ offsetLeft }) => { rows[offsetLeft] = (rows[offsetLeft] || 0) + 1; });
  const { paddingTop, paddingBottom, rowGap } = getComputedStyle(sheet);
  const code = sheet.querySelector(".guest-code");
  const below = code instanceof HTMLElement && UPRIGHT.matches ? code.offsetHeight + parseFloat(rowGap) : 0;
  const room = sheet.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom) - columns.scrollHeight - below;
  const most = MOST_LEAD * parseFloat(getComputedStyle(columns).fontSize);
  columns.style.setProperty("--lead", Math.max(0, Math.min(room / Math.max(...Object.values(rows)) / 2, most)) + "px");
}

/** @param {HTMLElement} sheet */
function isCut(sheet) {
  return sheet.scrollHeight > sheet.clientHeight + 1 || sheet.scrollWidth > sheet.clientWidth + 1;
}

/** @param {HTMLElement} sheet */
function isBroken(sheet) {
  const names = Array.from(sheet.querySelectorAll(".columns span"));
  const broken = names.filter((name) => name.getClientRects()[0].height > 1.5 * parseFloat(getComputedStyle(name).fontSize));
  return UPRIGHT.matches && broken.length > MOST_BROKEN * names.length;
}

export function turnWhenDue() {
  const due = Number(byId("screen").dataset.seconds) * SECOND;
  if (store.paused || sheets().length < 2 || Date.now() - store.turned < due) return;
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
