// What the pages do a little better with JavaScript; without it everything still works.
(function () {
  "use strict";

  var YEAR = 60 * 60 * 24 * 365;
  var TWICE = 1500; // two presses within this many milliseconds are one

  function focusProblems(part) {
    var problems = part.querySelector("#errors");
    // At the desk the cursor stays where one types: the list of faults is read out as it is.
    if (problems && !part.querySelector("#desk [autofocus]")) problems.focus();
  }

  // The browser itself obeys "autofocus" only when it first draws the page: on a busy laptop the
  // letters typed before that would be lost.
  function focusFirstField() {
    var field = document.querySelector("input[autofocus], textarea[autofocus]");
    if (field && !window.location.hash) field.focus();
  }

  // The text of a form as it would be sent, with the button that sends it.
  function contents(form, button) {
    var text = new URLSearchParams(new FormData(form)).toString();
    return button ? text + "&" + button.name + "=" + button.value : text;
  }

  // A second press with the same contents is a double-click, not a second hand.
  function dropSecondPress(event) {
    var form = event.target;
    var sending = contents(form, event.submitter);
    var now = Date.now();
    if (form.sentText === sending && now - form.sentAt < TWICE) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    form.sentText = sending;
    form.sentAt = now;
  }

  function wear(look, value) {
    var root = document.documentElement;
    if (look === "suits") root.classList.toggle("suits4", value === "4");
    else if (value) root.setAttribute("data-theme", value);
    else root.removeAttribute("data-theme");
  }

  // The page in sight changes at once, and keeps what was typed; the server reads the cookie.
  function changeLook(event) {
    var button = event.submitter;
    if (!button || !event.target.matches("[data-looks]")) return;
    event.preventDefault();
    var look = button.name;
    var value = button.value;
    document.cookie =
      look + "=" + value + "; path=/; SameSite=Lax; max-age=" + (value ? YEAR : 0);
    wear(look, value);
    event.target.querySelectorAll("[name=" + look + "]").forEach(function (each) {
      each.setAttribute("aria-pressed", String(look === "suits" ? value === "4" : each === button));
    });
    if (look === "suits") button.value = value === "4" ? "2" : "4";
  }

  // Slips are typed from box to box: Enter goes on to the next empty one, and sends after the last.
  function stepOn(event) {
    var field = event.target;
    if (event.key !== "Enter" || !field.matches || !field.matches("[data-step]")) return;
    var boxes = Array.prototype.slice.call(field.form.querySelectorAll("[data-step]"));
    var next = boxes.slice(boxes.indexOf(field) + 1).find(function (box) { return box.value === ""; });
    if (!next || field.value === "") return;
    event.preventDefault();
    next.focus();
  }

  // At the door Enter lets the only one in who was found, once the list shows what was typed.
  function letInTheOnlyHit(event) {
    var field = event.target;
    if (event.key !== "Enter" || !field.matches || !field.matches("[data-find]")) return;
    var list = document.querySelector("[data-found]");
    var hit = list && list.querySelector("[data-hit]");
    if (!hit || !field.value.trim() || list.dataset.found.trim() !== field.value.trim()) return;
    event.preventDefault();
    hit.click();
  }

  // In the desk's line: Esc clears it, arrow up goes back to the hand before.
  function steerEntry(event) {
    var field = event.target;
    if (!field.matches || !field.matches("[data-entry]")) return;
    if (event.key === "Escape") {
      field.value = "";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      event.preventDefault();
    } else if (event.key === "ArrowUp") {
      var back = document.querySelector("[data-previous]");
      if (back) {
        event.preventDefault();
        back.click();
      }
    }
  }

  // Fast fingers begin the next hand before the answer to this one is there: keep their letters.
  var ahead = "";

  function noteSent(event) {
    var field = event.target.querySelector && event.target.querySelector("[data-entry]");
    if (field) field.sent = field.value;
  }

  function catchTyping(event) {
    var field = event.detail.target.querySelector("[data-entry]");
    if (!field || field.sent === undefined || field.value === field.sent) return;
    ahead = field.value.indexOf(field.sent) === 0 ? field.value.slice(field.sent.length) : field.value;
  }

  function giveBackTyping() {
    var field = document.querySelector("[data-entry]");
    var wrong = document.querySelector("#desk input[aria-invalid]:not([type=radio])");
    // What was refused is there to be looked at, and goes with the first letter typed.
    if (wrong && !ahead) {
      wrong.focus();
      wrong.select();
    }
    if (!field || !ahead) return;
    field.value += ahead;
    ahead = "";
    field.focus();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // What somebody has unfolded stays so when its part of the page comes again.
  var unfolded = [];
  function noteFolds(event) {
    var open = event.detail.target.querySelectorAll("details[open][id]");
    unfolded = Array.from(open, function (each) { return each.id; });
  }

  function unfoldAgain() {
    unfolded.splice(0).forEach(function (id) {
      var fold = document.getElementById(id);
      if (fold) fold.open = true;
    });
  }

  // Signed out meanwhile, in another window: the answer is the sign-in page, no part of this one.
  function goToSignIn(event) {
    var came = event.detail.xhr.responseURL;
    if (!came || new URL(came).pathname !== "/login/") return;
    event.preventDefault();
    window.location.reload();
  }

  function alarm(words) {
    var box = document.getElementById("alarm");
    if (!box) return;
    box.textContent = "";
    if (!words) return;
    var note = document.createElement("p");
    note.className = "note note-bad";
    note.textContent = words;
    box.appendChild(note);
  }

  function tellFailure(event) {
    var asked = event.detail.requestConfig && event.detail.requestConfig.verb === "get";
    alarm(
      asked
        ? "The laptop does not answer. This page may be out of date."
        : "Not saved: the laptop did not take it. Try again."
    );
    document.documentElement.dataset.failed = "yes";
  }

  function clearFailure(event) {
    if (!event.detail.successful || !document.documentElement.dataset.failed) return;
    delete document.documentElement.dataset.failed;
    alarm("");
  }

  document.addEventListener("submit", changeLook, true);
  document.addEventListener("submit", dropSecondPress, true);
  document.addEventListener("keydown", steerEntry);
  document.addEventListener("keydown", stepOn);
  document.addEventListener("keydown", letInTheOnlyHit);
  document.addEventListener("htmx:beforeRequest", noteSent);
  document.addEventListener("htmx:beforeSwap", catchTyping);
  document.addEventListener("htmx:afterSettle", giveBackTyping);
  document.addEventListener("htmx:beforeSwap", noteFolds);
  document.addEventListener("htmx:afterSwap", unfoldAgain);
  document.addEventListener("htmx:beforeSwap", goToSignIn);
  document.addEventListener("htmx:sendError", tellFailure);
  document.addEventListener("htmx:responseError", tellFailure);
  document.addEventListener("htmx:afterRequest", clearFailure);
  // Only what has just come: a list that refreshes itself must not move anybody's place.
  document.addEventListener("htmx:afterSettle", function (event) { focusProblems(event.target); });
  focusFirstField();
  focusProblems(document);
})();
