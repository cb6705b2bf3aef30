// The pages of guests: asks every half minute whether something is new, and puts the newer page in
// the place of the older one. When nobody answers, the last view stays, with its time.
import { ask } from "./ask.js";
import { byId } from "./elements.js";

const LEAST = 20000; // milliseconds between two questions
const SPREAD = 10000;
const PATIENCE = 8000;
const IN_POCKET = 4; // times as long: a look at the page asks at once

const store = { timer: 0, asking: false };

function address() {
  const url = new URL(location.href);
  url.searchParams.set("v", byId("main").dataset.v || "");
  return url;
}

/** @param {number} status */
function isGone(status) { return status === 404 || status === 429; }

/**
 * Put the newer page in the place of this one; what has the focus keeps it.
 * @param {string} text
 * @param {number} status
 */
function take(text, status) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const part = page.getElementById("main");
  // The login page of a guest network answers as well: it is none of ours.
  if (!part || !(part.dataset.v || isGone(status))) throw new Error("not ours");
  if (!part.dataset.v) part.dataset.v = "-";
  const held = document.activeElement && document.activeElement.getAttribute("href");
  byId("main").replaceWith(part);
  const link = Array.from(part.querySelectorAll("a")).find((each) => each.getAttribute("href") === held);
  if (held && link) link.focus();
  const time = page.getElementById("as-of");
  if (time) byId("as-of").textContent = time.textContent;
  document.title = page.title;
}

function wait() {
  const inPocket = document.hidden ? IN_POCKET : 1;
  store.timer = setTimeout(askForNews, LEAST * inPocket + Math.random() * SPREAD);
}

async function askForNews() {
  const asOf = byId("as-of");
  clearTimeout(store.timer);
  if (store.asking) return;
  store.asking = true;
  try {
    const { answer, text } = await ask(address(), {}, PATIENCE);
    if (answer.status === 204) asOf.textContent = answer.headers.get("X-As-Of") || asOf.textContent;
    else if (answer.ok || isGone(answer.status)) take(text, answer.status);
    else throw new Error(String(answer.status));
    byId("away").hidden = true;
  } catch {
    byId("away").hidden = false;
  } finally {
    store.asking = false;
    wait();
  }
}

if (document.getElementById("as-of") && byId("main").dataset.v) {
  wait();
  window.addEventListener("online", askForNews);
  window.addEventListener("pageshow", (shown) => { if (shown.persisted) askForNews(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) askForNews(); });
}
