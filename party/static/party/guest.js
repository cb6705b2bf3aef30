// The pages of guests. Polls about every half minute and replaces the page when it has changed. If
// the server does not answer, the last page stays, with its time.
import { byId } from "./elements.js";
import { request } from "./requests.js";

const SHORTEST = 20000; // milliseconds between two requests
const SPREAD = 10000;
const TIMEOUT = 8000;
const HIDDEN_FACTOR = 4; // a page that comes into view polls at once

const store = { timer: 0, isPolling: false };

function address() {
  const url = new URL(location.href);
  url.searchParams.set("v", byId("main").dataset.v || "");
  return url;
}

/** @param {number} status */
function isGone(status) { return status === 404 || status === 429; }

/**
 * Replace this page by a newer one; a link keeps the focus.
 * @param {string} text
 * @param {number} status
 */
function replacePage(text, status) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const part = page.getElementById("main");
  // A guest network may answer with its own login page.
  if (!part || !(part.dataset.v || isGone(status))) throw new Error("foreign page");
  if (!part.dataset.v) part.dataset.v = "-";
  const focused = document.activeElement && document.activeElement.getAttribute("href");
  byId("main").replaceWith(part);
  const link = Array.from(part.querySelectorAll("a")).find((each) => each.getAttribute("href") === focused);
  if (focused && link) link.focus();
  const time = page.getElementById("as-of");
  if (time) byId("as-of").textContent = time.textContent;
  document.title = page.title;
}

function schedulePoll() {
  const factor = document.hidden ? HIDDEN_FACTOR : 1;
  store.timer = setTimeout(poll, SHORTEST * factor + Math.random() * SPREAD);
}

async function poll() {
  const asOf = byId("as-of");
  clearTimeout(store.timer);
  if (store.isPolling) return;
  store.isPolling = true;
  try {
    const { response, text } = await request(address(), {}, TIMEOUT);
    if (response.status === 204) asOf.textContent = response.headers.get("X-As-Of") || asOf.textContent;
    else if (response.ok || isGone(response.status)) replacePage(text, response.status);
    else throw new Error(String(response.status));
    byId("away").hidden = true;
  } catch {
    byId("away").hidden = false;
  } finally {
    store.isPolling = false;
    schedulePoll();
  }
}

if (document.getElementById("as-of") && byId("main").dataset.v) {
  schedulePoll();
  window.addEventListener("online", poll);
  window.addEventListener("pageshow", (event) => { if (event.persisted) poll(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) poll(); });
}
