// The page of one table, where its players tap their results. The phone stores a result until an
// answer carries its id; the pad works without wifi. Written for phones of 2019.
import { byId } from "./elements.js";
import { poll, redraw, dispatchToOutbox, dispatchToPad, wake } from "./phone/page.js";
import { seenEntries } from "./phone/pad.js";
import { currentScreen, currentStanding, store, unsent } from "./phone/store.js";

const ARROW_CLICK = 100; // milliseconds: the click that an arrow key causes comes within this time
const TICK = 1000;

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  return Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1))
    .join("").replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * @param {string} act
 * @param {ItemData} data
 */
function queueItem(act, data) {
  const item = { id: newId(), act, round: store.table.round, data };
  dispatchToOutbox({ type: "put", item, now: Date.now() });
}

/** @param {string} entry */
function edit(entry) {
  const hand = store.table.hands.find((each) => String(each.entry) === entry);
  if (hand) dispatchToPad({ type: "mend", hand, fields: { seen: hand.entry } });
}

/** @param {string} id */
function mend(id) {
  const item = store.outbox.items.find((each) => each.id === id);
  if (!item || !item.shown) return;
  const { seen, hands } = item.data;
  dispatchToPad({ type: "mend", hand: item.shown, fields: { seen, hands, refused: id } });
}

function undo() {
  const last = currentStanding().hands.pop();
  const item = unsent().find((each) => each.shown && each.shown === last) || null;
  dispatchToPad({ type: "undo", id: newId(), unsent: item, sending: store.outbox.sending });
}

/** @type {{[act: string]: (value: string) => void}} */
const ACTIONS = {
  start: () => { dispatchToPad({ type: "start" }); },
  back: () => { dispatchToPad({ type: "back" }); },
  bidder: () => { dispatchToPad({ type: "bidder" }); },
  bid: () => { dispatchToPad({ type: "bid" }); },
  keep: () => { dispatchToPad({ type: "keep" }); },
  change: () => { dispatchToPad({ type: "change" }); },
  check: () => { dispatchToPad({ type: "check" }); },
  save: () => { dispatchToPad({ type: "save", id: newId() }); },
  last: () => { dispatchToPad({ type: "last", id: newId() }); },
  look: () => { dispatchToPad({ type: "look" }); },
  drop: () => { dispatchToPad({ type: "drop" }); },
  sign: (pair) => { dispatchToPad({ type: "sign", pair }); },
  agree: (pair) => { dispatchToPad({ type: "agree", pair, id: newId() }); },
  ok: (words) => { dispatchToPad({ type: "ok", words }); },
  read: (id) => { dispatchToPad({ type: "read", id: Number(id) }); },
  settle: (hand) => { dispatchToPad({ type: "settle", hand: Number(hand) }); },
  later: () => { dispatchToPad({ type: "settle", hand: null }); },
  vote: (value) => {
    const [pair, entry] = value.split(" ");
    dispatchToPad({ type: "vote", pair, entry: Number(entry), id: newId() });
  },
  unagree: () => { queueItem("agree", { seen: seenEntries(store.table), yes: false }); },
  cut: (pair) => { queueItem("cut", { pair, was: store.table.cut }); },
  call: () => { queueItem("call", {}); },
  uncall: () => { queueItem("uncall", {}); },
  leave: (id) => { dispatchToOutbox({ type: "discard", id }); },
  "try": wake,
  undo, edit, mend
};

/** @param {MouseEvent} event */
function press(event) {
  const { target } = event;
  const main = byId("main");
  if (!(target instanceof Element)) return;
  /** @type {HTMLButtonElement | null} */
  const from = target.closest("[data-do]");
  if (main.hasAttribute("data-deaf") && main.contains(target)) {
    event.preventDefault();
    event.stopPropagation();
  } else if (from) {
    event.preventDefault();
    ACTIONS[from.dataset.do || ""](from.value);
    redraw();
  } else if (target instanceof HTMLInputElement && target.matches("#hand input:not([type=text])")) {
    const { name, value, checked } = target;
    dispatchToPad({ type: "choose", name, value, checked });
    // Arrow keys choose a key without leaving the step.
    if (Date.now() - store.arrowAt > ARROW_CLICK && name !== "announced") dispatchToPad({ type: "advance" });
    redraw();
  }
  if (store.hasBackStep) return;
  store.hasBackStep = true;
  history.pushState(null, "");
}

function goBack() {
  const { draft } = store.pad;
  if (!draft || draft.step === "bidder" || draft.step === "totals") {
    history.back();
    return;
  }
  dispatchToPad({ type: "back" });
  history.pushState(null, "");
  redraw();
}

/** @param {KeyboardEvent} event */
function pressEnter(event) {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  dispatchToPad({ type: currentScreen() === "totals" ? "check" : "advance" });
  redraw();
}

/** @param {Event} event */
function typeTotal(event) {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || target.type !== "text") return;
  dispatchToPad({ type: "typed", name: target.name, value: target.value });
}

function tick() {
  dispatchToOutbox({ type: "tick", now: Date.now() });
  if (Date.now() >= store.pollAt) poll();
  redraw();
}

document.addEventListener("keydown", (event) => {
  if (/^Arrow/.test(event.key)) store.arrowAt = Date.now();
});
document.addEventListener("click", press, true);
window.addEventListener("popstate", goBack);
byId("hand").addEventListener("keydown", pressEnter);
byId("hand").addEventListener("input", typeTotal);
window.addEventListener("online", wake);
window.addEventListener("pageshow", wake);
document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
window.addEventListener("beforeunload", (event) => {
  if (unsent().length || !store.keeps && store.pad.draft) event.returnValue = "unsent";
});
setInterval(tick, TICK);

document.documentElement.className = "js";
dispatchToPad({ type: "opened" });
dispatchToPad({ type: "rules" });
redraw();
dispatchToOutbox({ type: "tick", now: Date.now() });
