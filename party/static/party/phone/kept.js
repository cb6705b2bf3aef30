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

/** @param {string} name */
function read(name) {
  try { return JSON.parse(localStorage.getItem(ROOM + name) || "null"); } catch { return null; }
}

function names() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(ROOM)).map((key) => key.slice(ROOM.length));
  } catch { return []; }
}

/** @returns {{items: Item[], draft: Draft | null, begun: number}} */
export function recall() {
  const items = names().map(read).filter((each) => each && each.act);
  return { items, draft: read("draft"), begun: read("begun") || 0 };
}
