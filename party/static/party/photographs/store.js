// Keeps pictures in the browser until the server says that they are stored. Without IndexedDB, as in
// some private windows, they are kept as long as the page is open.

const PICTURES = "pictures";
const PAGE = location.pathname; // one party
const store = {
  /** @type {Map<string, StoredPicture>} */
  memory: new Map(),
  database: open()
};

/** @returns {Promise<IDBDatabase | null>} */
function open() {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open("headtable-photographs", 1);
      request.onupgradeneeded = () => { request.result.createObjectStore(PICTURES, { keyPath: ["page", "id"] }); };
      request.onsuccess = () => { resolve(request.result); };
      request.onerror = () => { resolve(null); };
    } catch { resolve(null); }
  });
}

/**
 * Run a request on the pictures; resolves with null where the browser refuses it.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(pictures: IDBObjectStore) => IDBRequest<T>} ask
 * @returns {Promise<T | null>}
 */
async function run(mode, ask) {
  const opened = await store.database;
  if (!opened) return null;
  return new Promise((resolve) => {
    try {
      const transaction = opened.transaction(PICTURES, mode);
      const request = ask(transaction.objectStore(PICTURES));
      transaction.oncomplete = () => { resolve(request.result); };
      transaction.onerror = transaction.onabort = () => { resolve(null); };
    } catch { resolve(null); }
  });
}

/** @param {Omit<StoredPicture, "page">} picture */
export async function keep(picture) {
  store.memory.set(picture.id, { ...picture, page: PAGE });
  await run("readwrite", (pictures) => pictures.put({ ...picture, page: PAGE }));
}

/** @param {string} id */
export async function forget(id) {
  store.memory.delete(id);
  await run("readwrite", (pictures) => pictures.delete([PAGE, id]));
}

/**
 * The pictures of an earlier visit, in the order in which they were chosen.
 * @returns {Promise<StoredPicture[]>}
 */
export async function readAll() {
  /** @type {StoredPicture[]} */
  const stored = await run("readonly", (pictures) => pictures.getAll()) || [];
  const own = stored.filter((each) => each.page === PAGE).sort((first, second) => first.n - second.n);
  own.forEach((each) => store.memory.set(each.id, each));
  return own;
}

/** @param {string} id */
export function read(id) { return store.memory.get(id); }
