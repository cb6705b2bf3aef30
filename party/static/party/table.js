// The page of one table. What is tapped is kept on the phone until an answer carries its id; pad and
// check work without wifi. Written for phones of 2019. A module: its names are its own.

var PATIENCE = 4000; // milliseconds for an answer
var SLIP_AFTER = 60000; // unsent for so long: write it on the slip as well
var DEAF = 600; // the second tap of a double tap is for no other screen
var SEATS = { N: "North", E: "East", S: "South", W: "West" };
var SPECIAL = {
  MIS: "m", OPEN: "om", BLIND: "bm", NOPICK: "np", SUPER: "sm", GRAND: "gm", PAT: "pat", HILO: "hl"
};
var MARKS = { slam: "!", declare: "+" };
var ALONE = /^(MIS|OPEN|BLIND|NOPICK|SUPER)$/;
var PLAYING = /^(playing|bell|checking)$/;
var STEPS = /^(bidder|bid|tricks|totals)$/;

var state = read(document, "state");
var points; // of each bid; "others" are the defenders', by tricks
var passed; // of a hand that nobody bid on, played
var csrf = state.csrf;
var address = location.pathname;
var room = "headtable:" + address + ":";
var main = byId("main");
var form = byId("hand");
var view = byId("view");

var outbox = []; // what the server has not acknowledged, in order
var draft = null; // the hand being tapped: {round, hand, step, bidder, bid, announced, tricks, seen}
var begun = 0; // the round of which a hand was begun here
var saved = null; // the item of the hand just saved, while its screen is shown
var peek = false; // the round is looked at between two hands
var messages = []; // {bad, words}
var gone = ""; // why this address is no longer in use
var yes = {}; // the pairs that have agreed so far

var sending = null;
var asking = false;
var renewed = false; // the CSRF token, for what is being sent
var answers = 0; // a poll begun before an answer knows less than it
var plainOf = state.v; // the version that #plain shows
var rules = state.rules; // of the pad
var people = JSON.stringify(state.seats); // whom the pad names
var retryAt = 0;
var pollAt = Date.now() + 2000;
var heardAt = Date.now();
var skew = 0; // of the server's clock

function byId(id) { return document.getElementById(id); }

function read(page, id) { return JSON.parse(page.getElementById(id).textContent); }

function all(query) { return Array.from(document.querySelectorAll(query)); }

// What must survive a reload, where the phone allows that.

function keep(name, value) {
  try { localStorage.setItem(room + name, JSON.stringify(value)); } catch (full) { return; }
}

function forget(name) {
  try { localStorage.removeItem(room + name); } catch (barred) { return; }
}

function recall() {
  var kept = {};
  try {
    Object.keys(localStorage).forEach((key) => {
      if (key.indexOf(room) === 0) kept[key.slice(room.length)] = JSON.parse(localStorage[key]);
    });
  } catch (barred) { return; }
  draft = kept.draft || null;
  begun = kept.begun || 0;
  Object.keys(kept).forEach((key) => { if (kept[key].act) outbox.push(kept[key]); });
  outbox.sort((one, other) => { return one.n - other.n; });
}

function newId() {
  var bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  return Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1))
    .join("").replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// `shown` is the hand as this page shows it meanwhile; `of` the id of the hand that is undone.
function put(act, data, shown, of) {
  var last = outbox[outbox.length - 1];
  var item = {
    id: newId(), n: last ? last.n + 1 : 1, at: Date.now(), tries: 0,
    act: act, round: state.round, data: data, shown: shown, of: of
  };
  outbox.push(item);
  keep(item.id, item);
  retryAt = 0;
  pump();
  draw();
  return item;
}

function remove(item) {
  outbox = outbox.filter((each) => each !== item);
  forget(item.id);
}

function itemOf(id) { return outbox.find((each) => each.id === id); }

function waiting() { return outbox.filter((each) => !each.refused); }

function isWaiting(acts) {
  return waiting().some((each) => acts.test(each.act));
}

