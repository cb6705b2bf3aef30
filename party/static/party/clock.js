// Clocks go on between two answers of the server: an element with data-left, the seconds when the
// page was made, and data-runs. They ring nothing. Without JavaScript they stand as printed.
(function () {
  "use strict";

  function two(number) { return (number < 10 ? "0" : "") + number; }

  function show(clock) {
    // Counted from when this element came: the laptop of the screen may have another time.
    if (!clock.endsAt) clock.endsAt = Date.now() + Number(clock.dataset.left) * 1000;
    var left = Math.max(0, Math.round((clock.endsAt - Date.now()) / 1000));
    var text = Math.floor(left / 60) + ":" + two(left % 60);
    if (clock.textContent === text) return;
    clock.textContent = text;
    if (left === 0 && clock.nextElementSibling) clock.nextElementSibling.textContent = "time is up";
    var arc = clock.closest(".clock") && clock.closest(".clock").querySelector(".left");
    var part = Math.min(100, Math.floor((100 * left) / Number(clock.dataset.seconds)));
    if (arc) arc.setAttribute("stroke-dasharray", part + " 100");
  }

  function tick() { document.querySelectorAll("[data-runs]").forEach(show); }

  tick();
  window.setInterval(tick, 500);
})();
