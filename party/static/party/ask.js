// Asking the server, with an end to the patience: a hall's wifi may swallow the question.

/**
 * What the server answers, with its text; fails when that is not here in `patience` milliseconds.
 * @param {string | URL} address
 * @param {RequestInit} options
 * @param {number} patience
 * @returns {Promise<{answer: Response, text: string}>}
 */
export function ask(address, options, patience) {
  const stop = new AbortController();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error("late"));
      stop.abort();
    }, patience);
    fetch(address, { cache: "no-store", ...options, signal: stop.signal })
      .then((answer) => answer.text().then((text) => { resolve({ answer, text }); }))
      .then(undefined, reject)
      .then(() => { clearTimeout(timer); });
  });
}