function pump() {
  var item = waiting()[0];
  if (!item || sending || gone || Date.now() < retryAt) return;
  if (item.of && !item.data.seen) { // what it was to undo did not come into force
    remove(item);
    pump();
    return;
  }
  var body = Object.assign({ id: item.id, act: item.act, round: item.round }, item.data);
  sending = item;
  ask("send/", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf }
  }).then((answer) => {
    if (answer.status !== 403 || renewed) return settle(item, answer);
    renewed = true;
    return ask("state/?csrf=1", {}).then((fresh) => {
      csrf = fresh.data.csrf;
      sending = null;
      pump();
    });
  }).then(null, () => { failed(item); }).then(draw);
}

// Ask the server. The data are null where the answer is not ours: the wifi's own page, say.
function ask(path, options) {
  var stop = new AbortController();
  options.signal = stop.signal;
  options.cache = "no-store";
  return new Promise((take, refuse) => {
    var timer = setTimeout(() => {
      refuse(new Error("late"));
      stop.abort();
    }, PATIENCE);
    fetch(address + path, options).then((answer) => {
      return answer.text().then((text) => {
        var data = null;
        clearTimeout(timer);
        try { data = JSON.parse(text); } catch (foreign) { data = null; }
        if (/410|429/.test(answer.status) && data && data.words) gone = data.words;
        take({ status: answer.status, data: data, text: text });
      });
    }).then(null, refuse);
  });
}

function failed(item) {
  sending = null;
  renewed = false;
  item.tries += 1;
  keep(item.id, item);
  retryAt = Date.now() + 1000 * Math.min(15, Math.pow(2, item.tries - 1));
}

function settle(item, answer) {
  var data = answer.data;
  if (!data || data.id !== item.id) {
    failed(item);
    return;
  }
  var isGood = data.outcome === "saved" || data.outcome === "already";
  sending = null;
  renewed = false;
  answers += 1;
  pollAt = Date.now() + 3000;
  if (data.outcome === "refused" && item.shown) {
    item.refused = data.words;
    keep(item.id, item);
  } else remove(item);
  if (!isGood && !item.refused) say(data.words, true);
  else if (data.outcome === "already" && item.shown) say(data.words);
  if (isGood) item.sentAt = Date.now();
  else if (saved === item) saved = null;
  take(data.state);
  outbox.forEach((each) => {
    if (each.of !== item.id || !isGood) return;
    each.data.seen = data.entry;
    keep(each.id, each);
  });
  pump();
}

function poll() {
  if (asking || sending || gone) return;
  var mark = answers;
  asking = true;
  pollAt = Date.now() + (document.hidden ? 60000 : 8000 + 4000 * Math.random());
  ask("state/?v=" + state.v, {}).then((answer) => {
    if (answer.status === 204) heard();
    else if (answer.data && answer.data.v && mark === answers) take(answer.data);
    return refresh();
  }).then(null, () => null).then(() => {
    asking = false;
    draw();
  });
}

// Whether the server's part is old, and shown or about to be, or people or rules are others.
function lacksPlain() {
  var name = screen();
  return plainOf !== state.v && !sending &&
    (name === "plain" || name === "saved" && standing().finished || begun !== state.round ||
      rules !== state.rules || people !== JSON.stringify(state.seats));
}

function refresh() {
  if (!lacksPlain() || gone) return null;
  var mark = answers;
  return ask("", {}).then((answer) => {
    var page = new DOMParser().parseFromString(answer.text, "text/html");
    if (!page.getElementById("state") || mark !== answers) return;
    var next = read(page, "state");
    ["plain", rules === next.rules ? "bidders" : "hand", "call"].forEach((id) => {
      var fresh = page.getElementById(id);
      if (byId(id).innerHTML !== fresh.innerHTML) byId(id).innerHTML = fresh.innerHTML;
    });
    take(next);
    plainOf = state.v;
    people = JSON.stringify(state.seats);
    if (rules !== state.rules) readPad(page);
  });
}

function readPad(page) {
  points = read(page, "pad");
  passed = page.getElementById("passed") && read(page, "passed");
  rules = state.rules;
  dropOldBid();
}

// A bid that the rules do not know is asked for again; a total, only where one is entered.
function dropOldBid() {
  if (draft && /totals?$/.test(draft.step) && !byId("total-ns")) forgetDraft();
  if (draft && draft.bid && !points[draft.bid + (MARKS[draft.announced] || "")]) {
    change({ step: "bid", bid: undefined, announced: undefined });
  }
}

