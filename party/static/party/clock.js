// Clocks go on between two answers of the server: an element with data-left, the seconds when the
// page was made, and data-runs. They ring nothing. Without JavaScript they stand as printed.

const TICK = 500; // milliseconds

/**
 * Minutes and seconds, as a clock shows them.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const rest = seconds % 60;
  return Math.floor(seconds / 60) + ":" + (rest < 10 ? "0" : "") + rest;
}

/**
 * The time of day, so many minutes after a midnight.
 * @param {number} minutes
 */
export function timeOfDay(minutes) {
  const hour = Math.floor(minutes / 60) % 24;
  const rest = minutes % 60;
  return (hour % 12 || 12) + ":" + (rest < 10 ? "0" : "") + rest + (hour < 12 ? " a.m." : " p.m.");
}

/**
 * How much of the round is left, in per cent of its seconds.
 * @param {number} left
 * @param {number} seconds
 */
export function partLeft(left, seconds) { return Math.min(100, Math.floor((100 * left) / seconds)); }

/**
 * @param {HTMLElement} clock
 * @param {number} left
 */
function show(clock, left) {
  const text = clockText(left);
  if (clock.textContent === text) return;
  clock.textContent = text;
  if (left === 0 && clock.nextElementSibling) clock.nextElementSibling.textContent = "time is up";
  const round = clock.closest(".clock");
  const arc = round && round.querySelector(".left");
  if (arc) arc.setAttribute("stroke-dasharray", partLeft(left, Number(clock.dataset.seconds)) + " 100");
}

/** Let every clock of the page run, also those that come later. */
export function runClocks() {
  // Counted from when a clock came: the laptop of the screen may have another time.
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
