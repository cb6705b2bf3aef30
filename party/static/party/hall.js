// The hall screen: it asks for news, turns its pages, and keeps the last picture when the server
// does not answer. Without JavaScript the page loads itself anew.
(function () {
  "use strict";

  var ASK = 4000; // milliseconds between two questions
  var TURN = 12000; // and between two pages
  var PATIENCE = 6000; // for an answer
  var QUIET = 4000; // without a hand on the mouse the buttons go

  var index = 0;
  var turned = Date.now();
  var paused = new URLSearchParams(window.location.search).has("pause");
  var came = Date.now();
  var audio = null;
  var resting = 0;

  function part(id) { return document.getElementById(id); }
  function sheets() { return Array.from(document.querySelectorAll(".sheet")); }

  // Pages

  function turnTo(number) {
    var all = sheets();
    index = (number + all.length) % all.length;
    turned = Date.now();
    all.forEach(function (sheet, place) { sheet.hidden = place !== index; });
    if (part("which")) part("which").textContent = index + 1 + " of " + all.length;
    fit(all[index]);
  }

  // What is longer than was reckoned gets smaller: nothing is cut, nothing scrolls.
  function fit(sheet) {
    var size = 1;
    sheet.style.setProperty("--fit", size);
    while (size > 0.3 && isCut(sheet)) {
      size -= 0.04;
      sheet.style.setProperty("--fit", size);
    }
  }

  function isCut(sheet) {
    return sheet.scrollHeight > sheet.clientHeight + 1 || sheet.scrollWidth > sheet.clientWidth + 1;
  }

  function turn() {
    if (!paused && sheets().length > 1 && Date.now() - turned >= TURN) turnTo(index + 1);
  }

  function pause(on) {
    paused = on;
    part("pause").textContent = on ? "Turn the pages" : "Pause";
    turned = Date.now();
  }

  // News

  function ask() {
    var screen = part("screen");
    var stop = new AbortController();
    var limit = window.setTimeout(function () { stop.abort(); }, PATIENCE);
    var mark = screen.dataset.poll.length > 1 ? "&v=" : "v=";
    fetch(screen.dataset.poll + mark + screen.dataset.v, { cache: "no-store", signal: stop.signal })
      .then(function (answer) {
        if (answer.status === 204) return fresh();
        if (!answer.ok && answer.status !== 404 && answer.status !== 429) throw new Error(answer.status);
        return answer.text().then(replace);
      })
      .catch(stale)
      .then(function () {
        window.clearTimeout(limit);
        window.setTimeout(ask, ASK);
      });
  }

  function replace(text) {
    var page = new DOMParser().parseFromString(text, "text/html");
    var next = page.getElementById("screen");
    var screen = part("screen");
    if (!next) throw new Error("another page");
    var bell = Number(next.dataset.bell) && next.dataset.bell !== screen.dataset.bell;
    var same = sheets().length === next.querySelectorAll(".sheet").length;
    var moved = document.title !== page.title;
    document.title = page.title;
    screen.replaceWith(next);
    var nav = document.querySelector(".controls");
    var pages = page.querySelector(".turn");
    if (!same && nav) {
      if (nav.querySelector(".turn")) nav.querySelector(".turn").remove();
      if (pages) nav.prepend(pages);
      if (pages && paused) pause(true);
    }
    if (!next.dataset.poll) { // closed to guests meanwhile
      if (nav) nav.remove();
      next.dataset.poll = "?";
      next.dataset.v = "";
    }
    came = Date.now();
    turnTo(same && !moved ? index : 0);
    if (moved) part("news").textContent = page.title;
    if (bell) ring();
  }

  // The time of day on the screen is the server's, and goes on only while it answers.
  function fresh() {
    var wall = part("wall");
    if (!wall) return;
    var day = 24 * 60;
    var now = (Number(wall.dataset.minutes) + Math.floor((Date.now() - came) / 60000)) % day;
    var minutes = now % 60;
    wall.textContent =
      (Math.floor(now / 60) % 12 || 12) + ":" + (minutes < 10 ? "0" : "") + minutes +
      (now < day / 2 ? " a.m." : " p.m.");
    part("as-of").hidden = true;
  }

  function stale() { if (part("as-of")) part("as-of").hidden = false; }

  // The bell: browsers make no sound before somebody has pressed a button.

  function ring() {
    if (!audio) return;
    [0, 0.7, 1.4].forEach(function (after) {
      [1, 2.4, 4.1].forEach(function (times, place) {
        var tone = audio.createOscillator();
        var loudness = audio.createGain();
        var at = audio.currentTime + after;
        tone.frequency.value = 660 * times;
        loudness.gain.setValueAtTime(0.5 / (place + 1), at);
        loudness.gain.exponentialRampToValueAtTime(0.001, at + 1.6 / (place + 1));
        tone.connect(loudness).connect(audio.destination);
        tone.start(at);
        tone.stop(at + 1.7);
      });
    });
  }

  function offerSound() {
    var Sound = window.AudioContext || window.webkitAudioContext;
    var button = part("sound");
    if (!Sound) return;
    button.hidden = false;
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", function () {
      if (audio) audio.close();
      audio = audio ? null : new Sound();
      button.setAttribute("aria-pressed", String(Boolean(audio)));
      button.textContent = audio ? "Bell without sound" : "Bell with sound";
      ring();
    });
  }

  function offerFullScreen() {
    var button = part("full");
    if (!document.documentElement.requestFullscreen) return;
    button.hidden = false;
    button.addEventListener("click", function () {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen().catch(function () {});
    });
  }

  // Only where the address is this laptop's own, or secure.
  function stayAwake() {
    if (!navigator.wakeLock || document.visibilityState !== "visible") return;
    navigator.wakeLock.request("screen").catch(function () {});
  }

  function rest() {
    document.body.classList.remove("quiet");
    window.clearTimeout(resting);
    resting = window.setTimeout(function () { document.body.classList.add("quiet"); }, QUIET);
  }

  function press(event) {
    var key = event.target.closest && event.target.closest("#before, #after, #pause");
    if (!key) return;
    event.preventDefault();
    if (key.id === "pause") return pause(!paused);
    pause(true);
    turnTo(index + (key.id === "after" ? 1 : -1));
  }

  index = Math.max(0, sheets().findIndex(function (sheet) { return !sheet.hidden; }));
  turnTo(index);
  offerSound();
  offerFullScreen();
  stayAwake();
  rest();
  document.addEventListener("click", press);
  ["pointermove", "pointerdown", "keydown"].forEach(function (name) {
    document.addEventListener(name, rest);
  });
  document.addEventListener("visibilitychange", stayAwake);
  window.addEventListener("resize", function () { turnTo(index); });
  window.setInterval(turn, 500);
  window.setTimeout(ask, ASK);
})();