function heard() {
  heardAt = Date.now();
  if (!sending) retryAt = 0;
}

function take(fresh) {
  if (!fresh) return;
  heard();
  skew = Date.parse(fresh.now) - heardAt;
  if (fresh.round !== state.round || fresh.agreed !== state.agreed) yes = {};
  if (fresh.round !== state.round || !PLAYING.test(fresh.stage)) saved = null;
  state = fresh;
  csrf = fresh.csrf || csrf;
  dropOldDraft();
}

function dropOldDraft() {
  if (!draft || draft.round === state.round && !/^(closed|over|finished)$/.test(state.stage)) return;
  var bid = draft.bid && bidKey();
  if (draft.bidder || draft.ns) {
    messages = messages.filter((each) => each.bad);
    say("Round " + draft.round + " is closed. What was begun on this phone and not saved: tell the host. " +
      (draft.ns ? "The total: " + draft.ns + " and " + (draft.ew || "nothing yet") :
        "Hand " + draft.hand + ": " + (bid ? bidName() + " by " : "bid by ") + SEATS[draft.bidder]), true);
  }
  forgetDraft();
}

function wake() {
  retryAt = 0;
  pump();
  poll();
  draw();
}

// How the table stands, with what this phone has yet to send

function standing() {
  var now = { hands: state.hands.slice(), ns: state.ns, ew: state.ew, saved: state.saved };
  now.finished = state.finished;
  waiting().forEach((item) => {
    var hand = item.shown;
    if (item.round !== state.round) return;
    if (item.act === "undo" && now.hands.length) {
      count(now, now.hands.pop(), -1);
      now.finished = false;
    } else if (item.act === "hand" && item.data.text === ".") now.finished = true;
    else if (item.act === "hand" && (!hand.hand || hand.hand > now.saved)) {
      now.hands.push(hand);
      count(now, hand, 1);
    } else if (item.act === "total") now.finished = true;
  });
  if (state.limit && now.saved >= state.limit) now.finished = true;
  return now;
}

function count(now, hand, sign) {
  now.ns += sign * (hand.ns || 0);
  now.ew += sign * (hand.ew || 0);
  if (hand.hand) now.saved += sign;
}

function change(fields) {
  if (!draft) draft = { round: state.round, hand: standing().saved + 1, step: "bidder" };
  Object.assign(draft, fields);
  keep("draft", draft);
}

function forgetDraft() {
  draft = null;
  forget("draft");
}

function go(step) {
  change({ step: step });
  draw();
}

function shortName(seat) { return state.seats[seat] ? state.seats[seat].short : SEATS[seat]; }

function pairOf(seat) { return seat === "E" || seat === "W" ? "EW" : "NS"; }

function bidKey() { return form.querySelector("[name=bid][value='" + draft.bid + "']"); }

function bidName() { return bidKey().getAttribute("aria-label"); }

// Points of the bidders and of the others. A bid is packed as [place in others, how many results
// in a row, what they give, how many …].
function score(bid) {
  var runs = points[bid];
  var at = 1;
  for (var left = draft.tricks; left >= runs[at]; at += 2) left -= runs[at];
  return [runs[at + 1], points.others[runs[0]][draft.tricks]];
}

function announcedWords() {
  return form.querySelector("[value=" + draft.announced + "] + span").textContent.toLowerCase();
}

function isMade(tricks) {
  if (draft.announced) return tricks === 10;
  if (SPECIAL[draft.bid]) return tricks === (draft.bid === "HILO" ? 5 : 0);
  return tricks >= parseInt(draft.bid, 10);
}

