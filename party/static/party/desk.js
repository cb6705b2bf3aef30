// The desk's page: hands and totals are typed one after the other, and no page comes in between.
import { enterLine, settleHeld, takeLine, typeOnBlind } from "./desk/lines.js";
import { bodyOf } from "./desk/placing.js";
import { store, unsaved } from "./desk/store.js";
import { keepAhead, sendForm } from "./desk/totals.js";
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
    takeLine(field, button && button.name === "choice" ? button : null);
    if (hasKeyboard()) field.focus();
    return;
  }
  const body = bodyOf(form);
  if (button && button.name) body.set(button.name, button.value);
  sendForm(form, body);
}

document.addEventListener("keydown", keepAhead, true);
document.addEventListener("keydown", typeOnBlind);
document.addEventListener("keydown", enterLine);
document.addEventListener("submit", send);
document.addEventListener("click", settleHeld);
window.addEventListener("beforeunload", (event) => { if (unsaved().length) event.preventDefault(); });
document.addEventListener("desk:leave", (event) => {
  if (store.given.text || unsaved().length) event.preventDefault();
});
