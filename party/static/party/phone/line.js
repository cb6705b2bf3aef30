// The line at the top of a table's page: the bell, the host, and the time left.
import { clockText, phaseOf } from "../clock.js";
import { isPlaying } from "./standing.js";

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
  return { kind: time && left !== null ? phaseOf(left) : "", news: "", time };
}

/**
 * @param {number} left in seconds
 * @param {boolean} isPaused
 */
function timeWords(left, isPaused) {
  if (left <= 0) return "Time is up";
  const time = clockText(left) + " left";
  return isPaused ? time + ", the clock is stopped" : time;
}