// The draft as a hand of STATE, its text as the desk would type it.
function shownHand() {
  var won = [0, 0];
  var hand = { hand: draft.hand, outcome: "" };
  if (draft.step === "check-total") {
    won = [draft.ns, draft.ew].map(readPoints);
    hand.hand = 0;
    hand.words = "Round " + state.round + (draft.hands ? ", hands played: " + draft.hands : "");
  } else if (draft.bid) {
    var mark = MARKS[draft.announced] || "";
    won = score(draft.bid + mark);
    Object.assign(hand, { bid: draft.bid, bidder: draft.bidder, tricks: draft.tricks });
    hand.text = (SPECIAL[draft.bid] || parseInt(draft.bid, 10) +
      draft.bid.replace(/\d+/, "").charAt(0).toLowerCase()) +
      draft.bidder.toLowerCase() + draft.tricks + mark;
    hand.outcome = isMade(draft.tricks) ? "made" : "set";
    hand.words = shortName(draft.bidder) + " bid " + bidName() +
      (mark ? ", " + announcedWords() + "," : "") +
      " and took " + draft.tricks;
  } else if (passed) {
    won = passed[draft.tricks];
    hand.text = "p" + draft.tricks;
    hand.words = "Nobody bid: " + state.pairs.NS + " took " + draft.tricks;
  } else {
    hand.hand = null;
    hand.text = "p";
    hand.words = "Nobody bid: dealt again";
  }
  var isEast = pairOf(draft.bidder) === "EW";
  hand.ns = won[isEast ? 1 : 0];
  hand.ew = won[isEast ? 0 : 1];
  return hand;
}

function readPoints(text) {
  var found = /^\s*([+\-−–]?)\s*(\d{1,5})\s*$/.exec(text || "");
  return found ? (found[1] && found[1] !== "+" ? -1 : 1) * found[2] : null;
}

function save() {
  var hand = shownHand();
  var data = { hand: draft.hand, text: hand.text };
  var act = draft.seen ? "change" : "hand";
  if (draft.step === "check-total") {
    act = "total";
    data = { ns: hand.ns, ew: hand.ew, hands: Number(draft.hands) || null, seen: draft.seen };
  } else if (draft.seen) data.seen = draft.seen;
  else data.hand = Math.min(draft.hand, standing().saved + 1);
  if (draft.refused && itemOf(draft.refused)) remove(itemOf(draft.refused));
  forgetDraft();
  fresh();
  saved = put(act, data, hand);
  draw();
}

function fresh() {
  messages = [];
  yes = {};
  saved = null;
  peek = false;
}

function unsay(words) {
  messages = messages.filter((each) => each.words !== words);
}

function say(words, isBad) {
  unsay(words);
  messages.push({ words: words, bad: isBad });
}

// el("p.note.note-bad", "words"), el("p", {id: "x"}, [node, "words"])
function el(what, attributes, inside) {
  var names = what.split(".");
  var node = document.createElement(names.shift());
  if (names.length) node.className = names.join(" ");
  if (inside === undefined) {
    inside = attributes;
    attributes = {};
  }
  Object.keys(attributes).forEach((key) => { node.setAttribute(key, attributes[key]); });
  [].concat(inside).forEach((each) => {
    if (each) node.appendChild(each.nodeType ? each : document.createTextNode(each));
  });
  return node;
}

function button(act, words, kind, value) {
  return el("button." + (kind || "btn"), { type: "button", "data-do": act, value: value || "" }, words);
}

function heading(words) { return el("h1", { tabindex: "-1" }, words); }

function plain(points) { return String(points).replace("-", "−"); }

function signed(points) { return (points > 0 ? "+" : "") + plain(points); }

function sums(at, write) {
  return el("div.sum.card", [
    el("span", state.pairs.NS), el("b", write(at.ns)), el("span", state.pairs.EW), el("b", write(at.ew))
  ]);
}

function note(kind, words, more, buttons) {
  return el("div.note" + kind, [el("p", [el("b", words)].concat(more ? [el("br", []), more] : []))]
    .concat(buttons || []));
}

function clock(at) {
  var time = new Date(at);
  return (time.getHours() % 12 || 12) + ":" + ("0" + time.getMinutes()).slice(-2);
}

function isPlaying() { return PLAYING.test(state.stage); }

function screen() {
  var now = standing();
  if (gone) return "gone";
  if (!isPlaying() || state.capture === "cards") return "plain";
  if (draft) return draft.step;
  if (saved && (!now.finished || plainOf !== state.v || !saved.sentAt)) return "saved";
  if (peek || now.finished || !state.can.hands || begun !== state.round && !now.saved) return "plain";
  return state.capture === "totals" ? "totals" : "bidder";
}

