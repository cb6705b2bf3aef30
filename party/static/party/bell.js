// The bell of the hall screen, also for calls at the desk. Browsers play no sound until somebody has pressed a button.
import { byId } from "./elements.js";

const STRIKES = [0, 0.7, 1.4]; // seconds
const TONES = [1, 2.4, 4.1]; // multiples of the lowest
const LOWEST = 660; // hertz

/** @type {{audio: AudioContext | null}} */
const store = { audio: null };

/** Ring if sound is switched on. */
export function ring() {
  const { audio } = store;
  if (!audio) return;
  STRIKES.forEach((delay) => {
    TONES.forEach((multiple, index) => { strike(audio, audio.currentTime + delay, multiple, index + 1); });
  });
}

/**
 * @param {AudioContext} audio
 * @param {number} start
 * @param {number} multiple
 * @param {number} number
 */
function strike(audio, start, multiple, number) {
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.frequency.value = LOWEST * multiple;
  loudness.gain.setValueAtTime(0.5 / number, start);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 1.6 / number);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 1.7);
}

/** @param {boolean} isOn */
export function switchSound(isOn) {
  const Sound = window.AudioContext || window.webkitAudioContext;
  if (store.audio) store.audio.close();
  const audio = isOn && Sound ? new Sound() : null;
  store.audio = audio;
  // A page that nobody has pressed anything on is silent until then.
  if (audio) addEventListener("pointerdown", () => { audio.resume(); }, { once: true });
}

/** Show the sound button if the browser can play sound. */
export function offerSound() {
  const button = byId("sound");
  if (!window.AudioContext && !window.webkitAudioContext) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => {
    switchSound(!store.audio);
    button.setAttribute("aria-pressed", String(Boolean(store.audio)));
    button.textContent = store.audio ? "Bell without sound" : "Bell with sound";
    ring();
  });
}
