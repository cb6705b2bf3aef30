// The pages of guests: asks every half minute whether something is new, and puts the newer page in
// the place of the older one. When nobody answers, the last view stays, with its time.
"use strict";
(() => {
  const LEAST = 20000, SPREAD = 10000, PATIENCE = 8000; // milliseconds
  const IN_POCKET = 4; // times as long: a look at the page asks at once
  const main = () => document.getElementById("main");
  const asOf = document.getElementById("as-of"), away = document.getElementById("away");
  let timer, asking = false;

  const address = () => {
    const url = new URL(location.href);
    url.searchParams.set("v", main().dataset.v);
    return url;
  };

  const isGone = (status) => status === 404 || status === 429;

  const take = (text, status) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const part = page.getElementById("main");
    // The login page of a guest network answers as well: it is none of ours.
    if (!part || !(part.dataset.v || isGone(status))) throw new Error("not ours");
    if (!part.dataset.v) part.dataset.v = "-";
    const held = document.activeElement.getAttribute("href");
    main().replaceWith(part);
    const link = [...part.querySelectorAll("a")].find((each) => each.getAttribute("href") === held);
    if (held && link) link.focus();
    const time = page.getElementById("as-of");
    if (time) asOf.textContent = time.textContent;
    document.title = page.title;
  };

  const wait = () => {
    timer = setTimeout(ask, LEAST * (document.hidden ? IN_POCKET : 1) + Math.random() * SPREAD);
  };

  const ask = async () => {
    clearTimeout(timer);
    if (asking) return;
    asking = true;
    const stop = new AbortController(), late = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(address(), { signal: stop.signal, cache: "no-store" });
      if (answer.status === 204) asOf.textContent = answer.headers.get("X-As-Of") || asOf.textContent;
      else if (answer.ok || isGone(answer.status)) take(await answer.text(), answer.status);
      else throw new Error(answer.status);
      away.hidden = true;
    } catch {
      away.hidden = false;
    } finally {
      clearTimeout(late);
      asking = false;
      wait();
    }
  };

  if (!asOf || !main().dataset.v) return;
  wait();
  addEventListener("online", ask);
  addEventListener("pageshow", (shown) => { if (shown.persisted) ask(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
})();