var views = {
  gone() {
    return [heading("This page has ended"), el("p", gone)].concat(waiting().map((each) => {
      var hand = each.shown;
      return hand && el("p.note.note-bad", "Not sent. Write it on the slip: round " + each.round + ", " +
        handName(each) + ": " + hand.words + ". " + state.pairs.NS + " " + signed(hand.ns) + ", " +
        state.pairs.EW + " " + signed(hand.ew) + ".");
    }));
  },
  check() {
    var hand = shownHand();
    var others = pairOf(draft.bidder) === "NS" ? "EW" : "NS";
    var asked = draft.bid ? shortName(others.charAt(0)) + " or " + shortName(others.charAt(1)) : "Everybody";
    return [
      el("p.label", "Read this out loud"),
      el("div.card.aloud", [
        /^\d+[SCDH]$/.test(draft.bid) && el("div.playing-card", { "aria-hidden": "true" },
          bidKey().nextElementSibling.cloneNode(true)),
        heading(hand.words + "."),
        hand.outcome && el("span.tag.tag-" + hand.outcome, hand.outcome === "made" ? "made it" : "set")
      ]),
      hand.hand === null ? el("p", "No points, and the hand does not count.") : sums(hand, signed),
      el("p", [el("b", asked + ":"), " is that right?"]),
      el("div.pad.pad-2", [button("change", "Change"), button("save", "Yes, save", "btn.btn-next")])
    ];
  },
  saved() {
    var now = standing();
    var next = now.saved + 1;
    if (saved.act === "total" || now.finished && now.saved === state.saved) return [];
    return [sums(now, plain)].concat(now.finished ? el("p", "That was the last hand.") : [
      heading("Next: hand " + next + (next === state.limit ? ", the last" : "")),
      el("p.ahead", rung()),
      saved.shown.hand && el("p.muted", "The player on the dealer’s left deals."),
      button("start", "Start hand " + next, "btn.btn-next"),
      state.can.last && button("last", "That was our last hand")
    ]);
  }
};
views["check-total"] = views.check;

function rung() {
  return (state.stage === "bell" ? "The bell has rung: finish the hand you are on. " : "") + state.note;
}

function handName(item) {
  return item.act === "total" ? "the total" : item.shown.hand ? "hand " + item.shown.hand : "no hand";
}

// Put parts in place only when they differ: what is read out or touched stays.
function place(box, parts) {
  var next = el(box.tagName, parts);
  if (next.innerHTML === box.drawn) return;
  box.drawn = next.innerHTML;
  var held = box.contains(document.activeElement) && document.activeElement.dataset.do;
  box.innerHTML = "";
  while (next.firstChild) box.appendChild(next.firstChild);
  held = held && box.querySelector("[data-do=" + held + "]");
  if (held) held.focus();
}

var shown = "";
var missed = ""; // the version of which the server's part was asked for at once

function draw() {
  var name = screen();
  var isStep = STEPS.test(name);
  var now = standing();
  drawTop(name, now);
  place(byId("told"), told(name));
  place(byId("alarm"), alarms());
  byId("plain").hidden = name !== "plain";
  form.hidden = !isStep;
  view.hidden = !views[name];
  if (isStep) drawStep(name, now);
  else if (views[name]) place(view, views[name]());
  else drawPlain();
  drawFoot(name);
  if (lacksPlain() && missed !== state.v && !gone) {
    missed = state.v;
    refresh().then(draw, () => null);
  }
  if (name === shown) return;
  if (shown) {
    main.setAttribute("data-deaf", "");
    setTimeout(() => { main.removeAttribute("data-deaf"); }, DEAF);
    scrollTo(0, 0);
    var heads = all("#main h1, #main legend").filter((each) => each.offsetParent);
    if (heads.length) heads[0].focus();
  }
  shown = name;
}

function drawTop(name, now) {
  var hand = name === "saved" && saved.shown.hand || draft && draft.hand || now.saved + 1;
  var isHand = isPlaying() && state.capture === "hands" && name !== "plain" && name !== "gone";
  place(byId("where"), state.round ? [
    el("b", "Round " + state.round),
    isHand ? " · hand " + hand + (state.limit ? "/" + state.limit : "") : ""
  ] : state.party);
  var pips = [];
  while (isHand && pips.length < state.limit) pips.push(el(pips.length < now.saved ? "i.in" : "i", []));
  place(byId("pips"), pips);
}

