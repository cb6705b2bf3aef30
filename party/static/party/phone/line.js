// The line at the top of a table's page: the bell, the host, and the time left.
import { isPlaying } from "./standing.js";

const LAST_MINUTES = 120; // seconds

/**
 * The seconds left in the round; null without a clock.
 * @param {TableState} table
 * @param {number} now by the server's clock, in milliseconds
 */
export function secondsLeft({ clock: { ends, left } }, now) {
  return ends ? Math.round((Date.parse(ends) - now) / 1000) : left;
}

/**
 * The kind of the line, its news, and the time left ("" without a clock).
 * @param {TableState} table
 * @param {{left: number | null, isFinished: boolean, isCalling: boolean}} facts
 */
export function lineOf(table, { left, isFinished, isCalling }) {
  const time = isPlaying(table) && left !== null ? timeWords(left, !table.clock.ends) : "";
  const host = isCalling ? "Calling the host…" : table.called ? "Waiting for the host" :
    table.coming ? "The host is coming" : "";
  if (table.stage === "bell") {
    const bell = isFinished ? "The bell has rung" : "The bell: finish this hand";
    return { kind: "bell", news: host ? bell + " · " + host.toLowerCase() : bell, time };
  }
  if (host) return { kind: "host", news: host, time };
  const isShort = time && left !== null && left <= LAST_MINUTES;
  return { kind: !isShort ? "" : left > 0 ? "last" : "over", news: "", time };
}

/**
 * @param {number} left in seconds
 * @param {boolean} isPaused
 */
function timeWords(left, isPaused) {
  if (left <= 0) return "Time is up";
  const time = Math.floor(left / 60) + ":" + ("0" + left % 60).slice(-2) + " left";
  return isPaused ? time + ", the clock is stopped" : time;
}
