// The hall screen: polls, turns its pages, and keeps the last picture if the server does not answer.
// Without JavaScript the page reloads itself.
import { offerSound, ring } from "./bell.js";
import { runClocks, timeOfDay } from "./clock.js";
import { byId } from "./elements.js";
import { request } from "./requests.js";
import { pressControls, setPaused, sheets, showSheet, store as pages, turnWhenDue } from "./sheets.js";

const INTERVAL = 4000; // milliseconds between two requests
const TIMEOUT = 6000;
const TICK = 500;
const QUIET = 4000; // the buttons disappear after this long without input
const MINUTE = 60000;

const FIRST_NUMBER = 100; // of 900

const store = { receivedAt: Date.now(), quietTimer: 0, number: ownNumber() };

/** Return the number of this screen, by which the desk gives it half of the list of seats. */
function ownNumber() {
  const number = String(FIRST_NUMBER + Math.floor(Math.random() * 900));
  try {
    const stored = sessionStorage.getItem("number") || number;
    sessionStorage.setItem("number", stored);
    return stored;
  } catch { return number; } // storage is barred: the number is new after a reload
}

async function poll() {
  const { poll: address = "", v } = byId("screen").dataset;
  try {
    const query = new URLSearchParams(address);
    query.set("v", v || "");
    query.set("screen", store.number);
    const { response, text } = await request("?" + query, {}, TIMEOUT);
    if (response.status === 204) showTime();
    else if (response.ok || response.status === 404 || response.status === 429) replace(text);
    else throw new Error(String(response.status));
  } catch {
    const asOf = document.getElementById("as-of");
    if (asOf) asOf.hidden = false;
  }
  setTimeout(poll, INTERVAL);
}

/** @param {string} text */
function replace(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.getElementById("screen");
  const screen = byId("screen");
  if (!next) throw new Error("another page");
  const hasRung = Number(next.dataset.bell) && next.dataset.bell !== screen.dataset.bell;
  const isSame = sheets().length === next.querySelectorAll(".sheet").length;
  const isNewView = document.title !== page.title;
  document.title = page.title;
  screen.replaceWith(next);
  replaceControls(page, isSame, Boolean(next.dataset.poll));
  if (!next.dataset.poll) Object.assign(next.dataset, { poll: "?", v: "" });
  store.receivedAt = Date.now();
  showSheet(isSame && !isNewView ? pages.index : 0);
  if (isNewView) byId("news").textContent = page.title;
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
  const buttons = nav.querySelector(".turn");
  const next = page.querySelector(".turn");
  if (!isSame && buttons) buttons.remove();
  if (!isSame && next) {
    nav.prepend(next);
    if (pages.paused) setPaused(true);
  }
  if (!isOpen) nav.remove(); // the screen was closed to guests
}

/** Show the server's time of day; it advances only while the server answers. */
function showTime() {
  const wall = document.getElementById("wall");
  if (!wall) return;
  wall.textContent = timeOfDay(Number(wall.dataset.minutes) + Math.floor((Date.now() - store.receivedAt) / MINUTE));
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

/** Browsers offer the wake lock only on localhost and over https. */
function stayAwake() {
  if (!navigator.wakeLock || document.visibilityState !== "visible") return;
  navigator.wakeLock.request("screen").catch(() => {});
}

function showButtons() {
  document.body.classList.remove("quiet");
  clearTimeout(store.quietTimer);
  store.quietTimer = setTimeout(() => { document.body.classList.add("quiet"); }, QUIET);
}

runClocks();
showSheet(Math.max(0, sheets().findIndex((sheet) => !sheet.hidden)));
offerSound();
offerFullScreen();
stayAwake();
showButtons();
document.addEventListener("click", pressControls);
["pointermove", "pointerdown", "keydown"].forEach((name) => { document.addEventListener(name, showButtons); });
document.addEventListener("visibilitychange", stayAwake);
window.addEventListener("resize", () => { showSheet(pages.index); });
document.fonts.ready.then(() => { showSheet(pages.index); }); // names are wider in other letters
setInterval(turnWhenDue, TICK);
setTimeout(poll, INTERVAL);