// What became of what was tapped: read out when it changes, but for the seconds.
function told(name) {
  var first = waiting().find((each) => !/call/.test(each.act));
  var parts = messages.filter((each) => !each.bad).map((each) => {
    return note("", each.words);
  });
  var undo = name === "saved" && saved.act === "hand" && button("undo", "Undo");
  if (gone) return [];
  if (first) {
    var words = !first.tries ? "Sending…" : Date.now() - first.at < SLIP_AFTER ? "Waiting for the wifi" :
      "Not sent. Keep this page open and play on, or write " + (first.shown ? handName(first) : "it") +
      " on the slip: sent twice does no harm";
    parts.push(note(".note-wait", first.tries ? "Kept on this phone" : "Saved on this phone",
      el("span", [words, el("span", { id: "wait", "aria-hidden": "true" }, [])]),
      [first.tries && button("try", "Try now"), undo]));
  } else if (saved && saved.sentAt && (name === "saved" || name === "plain")) {
    var hand = saved.shown;
    parts.push(note("", "✓ " + (hand.hand ? "Hand " + hand.hand + " is saved" : hand.words + ": saved"),
      "the desk has it, " + clock(saved.sentAt), state.can.undo ? [undo] : []));
  }
  return parts;
}

function alarms() {
  return messages.filter((each) => each.bad).map((each) => {
    return note(".note-bad", each.words, "", [button("ok", "OK", "btn", each.words)]);
  }).concat(outbox.map((each) => {
    return each.refused && note(".note-bad", "Not saved: " + each.shown.words, each.refused, [
      each.round === state.round && isPlaying() && (each.act !== "total" || byId("total-ns")) && button("mend", "Change it", "btn", each.id),
      button("leave", "Leave it out", "btn", each.id)
    ]);
  }), state.hands.map((each) => {
    return each.disputed && note(".note-bad", "Two different scores came in for " +
      (each.hand ? "hand " + each.hand : "the total") + ".",
      "The desk will ask you.");
  }));
}

function said(label, words, act) {
  return el("p.said", [el("span", [label + " ", el("b", words)]),
    button(act, ["Change", el("span.hush", " " + label.toLowerCase())], "link")]);
}

function drawStep(name, now) {
  var made = draft || {};
  var parts = [];
  if (name === "tricks" || name === "bid") {
    parts.push(said("Bidder", made.bidder ? shortName(made.bidder) + ", " + SEATS[made.bidder] : "nobody", "bidder"));
  }
  if (name === "tricks" && made.bid) parts.push(said("Bid", bidName(), "bid"));
  if (draft && !draft.seen && name !== "totals" && draft.hand <= state.saved) {
    parts.push(note(".note-wait", "Another phone has sent hand " + draft.hand + ".", "",
      [button("drop", "Leave ours out")]));
  }
  place(byId("chosen"), parts);
  all("#hand [data-step]").forEach((part) => {
    part.hidden = part.dataset.step !== name ||
      part.id === "announced" && !(points[made.bid + "!"] || points[made.bid + "+"]);
  });
  if (name === "tricks") drawTricks();
  all("#hand input").forEach((input) => {
    var value = made[input.name];
    if (input.type === "text") { if (input.value !== (value || "")) input.value = value || ""; }
    else if (input.type === "checkbox") input.checked = !!value;
    else if (input.type === "radio") input.checked = String(value === undefined ? "" : value) === input.value;
  });
  byId("keep-bid").hidden = name !== "tricks" || !made.bid;
  place(byId("so-far"), name === "bidder" && !made.seen ? soFar(now) : []);
}

function soFar(now) {
  var last = now.hands[now.hands.length - 1];
  var parts = [el("p.ahead", rung())];
  if (state.can.last && now.saved) parts.push(button("last", "That was our last hand"));
  if (last) {
    parts.push(el("p.muted", "Round so far: " + state.pairs.NS + " " + plain(now.ns) + ", " +
      state.pairs.EW + " " + plain(now.ew) + "."), el("p.row", [
      (last.hand ? "Hand " + last.hand + ": " : "") + last.words + ".",
      (state.can.undo || !last.entry) && button("undo", "Undo", "link"),
      button("look", "All hands", "link")
    ]));
  }
  return parts;
}

