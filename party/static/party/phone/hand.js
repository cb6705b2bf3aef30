// The score, the text and the words of a hand that is being tapped.

/** @type {{[seat: string]: string}} */
export const SEATS = { N: "North", E: "East", S: "South", W: "West" };
/** @type {{[bid: string]: string}} */
const SPECIAL = {
  MIS: "m", OPEN: "om", BLIND: "bm", NOPICK: "np", SUPER: "sm", GRAND: "gm", PAT: "pat", HILO: "hl"
};
const MANY_TRICKS = 4; // short of a bid
/** @type {{[announced: string]: string}} */
const MARKS = { slam: "!", declare: "+" };

/**
 * @param {string | undefined} seat
 * @returns {"NS" | "EW"}
 */
export function pairOf(seat) { return seat === "E" || seat === "W" ? "EW" : "NS"; }

/**
 * @param {TableState} table
 * @param {string} seat
 */
export function shortName(table, seat) {
  return table.seats[seat] ? table.seats[seat].short : SEATS[seat];
}

/** @param {number | null} points */
export function minusSigned(points) {
  return Number(points).toLocaleString("en-US").replace("-", "−");
}

/** @param {number | null} points */
export function signed(points) { return (Number(points) > 0 ? "+" : "") + minusSigned(points); }

/**
 * Parse typed points; null if they are not a number.
 * @param {string | undefined} text
 */
export function readPoints(text) {
  const match = /^\s*([+\-−–]?)\s*(\d{1,5})\s*$/.exec((text || "").replace(",", ""));
  if (!match) return null;
  const isNegative = match[1] && match[1] !== "+";
  return isNegative ? -Number(match[2]) : Number(match[2]);
}

/** @param {string | undefined} announced */
export function markOf(announced) { return announced ? MARKS[announced] || "" : ""; }

/**
 * Read the announcement from the mark that ends a hand's text.
 * @param {string | undefined} text
 */
export function announcementOf(text) {
  return Object.keys(MARKS).find((each) => (text || "").endsWith(MARKS[each]));
}

/**
 * Points of the bidders and of their opponents. A bid's points are packed as [index in others,
 * number of results in a row, their points, number of results …].
 * @param {Points} points
 * @param {string} bid
 * @param {number} tricks
 * @returns {[number, number]}
 */
export function score(points, bid, tricks) {
  const runs = points[bid];
  let index = 1;
  for (let left = tricks; left >= runs[index]; index += 2) left -= runs[index];
  return [runs[index + 1], points.others[runs[0]][tricks]];
}

/**
 * @param {Draft} draft
 * @param {number} tricks
 */
export function isMade(draft, tricks) {
  const bid = draft.bid || "";
  if (draft.announced) return tricks === 10;
  if (SPECIAL[bid]) return tricks === (bid === "HILO" ? 5 : 0);
  return tricks >= parseInt(bid, 10);
}

/**
 * What the desk would ask about a hand; "" for a usual one. As `flags_of` in party/engine/notation/hands.py.
 * @param {Draft} draft
 * @param {Rules} rules
 */
export function unusualWords(draft, rules) {
  const { bid = "", tricks = 0, announced } = draft;
  if (draft.step !== "check") return "";
  if (!bid) return rules.passed ? "Nobody bid." : "";
  const missing = parseInt(bid, 10) - tricks;
  const words = [
    missing >= MANY_TRICKS && "Set by " + missing + ".",
    announced && "All ten tricks were announced.",
    /^10/.test(bid) && rules.bidNames[bid] + " is a rare bid.",
    SPECIAL[bid] && rules.bidNames[bid] + " was bid."
  ];
  return words.filter(Boolean).join(" ");
}

/**
 * The draft as a hand of the table, with the text that the desk would type.
 * @param {Draft} draft
 * @param {Facts} facts
 * @returns {ShownHand}
 */
export function shownHand(draft, { table, rules }) {
  if (draft.step === "check-total") {
    return {
      hand: 0, outcome: "", ns: readPoints(draft.ns), ew: readPoints(draft.ew),
      words: "Round " + table.round + (draft.hands ? ", hands played: " + draft.hands : "")
    };
  }
  if (draft.bid && draft.bidder) return bidHand(draft, draft.bid, draft.bidder, table, rules);
  if (!rules.passed) {
    return { hand: null, outcome: "", text: "p", words: "Nobody bid: dealt again", ns: 0, ew: 0 };
  }
  const tricks = draft.tricks || 0;
  const [ns, ew] = rules.passed[tricks];
  const words = "Nobody bid: " + table.pairs.NS + " took " + tricks;
  return { hand: draft.hand, outcome: "", text: "p" + tricks, words, ns, ew };
}

/**
 * @param {Draft} draft
 * @param {string} bid
 * @param {string} bidder
 * @param {TableState} table
 * @param {Rules} rules
 * @returns {ShownHand}
 */
function bidHand(draft, bid, bidder, table, rules) {
  const mark = markOf(draft.announced);
  const tricks = draft.tricks || 0;
  const won = score(rules.points, bid + mark, tricks);
  if (pairOf(bidder) === "EW") won.reverse();
  const level = parseInt(bid, 10);
  return {
    hand: draft.hand, bid, bidder, tricks, ns: won[0], ew: won[1],
    outcome: isMade(draft, tricks) ? "made" : "set",
    text: (SPECIAL[bid] || level + bid.replace(/\d+/, "").charAt(0).toLowerCase()) +
      bidder.toLowerCase() + tricks + mark,
    words: shortName(table, bidder) + " bid " + rules.bidNames[bid] +
      (mark ? ", " + rules.announcements[draft.announced || ""] + "," : "") + " and took " + tricks
  };
}
