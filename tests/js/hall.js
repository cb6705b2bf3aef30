// A simulated hall: a server that stores each id once, a phone with its storage, and a wifi that
// loses, delays and duplicates requests.

import { openOutbox, stepOutbox } from "../../party/static/party/phone/outbox.js";

/** A seeded random generator (mulberry32) of numbers from 0 to 1. */
export function dice(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Saves and undoes hands as party/services/phones/hands.py does. */
export class Server {
  entries = []; // {id, entry, text, undone, corrected}
  answered = new Map();
  refused = new Set();
  revoked = false;
  last = 0;

  constructor(roll) { this.roll = roll; }

  receive(body) {
    if (this.revoked) return null;
    const known = this.answered.get(body.id);
    if (known) return { ...known, outcome: known.outcome === "saved" ? "already" : known.outcome };
    const reply = { id: body.id, words: "words of " + body.id, state: null, ...this.decide(body) };
    if (reply.outcome !== "refused") this.answered.set(body.id, reply);
    return reply;
  }

  decide(body) {
    if (body.act === "undo") return this.undo(body);
    if (this.refused.has(body.id) || this.roll() < 0.05) {
      this.refused.add(body.id);
      return { outcome: "refused" };
    }
    this.last += 1;
    this.entries.push({ id: body.id, entry: this.last, text: body.text, undone: false, corrected: false });
    return { outcome: this.roll() < 0.03 ? "kept" : "saved", entry: this.last };
  }

  undo(body) {
    const found = this.entries.find((each) => each.entry === body.seen);
    if (!found) return { outcome: "refused" };
    const outcome = found.undone ? "already" : "saved";
    found.undone = true;
    return { outcome };
  }

  /** The desk replaces the last entry. */
  correct() {
    const found = this.entries[this.entries.length - 1];
    if (!found || found.undone) return;
    this.last += 1;
    found.entry = this.last;
    found.corrected = true;
  }
}

/** One tab of the phone: the outbox without a page. */
export class Tab {
  constructor(hall) {
    this.hall = hall;
    this.opened = 0;
    this.open();
  }

  open() {
    this.opened += 1;
    this.settled = [];
    this.said = [];
    this.underWay = 0;
    this.state = openOutbox(structuredClone([...this.hall.storage.values()]));
    this.dispatch({ type: "tick", now: this.hall.now });
  }

  dispatch(event) {
    const { state, effects } = stepOutbox(this.state, event);
    this.state = state;
    for (const effect of effects) {
      if (this.hall.crashes()) {
        this.open();
        return;
      }
      this.runEffect(effect);
    }
  }

  runEffect(effect) {
    const { storage } = this.hall;
    if (effect.type === "keep") storage.set(effect.item.id, structuredClone(effect.item));
    else if (effect.type === "forget") storage.delete(effect.id);
    else if (effect.type === "settled") this.settled.push(effect);
    else if (effect.type === "say") this.said.push(effect);
    else this.hall.send(this, effect);
  }
}

/** The hall: time, the phone's storage, its tabs, the wifi and the server. */
export class Hall {
  now = 1000;
  storage = new Map();
  pending = []; // {at, tab, opened, event}
  offline = false;
  unreliable = true;

  constructor(seed, tabs = 1) {
    this.roll = dice(seed);
    this.server = new Server(this.roll);
    this.tabs = [];
    for (let each = 0; each < tabs; each += 1) this.tabs.push(new Tab(this));
  }

  crashes() { return this.unreliable && this.roll() < 0.01; }

  schedule(tab, after, event) {
    this.pending.push({ at: this.now + after, tab, opened: tab.opened, event });
  }

  send(tab, { item, attempt }) {
    const body = { id: item.id, act: item.act, round: item.round, ...item.data };
    const unanswered = { type: "unanswered", attempt };
    const roll = this.unreliable ? this.roll() : 1;
    tab.underWay += 1;
    if (tab.underWay > 1) throw new Error("two under way at once");
    if (this.offline || roll < 0.15) this.schedule(tab, 100, unanswered); // never sent
    else if (roll < 0.2) this.schedule(tab, 50, { type: "answered", attempt, reply: null }); // the wifi's own page
    else this.deliver(tab, attempt, roll, this.server.receive(body));
  }

  deliver(tab, attempt, roll, reply) {
    const answered = { type: "answered", attempt, reply };
    if (!reply) this.schedule(tab, 10, { type: "gone", words: "gone" });
    if (roll < 0.35) this.schedule(tab, 4000, { type: "unanswered", attempt }); // lost
    else if (roll < 0.5) { // slow: arrives after the timeout
      this.schedule(tab, 4000, { type: "unanswered", attempt });
      this.schedule(tab, 4000 + 9000 * this.roll(), answered);
    } else this.schedule(tab, 20 + 500 * (this.unreliable ? this.roll() : 0), answered);
    if (roll > 0.5 && roll < 0.6) this.schedule(tab, 600 + 3000 * this.roll(), answered); // twice
  }

  /** Let time pass: deliver the answers that are due, and tick the pages each second. */
  pass(milliseconds) {
    const end = this.now + milliseconds;
    while (this.now < end) {
      this.now = Math.min(end, this.now + 250);
      const due = this.pending.filter((each) => each.at <= this.now).sort((one, other) => one.at - other.at);
      this.pending = this.pending.filter((each) => each.at > this.now);
      due.forEach(({ tab, opened, event }) => { this.arrive(tab, opened, event); });
      if (this.now % 1000 === 0) this.tabs.forEach((tab) => { tab.dispatch({ type: "tick", now: this.now }); });
    }
  }

  arrive(tab, opened, event) {
    if (tab.opened !== opened) return; // that page is closed
    if (event.attempt === tab.state.attempt && tab.state.sending) tab.underWay = 0;
    const stored = structuredClone([...this.storage.values()]);
    tab.dispatch({ ...event, now: this.now, ...(event.type === "answered" ? { stored } : {}) });
  }
}