function drawTricks() {
  byId("took").textContent = "Tricks " + (ALONE.test(draft.bid) ? shortName(draft.bidder) :
    state.pairs[pairOf(draft.bidder)]) + " took";
  all("#tricks label").forEach((key, tricks) => {
    var isIn = draft.bid && isMade(tricks);
    key.className = isIn ? "key-made" : "";
    key.querySelector("small").textContent = !draft.bid ? "" : isIn ? "made" : "set";
  });
}

// The server drew it; here is only what this phone has pressed.
function drawPlain() {
  all("#plain [data-do=agree]").forEach((each) => {
    each.setAttribute("aria-pressed", String(!!yes[each.value]));
    each.disabled = isWaiting(/agree|hand|change|undo|total/);
  });
  all("#plain [data-do=start]").forEach((each) => {
    each.hidden = standing().finished || !state.can.hands;
  });
}

function drawFoot(name) {
  byId("back").hidden = !(name === "bid" || name === "tricks" || draft && draft.seen && STEPS.test(name));
  all("#call button").forEach((each) => {
    each.hidden = !!gone || (each.value === "call") === state.called;
    each.disabled = isWaiting(/call/);
  });
  drawTime();
}

function drawTime() {
  var first = waiting()[0];
  if (byId("wait") && first && first.tries) {
    byId("wait").textContent = sending ? ", trying now" : ", trying again in " +
      Math.max(1, Math.ceil((retryAt - Date.now()) / 1000)) + " s";
  }
  var words = "As of " + clock(heardAt) + ".";
  var left = state.clock.ends ? Math.round((Date.parse(state.clock.ends) - Date.now() - skew) / 1000) :
    state.clock.left;
  if (Date.now() - heardAt > 40000) words = "No answer since " + clock(heardAt) + ". Keep this page open.";
  if (left > 0 && isPlaying()) {
    words = Math.floor(left / 60) + ":" + ("0" + left % 60).slice(-2) +
      (state.clock.ends ? " left. " : " left, the clock stands. ") + words;
  }
  byId("as-of").textContent = gone ? "" : words;
}

function seen() { return state.hands.filter((each) => each.hand !== null).map((each) => each.entry); }

var actions = {
  check: checkTotals,
  start() {
    fresh();
    begun = state.round;
    keep("begun", begun);
  },
  back() {
    if (draft.step === "tricks" && draft.bid) change({ step: "bid" });
    else if (draft.step === "bidder" || draft.step === "totals") forgetDraft();
    else if (STEPS.test(draft.step)) change({ step: "bidder" });
    else actions.change();
  },
  bidder() { change({ step: "bidder" }); },
  bid() { change({ step: "bid" }); },
  keep: () => { say("The bid is kept on this phone. Play the hand, then press the tricks."); },
  change() {
    change({ step: draft.step === "check-total" ? "totals" :
      draft.tricks === undefined ? "bidder" : "tricks" });
  },
  save: save,
  undo() {
    var last = standing().hands.pop();
    var unsent = waiting().find((each) => each.shown === last);
    fresh();
    if (unsent && unsent !== sending && !unsent.tries) remove(unsent);
    else if (last) put("undo", unsent ? {} : { seen: last.entry }, null, unsent && unsent.id);
    say("Taken back: " + (last.hand ? "hand " + last.hand : last.words));
  },
  last() {
    var hand = standing().saved + 1;
    forgetDraft();
    fresh();
    saved = put("hand", { hand: hand, text: "." }, { hand: null, words: "That was our last hand", ns: 0, ew: 0 });
  },
  look() {
    forgetDraft();
    peek = true;
  },
  edit(entry) {
    var hand = state.hands.find((each) => String(each.entry) === entry);
    mend(hand, { seen: hand.entry });
  },
  agree(pair) {
    yes[pair] = !yes[pair];
    if (yes.NS && yes.EW) put("agree", { seen: seen(), yes: true });
  },
  unagree() { put("agree", { seen: seen(), yes: false }); },
  cut(pair) { put("cut", { pair: pair, was: state.cut }); },
  call() { put("call", {}); },
  uncall() { put("uncall", {}); },
  "try": wake,
  ok: unsay,
  leave: (id) => { remove(itemOf(id)); },
  mend(id) {
    var item = itemOf(id);
    mend(item.shown, { seen: item.data.seen, hands: item.data.hands, refused: id });
  },
  drop: forgetDraft,
  sign(pair) {
    var typed = draft && draft[pair] || "";
    var fields = { step: "totals" };
    fields[pair] = /^[+\-−–]/.test(typed) ? typed.slice(1) : "−" + typed;
    change(fields);
    byId("total-" + pair).focus();
  }
};

