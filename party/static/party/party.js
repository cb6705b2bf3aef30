// What the pages do a little better with JavaScript; without it everything still works.
(function () {
  "use strict";

  var YEAR = 60 * 60 * 24 * 365;
  var TWICE = 1500; // two presses within this many milliseconds are one

  function focusProblems(part) {
    var problems = part.querySelector("#errors, #clash");
    // At the desk the cursor stays where one types: the list of faults is read out as it is.
    if (problems && !part.querySelector("#desk [data-entry]")) problems.focus();
  }

  // The browser itself obeys "autofocus" only when it first draws the page: on a busy laptop the
  // letters typed before that would be lost.
  function focusFirstField() {
    var field = document.querySelector("input[autofocus], textarea[autofocus]");
    if (hasKeyboard()) field = deskField() || field;
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
    var next = nextBox(field);
    if (!next || field.value === "") return;
    event.preventDefault();
    next.focus();
  }

  function nextBox(field) {
    var boxes = Array.from(field.form.querySelectorAll("[data-step]"));
    return boxes.slice(boxes.indexOf(field) + 1).find(function (box) { return box.value === ""; });
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

  // The desk. The field with the cursor stays in the page for good: around it everything is put in
  // place from the answer. Lines go out one after the other, so that what is typed after Enter is
  // the next hand, however long an answer takes. What is refused comes back into an empty field;
  // while something else is being typed there, it waits beside it, and the later lines behind it.
  var BLIND = 700; // whoever types on within so many milliseconds has not read the refusal yet

  var SIGNED_OUT = "You are signed out.";
  var NOT_TAKEN = "Not saved: Head Table did not take it. Try again.";

  var lines = []; // sent or to be sent: {text, choice}
  var sending = false;
  var held = null; // what was refused while the next hand was being typed: {text, after}
  var begun = ""; // the beginning of a hand, set aside until the lines before it are through
  var given = { text: "", at: 0 }; // the refused line that the field holds

  function deskField() { return document.querySelector("#desk [data-entry]"); }

  function isBlind(field) {
    return Boolean(given.text) && field.value === given.text && Date.now() - given.at < BLIND;
  }

  function fill(field, text) {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // Enter in the desk's line, or its button.
  function takeLine(field, button) {
    var form = field.form;
    var asked = form.querySelector("[name=asked]");
    var choice = button || form.querySelector("[name=choice]");
    var text = field.value.trim();
    if (isBlind(field)) return;
    if (held && button && asked) {
      lines.push({ text: asked.value, choice: button.value });
      lines.push.apply(lines, held.after);
      held = null;
    } else if (held) {
      if (text) held.after.push({ text: text });
      fill(field, "");
    } else if (text || !lines.length) {
      var answers = asked && choice && asked.value.trim() === text;
      lines.unshift({ text: text, choice: answers ? choice.value : "" });
      if (sending) lines.push(lines.shift());
      given.text = "";
      if (window.htmx) window.htmx.trigger(field, "htmx:abort");
      fill(field, "");
    }
    showHeld();
    sendNext();
  }

  function sendNext() {
    var field = deskField();
    if (sending || held || !lines.length) return;
    if (!field) {
      // Beside what the server said.
      addAlarm("Not saved: " + textOf(lines) + ". This page takes no more lines now.");
      lines = [];
      return;
    }
    var line = lines[0];
    var body = new URLSearchParams(new FormData(field.form));
    body.set(field.name, line.text);
    body.delete("choice");
    if (line.choice) body.set("choice", line.choice);
    sending = true;
    post(field.form.getAttribute("action"), body).then(
      function (answer) {
        sending = false;
        lines.shift();
        try {
          putInPlace(answer);
        } finally {
          goOn();
        }
      },
      function (failure) {
        var all = lines;
        sending = false;
        lines = all.slice(1);
        giveBack(line.text);
        tellNotTaken(failure, all);
      }
    );
  }

  function goOn() {
    var field = deskField();
    if (lines.length) sendNext();
    else if (begun && field && !held && !field.value) {
      fill(field, begun);
      begun = "";
    }
    showHeld();
  }

  // Send a form of the desk, and return the page that comes back.
  function post(address, body) {
    return fetch(new URL(address, window.location.href), {
      method: "POST",
      body: body,
      headers: { "X-Desk": "part" },
      credentials: "same-origin"
    }).then(function (answer) {
      if (new URL(answer.url).pathname === "/login/") {
        throw new Error(SIGNED_OUT);
      }
      return answer.text().then(function (text) {
        if (!answer.ok && answer.status !== 422) throw new Error(troubleIn(text));
        return {
          page: new DOMParser().parseFromString(text, "text/html"),
          url: answer.headers.get("Content-Location") || answer.url
        };
      });
    });
  }

  // What the server says of a full disk or a locked database.
  function troubleIn(text) {
    var trouble = new DOMParser().parseFromString(text, "text/html").querySelector("[data-trouble]");
    return trouble ? "Not saved. " + trouble.textContent.trim() : "";
  }

  function tellNotTaken(failure, some) {
    var known = failure.message.indexOf("Not saved. ") === 0 ? failure.message : "";
    if (failure.message !== SIGNED_OUT) alarm(known || NOT_TAKEN);
    else alarm(SIGNED_OUT + (some.length ? " Not saved: " + textOf(some) + "." : " Not saved."));
  }

  function unsaved() {
    if (aheadText()) return [{ text: aheadText() }];
    return held ? [held].concat(held.after) : lines;
  }

  function askBeforeLeaving(event) {
    if (unsaved().length) event.preventDefault();
  }

  function putInPlace(answer) {
    var page = answer.page;
    var now = document.getElementById("desk");
    var next = page.getElementById("desk");
    window.history.replaceState(null, "", answer.url);
    document.title = page.title;
    if (!next) {
      // Another page, which says why: asking for it again would lose that.
      document.body.replaceChildren.apply(document.body, Array.from(page.body.childNodes));
      if (window.htmx) window.htmx.process(document.body);
      return;
    }
    ["said", "alarm"].forEach(function (id) {
      document.getElementById(id).innerHTML = page.getElementById(id).innerHTML;
    });
    var field = deskField();
    var other = next.querySelector("[data-entry]");
    var refused = other ? other.getAttribute("value") : "";
    if (field && other && isSameForm(field, other)) replaceAround(now, next, field, other);
    else {
      if (other) {
        // What is being typed goes on in the other form's line, and must not be selected there.
        other.value = field ? field.value : "";
        if (other.value) other.removeAttribute("aria-invalid");
      } else if (field && field.value) lines.push({ text: field.value.trim() });
      now.replaceChildren.apply(now, Array.from(next.childNodes));
      focusDesk(now);
      field = other;
    }
    if (window.htmx) window.htmx.process(now);
    if (refused) giveBack(refused);
    else if (field && field.value) fill(field, field.value);
  }

  function isSameForm(field, other) {
    return (
      field.form.elements.kind.value === other.form.elements.kind.value &&
      depth(field) === depth(other)
    );
  }

  function depth(part) { return part.id === "desk" ? 0 : 1 + depth(part.parentNode); }

  // Give `now` the attributes and children of `next`, all but the one that leads to the field.
  function replaceAround(now, next, field, other) {
    Array.from(now.attributes).forEach(function (each) {
      if (!next.hasAttribute(each.name)) now.removeAttribute(each.name);
    });
    Array.from(next.attributes).forEach(function (each) {
      if (now !== field || each.name !== "value") now.setAttribute(each.name, each.value);
    });
    if (now === field) return;
    var stays = Array.from(now.childNodes).find(function (each) { return each.contains(field); });
    var theirs = Array.from(next.childNodes).find(function (each) { return each.contains(other); });
    Array.from(now.childNodes).forEach(function (each) { if (each !== stays) each.remove(); });
    var after = false;
    Array.from(next.childNodes).forEach(function (each) {
      if (each === theirs) after = true;
      else if (after) now.appendChild(each);
      else now.insertBefore(each, stays);
    });
    replaceAround(stays, theirs, field, other);
  }

  function focusDesk(part) {
    var wrong = part.querySelector("input[aria-invalid]:not([type=radio])");
    var first = part.querySelector("#clash, [autofocus], [data-entry]");
    if (wrong) {
      wrong.focus();
      wrong.select();
    } else if (first && first.matches("#clash, input")) {
      if (first.id === "clash" || hasKeyboard()) first.focus();
    } else if (first) {
      // The second of two Enters must not take the next step of the evening.
      window.setTimeout(function () { first.focus(); }, BLIND);
    }
  }

  // A line that was refused, or a question about it: it has the field when nothing else does.
  function giveBack(text) {
    var field = deskField();
    if (!field || !text) return;
    if (field.value || lines.length) {
      held = { text: text, after: lines };
      lines = [];
      field.removeAttribute("aria-invalid");
    } else {
      given = { text: text, at: Date.now() };
      fill(field, text);
      if (hasKeyboard()) field.focus();
      // It is there to be looked at, and goes with the first letter typed.
      window.setTimeout(function () {
        if (field.value === text && document.activeElement === field) field.select();
      }, BLIND);
    }
    showHeld();
  }

  // A letter for the next hand, typed before anybody can have read the refusal.
  function typeOnBlind(event) {
    var field = event.target;
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!field.matches || !field.matches("#desk [data-entry]") || !isBlind(field)) return;
    held = { text: given.text, after: [] };
    given.text = "";
    field.value = "";
    showHeld();
  }

  function textOf(some) {
    return some.map(function (line) { return "“" + line.text + "”"; }).join(", ");
  }

  function showHeld() {
    var box = document.getElementById("held");
    if (!box) return;
    var after = held ? held.after : lines;
    var words = held ? "Not saved: “" + held.text + "”. Enter keeps what you type after it." : "";
    if (after.length > (sending ? 1 : 0)) {
      words += (held ? " Kept: " : "To be saved: ") + textOf(after) + ".";
    }
    if (ahead.length && aheadText()) words += "Kept for the next table: “" + aheadText() + "”.";
    box.querySelector("p").textContent = words;
    box.hidden = !words;
    box.querySelectorAll("button").forEach(function (each) {
      each.hidden = !held && (each.value === "again" || !aheadText());
    });
  }

  // "Type it again" brings what was refused into the field; "Leave it out" forgets it,
  // or else what is kept for the next table.
  function settleHeld(event) {
    var button = event.target.closest && event.target.closest("#held button");
    if (!button) return;
    var field = held ? deskField() : document.querySelector("#desk [data-step]");
    if (!held) {
      ahead = [];
      if (field) field.focus();
      showHeld();
      return;
    }
    lines = held.after;
    if (button.value === "again" && field) {
      begun = field.value || begun;
      fill(field, held.text);
      field.select();
    }
    held = null;
    if (field) field.focus();
    showHeld();
    if (button.value !== "again") goOn();
  }

  // Totals. What is typed while one is being saved, or before anybody can have read why it was
  // refused, is the next table's: it is kept until this one is saved.
  var ahead = []; // keys, Enter among them
  var deafUntil = 0; // the field takes no keys before

  function keepAhead(event) {
    var key = event.key === "Tab" ? "Enter" : event.key;
    if (Date.now() > deafUntil || event.ctrlKey || event.metaKey || event.altKey) return;
    var isKept = key.length === 1 || key === "Enter" || key === "Backspace";
    if (!isKept || !document.querySelector("#desk [data-step]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === "Backspace") ahead.pop();
    else ahead.push(key);
    deafUntil = Math.max(deafUntil, Date.now() + BLIND);
    showHeld();
  }

  function aheadText() {
    return ahead.map(function (key) { return key === "Enter" ? " " : key; }).join("").trim();
  }

  // Type what was kept into the next table's boxes, as far as it goes.
  function typeAhead() {
    var field = document.querySelector("#desk [data-step]");
    deafUntil = 0;
    if (!field && aheadText()) addAlarm("Not saved: “" + aheadText() + "”.");
    if (!field) ahead = [];
    while (ahead.length) {
      var key = ahead.shift();
      var next = nextBox(field);
      if (key !== "Enter") field.value += key;
      else if (next && field.value) field = next;
      else if (field.value) {
        field.form.requestSubmit();
        break;
      }
    }
    if (field) field.focus();
    showHeld();
  }

  function onDeskEnter(event) {
    var field = event.target;
    if (event.key !== "Enter" || event.isComposing) return;
    if (!field.matches || !field.matches("#desk [data-entry]")) return;
    event.preventDefault();
    takeLine(field, null);
  }

  function onDeskSubmit(event) {
    var form = event.target;
    if (!form.matches("[data-desk]") || !document.getElementById("desk") || !window.fetch) return;
    event.preventDefault();
    var button = event.submitter;
    var field = form.querySelector("[data-entry]");
    if (field) {
      takeLine(field, button && button.name === "choice" ? button : null);
      if (hasKeyboard()) field.focus();
      return;
    }
    var body = new URLSearchParams(new FormData(form));
    if (button && button.name) body.set(button.name, button.value);
    var isTotal = Boolean(form.querySelector("[data-step]"));
    if (isTotal) deafUntil = Infinity;
    post(form.getAttribute("action"), body).then(
      function (answer) {
        putInPlace(answer);
        var desk = document.getElementById("desk");
        if (desk && (!document.activeElement || document.activeElement === document.body)) {
          focusDesk(desk);
        }
        if (isTotal && desk && desk.querySelector("#errors, #clash")) {
          deafUntil = Date.now() + BLIND;
        } else if (isTotal) typeAhead();
      },
      function (failure) {
        deafUntil = 0;
        tellNotTaken(failure, unsaved());
      }
    );
  }

  function hasKeyboard() {
    return !window.matchMedia || window.matchMedia("(pointer: fine)").matches;
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
    // A line that was not saved must stay in sight.
    if (!given.text && !unsaved().length) window.location.reload();
  }

  function alarm(words) {
    var box = document.getElementById("alarm");
    if (!box) return;
    box.textContent = "";
    if (words) addAlarm(words);
  }

  function addAlarm(words) {
    var box = document.getElementById("alarm");
    if (!box) return;
    var note = document.createElement("p");
    note.className = "note note-bad";
    note.textContent = words;
    box.appendChild(note);
  }

  function tellFailure(event) {
    var asked = event.detail.requestConfig && event.detail.requestConfig.verb === "get";
    alarm(
      asked
        ? "Head Table does not answer. This page may be out of date."
        : troubleIn(event.detail.xhr.responseText || "") || NOT_TAKEN
    );
    document.documentElement.dataset.failed = "yes";
  }

  function clearFailure(event) {
    if (!event.detail.successful || !document.documentElement.dataset.failed) return;
    delete document.documentElement.dataset.failed;
    alarm("");
  }

  // Without https a browser has no clipboard for scripts, but copies what is selected.
  function copyLink(event) {
    var button = event.target;
    if (!button.matches || !button.matches("[data-copy]")) return;
    document.getElementById(button.dataset.copy).select();
    button.textContent = document.execCommand("copy") ? "Copied" : "Press Ctrl-C to copy it";
  }

  document.addEventListener("submit", changeLook, true);
  document.addEventListener("click", copyLink);
  document.querySelectorAll("[data-copy]").forEach(function (each) { each.hidden = false; });
  document.addEventListener("submit", dropSecondPress, true);
  document.addEventListener("keydown", keepAhead, true);
  document.addEventListener("keydown", steerEntry);
  document.addEventListener("keydown", stepOn);
  document.addEventListener("keydown", letInTheOnlyHit);
  document.addEventListener("htmx:beforeSwap", noteFolds);
  document.addEventListener("htmx:afterSwap", unfoldAgain);
  document.addEventListener("keydown", typeOnBlind);
  document.addEventListener("keydown", onDeskEnter);
  document.addEventListener("submit", onDeskSubmit);
  document.addEventListener("click", settleHeld);
  window.addEventListener("beforeunload", askBeforeLeaving);
  document.addEventListener("htmx:beforeSwap", goToSignIn);
  document.addEventListener("htmx:sendError", tellFailure);
  document.addEventListener("htmx:responseError", tellFailure);
  document.addEventListener("htmx:afterRequest", clearFailure);
  // Only what has just come: a list that refreshes itself must not move anybody's place.
  document.addEventListener("htmx:afterSettle", function (event) { focusProblems(event.target); });
  focusFirstField();
  focusProblems(document);
})();
