// Rings when a table calls the host or two results differ, if this computer is to ring.
import { ring, switchSound } from "./bell.js";

const CHOSEN = "headtable:ring";
const HEARD = "headtable:calls";

/**
 * Whether a mark of the bar, "calling table.calls.differing table", has something new.
 * @param {string} before
 * @param {string} after
 */
export function isNews(before, after) {
  const [, calls = "0", differing = "0"] = before.split(".");
  const [, callsNow = "0", differingNow = "0"] = after.split(".");
  return Number(callsNow) > Number(calls) || differingNow !== "0" && differingNow !== differing;
}

function ringIfNew() {
  const bar = document.getElementById("bar-call");
  const mark = bar && bar.dataset.calls || "";
  if (mark && isNews(sessionStorage.getItem(HEARD) || "", mark)) ring();
  if (mark) sessionStorage.setItem(HEARD, mark);
}

/** Show the button of the menu, and ring from now on if it was pressed on an earlier page. */
export function ringForCalls() {
  const button = document.getElementById("ring-for-calls");
  if (!button || !window.AudioContext) return;
  const show = () => {
    const isOn = Boolean(localStorage.getItem(CHOSEN));
    button.setAttribute("aria-pressed", String(isOn));
    switchSound(isOn);
  };
  button.hidden = false;
  show();
  button.addEventListener("click", () => {
    if (localStorage.getItem(CHOSEN)) localStorage.removeItem(CHOSEN);
    else localStorage.setItem(CHOSEN, "on");
    show();
    ring();
  });
  document.addEventListener("htmx:afterSwap", ringIfNew);
  ringIfNew();
}
