// The bell of the hall screen. Browsers make no sound before somebody has pressed a button.
import { byId } from "./elements.js";

const STRIKES = [0, 0.7, 1.4]; // seconds
const TONES = [1, 2.4, 4.1]; // times the lowest
const LOWEST = 660;

/** @type {{audio: AudioContext | null}} */
const store = { audio: null };

/** Ring it, where somebody has asked for sound. */
export function ring() {
  const { audio } = store;
  if (!audio) return;
  STRIKES.forEach((after) => {
    TONES.forEach((times, place) => { strike(audio, audio.currentTime + after, times, place + 1); });
  });
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} times
 * @param {number} part
 */
function strike(audio, at, times, part) {
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.frequency.value = LOWEST * times;
  loudness.gain.setValueAtTime(0.5 / part, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + 1.6 / part);
  tone.connect(loudness).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 1.7);
}

/** Show the button for it, where the browser can. */
export function offerSound() {
  const Sound = window.AudioContext || window.webkitAudioContext;
  const button = byId("sound");
  if (!Sound) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => {
    if (store.audio) store.audio.close();
    store.audio = store.audio ? null : new Sound();
    button.setAttribute("aria-pressed", String(Boolean(store.audio)));
    button.textContent = store.audio ? "Bell without sound" : "Bell with sound";
    ring();
  });
}
