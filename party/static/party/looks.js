// Light or dark, suits in two or four colours. Changes the open page without reloading it, so that
// typed text stays, and sets a cookie for the server.

const YEAR = 60 * 60 * 24 * 365; // seconds

/**
 * @param {string} look
 * @param {string} value
 */
function applyLook(look, value) {
  const root = document.documentElement;
  if (look === "suits") root.classList.toggle("suits4", value === "4");
  else if (value) root.setAttribute("data-theme", value);
  else root.removeAttribute("data-theme");
}

/** @param {SubmitEvent} event */
export function changeLook(event) {
  const { target, submitter: button } = event;
  if (!(button instanceof HTMLButtonElement) || !(target instanceof HTMLFormElement)) return;
  if (!target.matches("[data-looks]")) return;
  event.preventDefault();
  const { name: look, value } = button;
  document.cookie = look + "=" + value + "; path=/; SameSite=Lax; max-age=" + (value ? YEAR : 0);
  applyLook(look, value);
  target.querySelectorAll("[name=" + look + "]").forEach((each) => {
    each.setAttribute("aria-pressed", String(look === "suits" ? value === "4" : each === button));
  });
  if (look === "suits") button.value = value === "4" ? "2" : "4";
}