// Begin again with a hand as it was.
function mend(hand, more) {
  fresh();
  forgetDraft();
  if (hand.hand === 0) change({ step: "totals", ns: plain(hand.ns), ew: plain(hand.ew) });
  else if (hand.bid) {
    change({ step: "tricks", bid: hand.bid, bidder: hand.bidder, tricks: hand.tricks });
    change({ announced: { "!": "slam", "+": "declare" }[hand.text.slice(-1)] });
  }
  change({ hand: hand.hand || standing().saved + 1 });
  change(more);
  dropOldBid();
}

// A key of the pad: what it says is kept.
function choose(input) {
  var fields = {};
  messages = messages.filter((each) => each.bad);
  fields[input.name] = input.type === "checkbox" ? input.checked || undefined :
    input.name === "tricks" ? Number(input.value) : input.value;
  if (input.name === "bidder") fields.passed = undefined;
  if (input.name === "passed") fields.bidder = fields.bid = fields.tricks = undefined;
  if (input.name === "bid" || fields.passed) fields.announced = undefined;
  change(fields);
}

function advance() {
  var step = draft && draft.step;
  if (step === "bidder" && draft.passed) go(passed ? "tricks" : "check");
  else if (step === "bidder" && draft.bidder) go(draft.seen && draft.bid ? "tricks" : "bid");
  else if (step === "bid" && draft.bid) go("tricks");
  else if (step === "tricks" && draft.tricks !== undefined) go("check");
}

function checkTotals() {
  var lacks = ["ns", "ew"].find((pair) => readPoints(draft && draft[pair]) === null);
  messages = [];
  if (!lacks && !state.limit && !(draft.hands > 0)) lacks = "hands";
  if (!lacks) {
    go("check-total");
    return;
  }
  say(lacks === "hands" ? "Say how many hands you played." : "Type the points of " +
    state.pairs[lacks.toUpperCase()] + " as a number, for example 340.", true);
  draw();
  byId("total-" + lacks).focus();
}

// The arrow keys walk over the radios of a step: they choose, but do not go on.
var arrowAt = 0;
var stacked = false; // Back leads to the step before, not away from the page

document.addEventListener("keydown", (event) => {
  if (/^Arrow/.test(event.key)) arrowAt = Date.now();
});

document.addEventListener("click", (event) => {
  var from = event.target.closest("[data-do]");
  if (main.hasAttribute("data-deaf") && main.contains(event.target)) {
    event.preventDefault();
    event.stopPropagation();
  } else if (from) {
    event.preventDefault();
    actions[from.dataset.do](from.value);
    draw();
  } else if (event.target.matches("#hand input:not([type=text])")) {
    choose(event.target);
    if (Date.now() - arrowAt > 100 && event.target.name !== "announced") advance();
    draw();
  }
  if (!stacked) {
    stacked = true;
    history.pushState(null, "");
  }
}, true);

window.addEventListener("popstate", () => {
  if (draft && draft.step !== "bidder" && draft.step !== "totals") {
    actions.back();
    history.pushState(null, "");
    draw();
  } else history.back();
});

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("input")) return;
  event.preventDefault();
  if (screen() === "totals") checkTotals();
  else advance();
});

form.addEventListener("input", (event) => {
  var fields = { step: "totals" };
  if (event.target.type !== "text") return;
  fields[event.target.name] = event.target.value;
  change(fields);
});

window.addEventListener("online", wake);
window.addEventListener("pageshow", wake);
document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
window.addEventListener("beforeunload", (event) => {
  if (waiting().length) event.returnValue = "unsent";
});

setInterval(() => {
  if (Date.now() >= retryAt) pump();
  if (Date.now() >= pollAt) poll();
  draw();
}, 1000);

document.documentElement.className = "js";
recall();
dropOldDraft();
readPad(document);
skew = Date.parse(state.now) - heardAt;
draw();
pump();
