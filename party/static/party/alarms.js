// What went wrong, above the page.

export const NOT_TAKEN = "Not saved: Head Table did not take it. Try again.";

/**
 * Say this and nothing else; nothing at all with no words.
 * @param {string} words
 */
export function alarm(words) {
  const box = document.getElementById("alarm");
  if (!box) return;
  box.textContent = "";
  if (words) addAlarm(words);
}

/** @param {string} words */
export function addAlarm(words) {
  const box = document.getElementById("alarm");
  if (!box) return;
  const note = document.createElement("p");
  note.className = "note note-bad";
  note.textContent = words;
  box.appendChild(note);
}

/**
 * What the server says of a full disk or a locked database.
 * @param {string} text
 */
export function troubleIn(text) {
  const trouble = new DOMParser().parseFromString(text, "text/html").querySelector("[data-trouble]");
  return trouble ? "Not saved. " + (trouble.textContent || "").trim() : "";
}
