// The screens that the phone draws itself, and the notes above them.
import { button, byId, el, heading, note } from "../elements.js";
import { isMade, pairOf, minusSigned, shortName, shownHand, signed, unusualWords } from "./hand.js";
import { isWaiting } from "./outbox.js";
import { isPlaying } from "./standing.js";
import { currentStanding, facts, store, unsent } from "./store.js";

const SLIP_AFTER = 60000; // milliseconds unsent: write it on the slip as well

/** @typedef {import("../elements.js").Part} Part */

/** @type {{[screen: string]: () => Part[]}} */
export const VIEWS = { gone: goneView, check: checkView, "check-total": checkView, saved: savedView, settle: settleView };

/**
 * @param {{ns: number | null, ew: number | null}} totals
 * @param {(points: number | null) => string} write
 */
function sums(totals, write) {
  const { pairs } = store.table;
  return el("div.sum.card", {}, [
    el("span", {}, [pairs.NS]), el("b", {}, [write(totals.ns)]),
    el("span", {}, [pairs.EW]), el("b", {}, [write(totals.ew)])
  ]);
}

/** @param {number} at in milliseconds */
export function timeOf(at) {
  const time = new Date(at);
  return (time.getHours() % 12 || 12) + ":" + ("0" + time.getMinutes()).slice(-2);
}

/**
 * @param {string} act
 * @param {ShownHand} shown
 */
function handName(act, shown) {
  return act === "total" ? "the total" : shown.hand ? "hand " + shown.hand : "no hand";
}

/** @returns {Part[]} */
function goneView() {
  const { pairs } = store.table;
  const unsentNotes = unsent().map(({ act, round, shown }) => {
    return shown && el("p.note.note-bad", {}, ["Not sent. Write it on the slip: round " + round + ", " +
      handName(act, shown) + ": " + shown.words + ". " + pairs.NS + " " + signed(shown.ns) + ", " +
      pairs.EW + " " + signed(shown.ew) + "."]);
  });
  return [heading("This page has ended"), el("p", {}, [store.outbox.gone]), ...unsentNotes];
}

/** @returns {Part[]} */
function checkView() {
  const { draft } = store.pad;
  if (!draft) return [];
  const hand = shownHand(draft, facts());
  const others = pairOf(draft.bidder) === "NS" ? "EW" : "NS";
  const names = [...others].map((seat) => shortName(store.table, seat));
  const key = draft.bid && document.querySelector("#hand [name=bid][value='" + draft.bid + "']");
  const face = key && key.nextElementSibling;
  const unusual = unusualWords(draft, store.rules);
  const words = hand.words + ".";
  return [
    unusual ? heading(unusual + " Is that right?") : el("p.label", {}, ["Read this out loud"]),
    el("div.card.aloud", {}, [
      face && /^\d+[SCDH]$/.test(draft.bid || "") &&
        el("div.playing-card", { "aria-hidden": "true" }, [face.cloneNode(true)]),
      unusual ? el("p.ahead", {}, [words]) : heading(words),
      hand.outcome &&
        el("span.tag.tag-" + hand.outcome, {}, [hand.outcome === "made" ? "made it" : "set"])
    ]),
    hand.hand === null ? el("p", {}, ["No points, and the hand does not count."]) : sums(hand, signed),
    el("p", {}, [el("b", {}, [(draft.bid ? names.join(" or ") : "Everybody") + ":"]), " is that right?"]),
    el("div.pad.pad-2", {}, [
      button("change", ["Change"]), button("save", ["Yes, save"], unusual ? "btn" : "btn.btn-next")
    ])
  ];
}

/** @returns {Part[]} */
function savedView() {
  const { table, pad: { saved } } = store;
  const standing = currentStanding();
  if (!saved || saved.act === "total" || standing.saved === table.saved) return [];
  return [sums(standing, minusSigned), el("p", {}, ["That was the last hand."])];
}

/** @returns {Part[]} */
function settleView() {
  const { table, pad: { settling, votes } } = store;
  const hand = table.hands.find((each) => each.hand === settling);
  if (!hand) return [];
  const cards = hand.versions.map((version) => el("div.card.stack", {}, [
    el("p", {}, [el("b", {}, [version.words]), el("br", {}, []),
      table.pairs.NS + " " + signed(version.ns) + ", " + table.pairs.EW + " " + signed(version.ew)]),
    el("div.pad.pad-2", {}, ["NS", "EW"].map((pair) => {
      const key = button("vote", [table.pairs[pair === "NS" ? "NS" : "EW"] + ": right"], "btn", pair + " " + version.entry);
      key.setAttribute("aria-pressed", String(votes[pair] === version.entry));
      return key;
    }))
  ]));
  return [
    heading("Two results for hand " + hand.hand),
    el("p", {}, [votes.NS && votes.EW ? "You do not agree yet. Press again, or call the host." :
      "Which is right? Ask all four. Each pair presses one."]),
    ...cards, button("later", ["Later"], "link")
  ];
}

/**
 * Notes on what became of the taps. Screen readers announce changes, except of the seconds.
 * @param {string} screen
 * @returns {Part[]}
 */
