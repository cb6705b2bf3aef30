// Requests with a timeout: the wifi of a hall may lose one without an error.

/**
 * Fetch a page with its text; rejects after `timeout` milliseconds.
 * @param {string | URL} address
 * @param {RequestInit} options
 * @param {number} timeout
 * @returns {Promise<{response: Response, text: string}>}
 */
export function request(address, options, timeout) {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error("late"));
      controller.abort();
    }, timeout);
    fetch(address, { cache: "no-store", ...options, signal: controller.signal })
      .then((response) => response.text().then((text) => { resolve({ response, text }); }))
      .then(undefined, reject)
      .then(() => { clearTimeout(timer); });
  });
}
