// What must survive a reload, where the phone allows that: each item of the outbox, and the pad.

const ROOM = "headtable:" + location.pathname + ":";

/**
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try { localStorage.setItem(ROOM + name, JSON.stringify(value)); } catch { return; }
}

/** @param {string} name */
export function forget(name) {
  try { localStorage.removeItem(ROOM + name); } catch { return; }
}

/** @returns {{items: Item[], draft: Draft | null, begun: number}} */
export function recall() {
  /** @type {{[name: string]: any}} */
  const kept = {};
  try {
    Object.keys(localStorage).filter((key) => key.startsWith(ROOM)).forEach((key) => {
      kept[key.slice(ROOM.length)] = JSON.parse(localStorage[key]);
    });
  } catch { return { items: [], draft: null, begun: 0 }; }
  const items = Object.keys(kept).map((key) => kept[key]).filter((each) => each && each.act);
  return { items, draft: kept.draft || null, begun: kept.begun || 0 };
}