export function statusNotes(screen) {
  const { table, pad: { saved, messages, read }, outbox } = store;
  if (outbox.gone) return [];
  /** @type {Part[]} */
  const parts = [
    !store.keeps && screen === "plain" && isPlaying(table) && note("", "Keep this page open",
      "This phone cannot save anything. If you close it, a hand that is not sent yet is lost."),
    ...table.decisions.filter((each) => each.id > read).map((each) => {
      return note("", each.title, each.words, [button("read", ["OK"], "btn", String(each.id))]);
    }),
    ...messages.filter((each) => !each.bad).map((each) => note("", each.words))
  ];
  const first = unsent().find((each) => !/call/.test(each.act));
  const undo = undoesInNote(screen) && button("undo", ["Undo"]);
  if (first) {
    const wait = el("span", { id: "wait", "aria-hidden": "true" }, []);
    parts.push(note(".note-wait", !store.keeps ? "Not sent yet: it is lost if you close this page" :
      first.tries ? "Kept on this phone" : "Saved on this phone",
      el("span", {}, [waitWords(first), wait]), [first.tries > 0 && button("try", ["Try now"]), undo]));
  } else if (saved && saved.sentAt && (/^(saved|plain)$/.test(screen) || isBetweenHands(screen))) {
    const { hand, words } = saved.shown;
    parts.push(note("", "✓ " + (hand ? "Hand " + hand + " is saved" : words + ": saved"),
      "the desk has it, " + timeOf(saved.sentAt), [table.can.undo && undo]));
  }
  return parts;
}

/**
 * Whether the pad asks for a hand of which nothing is tapped yet.
 * @param {string} screen
 */
function isBetweenHands(screen) { return screen === "bidder" && !store.pad.draft; }

/**
 * Whether the note about the hand just saved has its Undo.
 * @param {string} screen
 */
function undoesInNote(screen) {
  const { saved } = store.pad;
  const last = currentStanding().hands.pop();
  return (screen === "saved" || isBetweenHands(screen)) &&
    Boolean(saved && last && saved.act === "hand" && saved.shown.hand === last.hand);
}

/** @param {Item} item */
function waitWords(item) {
  if (store.table.stage === "off") return "Write it on the slip too: it is sent when phones are on again";
  if (!item.tries) return "Sending…";
  if (Date.now() - item.at < SLIP_AFTER) return "Waiting for the wifi";
  return "Not sent. Keep this page open and play on, or write " +
    (item.shown ? handName(item.act, item.shown) : "it") + " on the slip: sent twice does no harm";
}

/** Failures, until somebody has dealt with them. */
export function alarms() {
  const { table, pad, outbox } = store;
  return [
    ...pad.messages.filter((each) => each.bad).map((each) => {
      return note(".note-bad", each.words, "", [button("ok", ["OK"], "btn", each.words)]);
    }),
    ...outbox.items.map(refusedNote),
    ...table.hands.map(disputeNote)
  ];
}

/** @param {TableHand} hand */
function disputeNote({ disputed, versions, hand }) {
  if (!disputed || hand !== null && hand === store.pad.settling) return null;
  const words = "Two different scores came in for " + (hand ? "hand " + hand : "the total") + ".";
  const canSettle = Boolean(hand && versions.length) && isPlaying(store.table) && !isWaiting(store.outbox, /settle/);
  return note(".note-bad", words, canSettle ? "" : "The desk will ask you.",
    [canSettle && button("settle", ["Which is right?"], "btn", String(hand))]);
}

/** @param {Item} item */
function refusedNote(item) {
  if (!item.refused || !item.shown) return null;
  const { table } = store;
  const canEdit = item.round === table.round && isPlaying(table) &&
    (item.act !== "total" || document.getElementById("total-ns"));
  return note(".note-bad", "Not saved: " + item.shown.words, item.refused, [
    canEdit && button("mend", ["Change it"], "btn", item.id),
    button("leave", ["Leave it out"], "btn", item.id)
  ]);
}

/**
 * @param {string} label
 * @param {string} words
 * @param {string} act
 */
export function choiceLine(label, words, act) {
  return el("p.said", {}, [
    el("span", {}, [label + " ", el("b", {}, [words])]),
    button(act, ["Change", el("span.hush", {}, [" " + label.toLowerCase()])], "link")
  ]);
}

/** @param {Standing} standing */
export function roundSummary(standing) {
  const { table } = store;
  const last = standing.hands[standing.hands.length - 1];
  const next = standing.saved + 1;
  const parts = [el("p.ahead", {}, [table.note])];
  if (table.can.last && standing.saved) parts.push(button("last", ["That was our last hand"]));
  if (!last) return parts;
  return [...parts,
    el("p.muted", {}, [last.hand !== null && "The player on the dealer’s left deals. ",
      next === table.limit && "This is the last hand. ",
      "Round so far: " + table.pairs.NS + " " + minusSigned(standing.ns) + ", " +
      table.pairs.EW + " " + minusSigned(standing.ew) + "."]),
    el("p.row", {}, [
      (last.hand ? "Hand " + last.hand + ": " : "") + last.words + ".",
      (table.can.undo || !last.entry) && !undoesInNote("bidder") && button("undo", ["Undo"], "link"),
      button("look", ["All hands"], "link")
    ])
  ];
}

/** Mark the keys whose number of tricks makes the bid. */
export function markTricks() {
  const { table, pad } = store;
  const draft = pad.draft || { round: 0, hand: 0, step: "" };
  const isAlone = /^(MIS|OPEN|BLIND|NOPICK|SUPER)$/.test(draft.bid || "");
  byId("took").textContent = "Tricks " + (isAlone && draft.bidder ? shortName(table, draft.bidder) :
    table.pairs[pairOf(draft.bidder)]) + " took";
  document.querySelectorAll("#tricks label").forEach((key, tricks) => {
    const makesBid = draft.bid && isMade(draft, tricks);
    const words = key.querySelector("small");
    key.className = makesBid ? "key-made" : "";
    if (words) words.textContent = !draft.bid ? "" : makesBid ? "made" : "set";
  });
}
