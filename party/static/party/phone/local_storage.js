// Stores what must survive a reload, if the phone allows it: each item of the outbox, and the pad.

const PREFIX = "headtable:" + location.pathname + ":";

/**
 * Return whether the phone stored the value.
 * @param {string} name
 * @param {unknown} value
 */
export function save(name, value) {
  try { localStorage.setItem(PREFIX + name, JSON.stringify(value)); } catch { return false; }
  return true;
}

export function canStore() {
  const stores = save("test", 1);
  remove("test");
  return stores;
}

/** @param {string} name */
export function remove(name) {
  try { localStorage.removeItem(PREFIX + name); } catch { return; }
}

/** @param {string} name */
function read(name) {
  try { return JSON.parse(localStorage.getItem(PREFIX + name) || "null"); } catch { return null; }
}

function names() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  } catch { return []; }
}

/** @returns {{items: Item[], draft: Draft | null, begun: number, read: number}} */
export function readAll() {
  const items = names().map(read).filter((each) => each && each.act);
  return { items, draft: read("draft"), begun: read("begun") || 0, read: read("read") || 0 };
}
