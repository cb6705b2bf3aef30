// The page of one table, where its players tap their results. The phone stores a result until an
// answer carries its id; the pad works without wifi. Written for phones of 2019.
import { byId } from "./elements.js";
import { poll, redraw, tellOutbox, tellPad, wake } from "./phone/page.js";
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
  tellOutbox({ type: "put", item, now: Date.now() });
}

/** @param {string} entry */
function edit(entry) {
  const hand = store.table.hands.find((each) => String(each.entry) === entry);
  if (hand) tellPad({ type: "mend", hand, fields: { seen: hand.entry } });
}

/** @param {string} id */
function mend(id) {
  const item = store.outbox.items.find((each) => each.id === id);
  if (!item || !item.shown) return;
  const { seen, hands } = item.data;
  tellPad({ type: "mend", hand: item.shown, fields: { seen, hands, refused: id } });
}

function undo() {
  const last = currentStanding().hands.pop();
  const item = unsent().find((each) => each.shown && each.shown === last) || null;
  tellPad({ type: "undo", id: newId(), unsent: item, sending: store.outbox.sending });
}

/** @type {{[act: string]: (value: string) => void}} */
const ACTIONS = {
  start: () => { tellPad({ type: "start" }); },
  back: () => { tellPad({ type: "back" }); },
  bidder: () => { tellPad({ type: "bidder" }); },
  bid: () => { tellPad({ type: "bid" }); },
  keep: () => { tellPad({ type: "keep" }); },
  change: () => { tellPad({ type: "change" }); },
  check: () => { tellPad({ type: "check" }); },
  save: () => { tellPad({ type: "save", id: newId() }); },
  last: () => { tellPad({ type: "last", id: newId() }); },
  look: () => { tellPad({ type: "look" }); },
  drop: () => { tellPad({ type: "drop" }); },
  sign: (pair) => { tellPad({ type: "sign", pair }); },
  agree: (pair) => { tellPad({ type: "agree", pair, id: newId() }); },
  ok: (words) => { tellPad({ type: "ok", words }); },
  read: (id) => { tellPad({ type: "read", id: Number(id) }); },
  settle: (hand) => { tellPad({ type: "settle", hand: Number(hand) }); },
  later: () => { tellPad({ type: "settle", hand: null }); },
  vote: (value) => {
    const [pair, entry] = value.split(" ");
    tellPad({ type: "vote", pair, entry: Number(entry), id: newId() });
  },
  unagree: () => { queueItem("agree", { seen: seenEntries(store.table), yes: false }); },
  cut: (pair) => { queueItem("cut", { pair, was: store.table.cut }); },
  call: () => { queueItem("call", {}); },
  uncall: () => { queueItem("uncall", {}); },
  leave: (id) => { tellOutbox({ type: "discard", id }); },
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
    tellPad({ type: "choose", name, value, checked });
    // Arrow keys choose a key without leaving the step.
    if (Date.now() - store.arrowAt > ARROW_CLICK && name !== "announced") tellPad({ type: "advance" });
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
  tellPad({ type: "back" });
  history.pushState(null, "");
  redraw();
}

/** @param {KeyboardEvent} event */
function pressEnter(event) {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  tellPad({ type: currentScreen() === "totals" ? "check" : "advance" });
  redraw();
}

/** @param {Event} event */
function typeTotal(event) {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || target.type !== "text") return;
  tellPad({ type: "typed", name: target.name, value: target.value });
}

function tick() {
  tellOutbox({ type: "tick", now: Date.now() });
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
tellPad({ type: "opened" });
tellPad({ type: "rules" });
redraw();
tellOutbox({ type: "tick", now: Date.now() });
