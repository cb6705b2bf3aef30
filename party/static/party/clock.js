// Keeps clocks running between two answers of the server. A clock is an element with data-runs, and
// with the seconds left when the page was made in data-left. Without JavaScript it does not move.

const TICK = 500; // milliseconds
const LAST_MINUTES = 120; // seconds

/** @param {number} seconds */
export function clockText(seconds) {
  const second = seconds % 60;
  return Math.floor(seconds / 60) + ":" + (second < 10 ? "0" : "") + second;
}

/** @param {number} minutes since a midnight */
export function timeOfDay(minutes) {
  const hour = Math.floor(minutes / 60) % 24;
  const minute = minutes % 60;
  return (hour % 12 || 12) + ":" + (minute < 10 ? "0" : "") + minute + (hour < 12 ? " a.m." : " p.m.");
}

/**
 * @param {number} left in seconds
 * @param {number} seconds of the whole round
 */
export function percentLeft(left, seconds) { return Math.min(100, Math.floor((100 * left) / seconds)); }

/**
 * The last two minutes and the time after them look different.
 * @param {number} left in seconds
 */
export function phaseOf(left) { return left > LAST_MINUTES ? "" : left > 0 ? "last" : "over"; }

/**
 * @param {HTMLElement} clock
 * @param {number} left
 */
function show(clock, left) {
  const text = clockText(left);
  if (clock.textContent === text) return;
  clock.textContent = text;
  clock.dataset.phase = phaseOf(left);
  if (left === 0 && clock.nextElementSibling) clock.nextElementSibling.textContent = "time is up";
  const round = clock.closest(".clock");
  const arc = round && round.querySelector(".left");
  if (arc) arc.setAttribute("stroke-dasharray", percentLeft(left, Number(clock.dataset.seconds)) + " 100");
}

/** Run every clock of the page, including those that arrive later. */
export function runClocks() {
  // Counts from a clock's arrival, because this laptop's own clock may be wrong.
  /** @type {WeakMap<HTMLElement, number>} */
  const ends = new WeakMap();
  const tick = () => {
    /** @type {NodeListOf<HTMLElement>} */
    const clocks = document.querySelectorAll("[data-runs]");
    clocks.forEach((clock) => {
      const end = ends.get(clock) || Date.now() + Number(clock.dataset.left) * 1000;
      ends.set(clock, end);
      show(clock, Math.max(0, Math.round((end - Date.now()) / 1000)));
    });
  };
  tick();
  setInterval(tick, TICK);
}
