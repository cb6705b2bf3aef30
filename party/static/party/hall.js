// The hall screen: it asks for news, turns its pages, and keeps the last picture when the server
// does not answer. Without JavaScript the page loads itself anew.
import { ask } from "./ask.js";
import { offerSound, ring } from "./bell.js";
import { runClocks, timeOfDay } from "./clock.js";
import { byId } from "./elements.js";
import { pause, pressControls, sheets, store as pages, turn, turnTo } from "./sheets.js";

const OFTEN = 4000; // milliseconds between two questions
const PATIENCE = 6000; // for an answer
const LOOK = 500; // between two looks at the page that is shown
const QUIET = 4000; // without a hand on the mouse the buttons go
const MINUTE = 60000;

const store = { came: Date.now(), resting: 0 };

async function askForNews() {
  const { poll = "", v } = byId("screen").dataset;
  try {
    const { answer, text } = await ask(poll + (poll.length > 1 ? "&v=" : "v=") + v, {}, PATIENCE);
    if (answer.status === 204) showTime();
    else if (answer.ok || answer.status === 404 || answer.status === 429) replace(text);
    else throw new Error(String(answer.status));
  } catch {
    const asOf = document.getElementById("as-of");
    if (asOf) asOf.hidden = false;
  }
  setTimeout(askForNews, OFTEN);
}

/** @param {string} text */
function replace(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.getElementById("screen");
  const screen = byId("screen");
  if (!next) throw new Error("another page");
  const hasRung = Number(next.dataset.bell) && next.dataset.bell !== screen.dataset.bell;
  const isSame = sheets().length === next.querySelectorAll(".sheet").length;
  const hasMoved = document.title !== page.title;
  document.title = page.title;
  screen.replaceWith(next);
  replaceControls(page, isSame, Boolean(next.dataset.poll));
  if (!next.dataset.poll) Object.assign(next.dataset, { poll: "?", v: "" });
  store.came = Date.now();
  turnTo(isSame && !hasMoved ? pages.index : 0);
  if (hasMoved) byId("news").textContent = page.title;
  if (hasRung) ring();
}

/**
 * @param {Document} page
 * @param {boolean} isSame
 * @param {boolean} isOpen
 */
function replaceControls(page, isSame, isOpen) {
  const nav = document.querySelector(".controls");
  if (!nav) return;
  const turning = nav.querySelector(".turn");
  const next = page.querySelector(".turn");
  if (!isSame && turning) turning.remove();
  if (!isSame && next) {
    nav.prepend(next);
    if (pages.paused) pause(true);
  }
  if (!isOpen) nav.remove(); // closed to guests meanwhile
}

/** The time of day on the screen is the server's, and goes on only while it answers. */
function showTime() {
  const wall = document.getElementById("wall");
  if (!wall) return;
  wall.textContent = timeOfDay(Number(wall.dataset.minutes) + Math.floor((Date.now() - store.came) / MINUTE));
  byId("as-of").hidden = true;
}

function offerFullScreen() {
  const button = byId("full");
  if (!document.documentElement.requestFullscreen) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  });
}

/** Only where the address is this laptop's own, or secure. */
function stayAwake() {
  if (!navigator.wakeLock || document.visibilityState !== "visible") return;
  navigator.wakeLock.request("screen").catch(() => {});
}

function rest() {
  document.body.classList.remove("quiet");
  clearTimeout(store.resting);
  store.resting = setTimeout(() => { document.body.classList.add("quiet"); }, QUIET);
}

runClocks();
turnTo(Math.max(0, sheets().findIndex((sheet) => !sheet.hidden)));
offerSound();
offerFullScreen();
stayAwake();
rest();
document.addEventListener("click", pressControls);
["pointermove", "pointerdown", "keydown"].forEach((name) => { document.addEventListener(name, rest); });
document.addEventListener("visibilitychange", stayAwake);
window.addEventListener("resize", () => { turnTo(pages.index); });
setInterval(turn, LOOK);
setTimeout(askForNews, OFTEN);
