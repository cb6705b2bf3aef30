// The page for photographs of slips: sends pictures one by one, and keeps them until they are stored.

import { el } from "./elements.js";
import { digestOf } from "./photographs/digest.js";
import { openQueue, progress, stepQueue } from "./photographs/queue.js";
import { forget, keep, read, readAll } from "./photographs/store.js";
import { request } from "./requests.js";

const SLOWEST = 120000; // milliseconds for a large picture over a weak wifi
const THUMBNAIL = 90; // pixels
const SIGNED_OUT = "You are signed out. Sign in and open this page again: the pictures are kept on this device.";
const UNREADABLE = "This picture could not be read. Type its slips.";
const NOT_ALLOWED = "The server does not take pictures from this page. Reload it: the pictures are kept on this device.";

const store = {
  queue: openQueue(),
  /** @type {Map<string, HTMLCanvasElement>} */
  thumbnails: new Map()
};

function pageForm() { return /** @type {HTMLFormElement | null} */ (document.getElementById("photographs")); }

/** @param {PictureEvent} event */
function dispatch(event) {
  const step = stepQueue(store.queue, event);
  store.queue = step.state;
  step.effects.forEach((effect) => { runEffect(effect); });
  draw();
}

/** @param {PictureEffect} effect */
function runEffect(effect) {
  if (effect.type === "send") send(effect.id, effect.attempt);
  else if (effect.type === "forget") forget(effect.id);
  else {
    const slips = document.getElementById("slips");
    if (slips && window.htmx) window.htmx.trigger(slips, "stored");
  }
}

/**
 * @param {string} id
 * @param {number} attempt
 */
function send(id, attempt) {
  const picture = read(id);
  const form = pageForm();
  if (!form || !picture) return;
  const fields = new FormData();
  const token = form.querySelector("[name=csrfmiddlewaretoken]");
  fields.append("csrfmiddlewaretoken", token instanceof HTMLInputElement ? token.value : "");
  fields.append("pictures", picture.blob, picture.name);
  request(form.action, { method: "POST", body: fields, headers: { "X-Photographs": "1" } }, SLOWEST).then(
    ({ response, text }) => {
      if (response.redirected) dispatch({ type: "stopped", attempt, words: SIGNED_OUT });
      else if (response.status === 403 || response.status === 404) dispatch({ type: "stopped", attempt, words: NOT_ALLOWED });
      else dispatch({ type: "answered", attempt, answer: answerOf(response, text), now: Date.now() });
    },
    () => { dispatch({ type: "unanswered", attempt, now: Date.now() }); }
  );
}

/**
 * @param {Response} response
 * @param {string} text
 * @returns {PictureAnswer | null} null for a page of the wifi
 */
function answerOf(response, text) {
  if (response.status === 413 || response.status === 500) return { outcome: "refused", words: UNREADABLE, notes: [] };
  if (!response.ok) return null;
  try {
    const answer = JSON.parse(text);
    return answer && answer.outcome ? answer : null;
  } catch { return null; }
}

/** @param {FileList} files */
async function choose(files) {
  let n = Date.now();
  for (const file of files) {
    // A copy: the browser may forget the file, and the camera may write another.
    const bytes = await file.arrayBuffer();
    const picture = { id: digestOf(new Uint8Array(bytes)), name: file.name, n: n++, blob: new Blob([bytes], { type: file.type }) };
    await keep(picture);
    dispatch({ type: "chosen", pictures: [{ id: picture.id, name: picture.name }], now: Date.now() });
  }
}

function draw() {
  const words = progress(store.queue);
  const line = document.getElementById("progress");
  if (line) { line.hidden = !words; if (line.textContent !== words) line.textContent = words; }
  const list = document.getElementById("kept");
  if (!list) return;
  const rows = [...store.queue.said.map(saidRow), ...store.queue.items.filter((each) => each.refused).map(refusedRow)];
  list.hidden = !rows.length;
  list.replaceChildren(...rows);
}

/**
 * @param {string} words
 * @param {string[]} notes
 */
function paragraph(words, notes) { return el("p.what", {}, [words, ...notes.map((each) => el("small", {}, [each]))]); }

/** @param {PictureAnswer} answer */
function saidRow(answer) { return el("li", {}, [paragraph(`✓ ${answer.words}`, answer.notes)]); }

/** @param {KeptPicture} picture */
function refusedRow({ id, name, refused = "" }) {
  const button = el("button.btn.btn-second", { type: "button" }, ["Drop it"]);
  button.addEventListener("click", () => { dispatch({ type: "dropped", id }); });
  return el("li.note-bad", {}, [thumbnail(id), paragraph(name, [refused]), button]);
}

/** @param {string} id */
function thumbnail(id) {
  let canvas = store.thumbnails.get(id);
  if (canvas) return canvas;
  canvas = document.createElement("canvas");
  canvas.width = canvas.height = 0;
  store.thumbnails.set(id, canvas);
  const picture = read(id);
  if (picture) paint(canvas, picture.blob);
  return canvas;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Blob} blob
 */
async function paint(canvas, blob) {
  try {
    const image = await createImageBitmap(blob, { resizeWidth: THUMBNAIL });
    canvas.width = image.width;
    canvas.height = image.height;
    const pen = canvas.getContext("2d");
    if (pen) pen.drawImage(image, 0, 0);
  } catch { return; } // not a picture that this browser can show
}

function start() {
  const form = pageForm();
  if (!form) return;
  form.classList.add("with-script");
  form.addEventListener("submit", (event) => { event.preventDefault(); });
  form.addEventListener("change", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || !field.files) return;
    choose(field.files).then(() => { field.value = ""; });
  });
  readAll().then((pictures) => {
    dispatch({ type: "chosen", pictures: pictures.map(({ id, name }) => ({ id, name })), now: Date.now() });
  });
  setInterval(() => { dispatch({ type: "tick", now: Date.now() }); }, 1000);
  addEventListener("online", () => { dispatch({ type: "wake", now: Date.now() }); });
}

start();
