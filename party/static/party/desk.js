// The desk's page: takes one hand or total after the other without loading another page.
import { enterLine, resolveHeld, submitLine, setRefusedAside } from "./desk/lines.js";
import { formBody } from "./desk/answers.js";
import { store, unsaved } from "./desk/store.js";
import { bufferKey, sendForm } from "./desk/totals.js";
import { hasKeyboard } from "./keys.js";

/** @param {SubmitEvent} event */
function send(event) {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || !form.matches("[data-desk]")) return;
  if (!document.getElementById("desk")) return;
  event.preventDefault();
  const button = submitter instanceof HTMLButtonElement ? submitter : null;
  /** @type {HTMLInputElement | null} */
  const field = form.querySelector("[data-entry]");
  if (field) {
    submitLine(field, button && button.name === "choice" ? button : null);
    if (hasKeyboard()) field.focus();
    return;
  }
  const body = formBody(form);
  if (button && button.name) body.set(button.name, button.value);
  sendForm(form, body);
}

document.addEventListener("keydown", bufferKey, true);
document.addEventListener("keydown", setRefusedAside);
document.addEventListener("keydown", enterLine);
document.addEventListener("submit", send);
document.addEventListener("click", resolveHeld);
window.addEventListener("beforeunload", (event) => { if (unsaved().length) event.preventDefault(); });
document.addEventListener("desk:leave", (event) => {
  if (store.refused.text || unsaved().length) event.preventDefault();
});
