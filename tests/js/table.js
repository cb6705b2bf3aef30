// Sample values for the tests: the state of a table as the server sends it, and the pad's rules.

import { standingOf } from "../../party/static/party/phone/standing.js";

// The other pair's points, by the number of tricks that the bidders take.
const OTHERS = [[100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0], Array(11).fill(0)];

/** @returns {TableState} */
export function table(more = {}) {
  return {
    v: "1", now: "2026-11-22T20:00:00Z", party: "Autumn party", table: 1, stage: "playing",
    rules: "midway hands", round: 1, limit: 4, capture: "hands", note: "", hands: [],
    seats: {
      N: { name: "Alma Ames", short: "Alma" }, E: { name: "Carol Cole", short: "Carol" },
      S: { name: "Bert Bell", short: "Bert" }, W: { name: "Dev Dole", short: "Dev" }
    },
    pairs: { NS: "Alma & Bert", EW: "Carol & Dev" }, ns: 0, ew: 0, saved: 0, finished: false,
    can: { undo: true, last: false, hands: true, agree: false }, agreed: "", cut: "",
    clock: { ends: null, left: null }, called: false, coming: false, decisions: [], ...more
  };
}

/** @returns {Rules} */
export function rules(more = {}) {
  return {
    points: {
      others: OTHERS, "8H": [0, 8, -300, 3, 300], "7C": [0, 7, -160, 4, 160],
      "7C+": [0, 10, -160, 1, 320], "8H!": [0, 10, -600, 1, 600], MIS: [1, 1, 250, 10, -250]
    },
    passed: null, bidNames: { "8H": "8 Hearts", "7C": "7 Clubs", MIS: "Misère" },
    announcements: { slam: "slam", declare: "declared" }, takesTotals: false, ...more
  };
}

/** @returns {ShownHand} */
export function savedHand(hand, more = {}) {
  return {
    hand, entry: 10 + hand, text: "8hn9", bidder: "N", bid: "8H", tricks: 9, ns: 300, ew: 10,
    words: "Alma bid 8 Hearts and took 9", disputed: false, versions: [], ...more
  };
}

/** @returns {Facts} */
export function factsOf(more = {}, ruleFields = {}, unsent = []) {
  const state = table(more);
  return { table: state, rules: rules(ruleFields), keeps: true, standing: standingOf(state, unsent) };
}
