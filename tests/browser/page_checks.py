"""Faults of the current page: those that axe finds, and those that it does not look for."""

from axe_playwright_python.base import AXE_SCRIPT, AxeResults

# WCAG 2.2 AA contains the older levels; each rule of axe names the version that introduced it.
WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Landmarks, headings and the heads of tables are good practice, and no part of WCAG.
# Of passing rules axe then reports one example each, which proves that it checked something.
AXE = {
    "runOnly": {"type": "tag", "values": [*WCAG_22_AA, "best-practice"]},
    "resultTypes": ["violations"],
}
# Load its half megabyte of script only once per page.
RUN = """options => window.axe && axe.run(options).then(found => (
  {violations: found.violations, passes: found.passes.length}))"""

# Elements beyond the right edge of the window. Wide tables may be, inside a scrolling box.
SIDEWAYS = """() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return [];
  const out = [...document.body.querySelectorAll('*')].filter(
    part => part.getBoundingClientRect().right > wide + 1 && !part.closest('.scroll'));
  return ['sideways', ...out.map(part => part.outerHTML.slice(0, 90))];
}"""

# Next steps and news that are not in the window as a whole, or lie under something.
OUT_OF_SIGHT = """() => {
  const news = '#said .note, #alarm .note, #errors, .wrong';
  const parts = [...document.querySelectorAll(`.btn-next, ${news}`)];
  return parts.filter(part => part.checkVisibility()).filter(part => {
    const {top, bottom, left, right} = part.getBoundingClientRect();
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top < 0 || bottom > innerHeight || left < 0 || right > innerWidth ||
      !(part.contains(above) || above && above.contains(part));
  }).map(part => `${part.innerText} ${JSON.stringify(part.getBoundingClientRect())}`);
}"""

# A word that breaks in the middle, as "Rasmus|sen". A longer word may, on a phone's key.
MOST_LETTERS = 10
BROKEN_WORDS = """most => {
  const faults = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const part = text.parentElement;
    if (!part.checkVisibility() || part.closest('.hush, svg, textarea, script, .tricks')) continue;
    for (const word of text.data.matchAll(/[\\p{L}\\p{N}’]+/gu)) {
      if (word[0].length > most) continue;
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1)
        faults.push(`broken: ${word[0]} in ${part.outerHTML.slice(0, 90)}`);
    }
  }
  return faults;
}"""

# Every control takes the focus, in the order of the page, and shows it.
CURSOR = """() => {
  const faults = [];
  const parts = document.querySelectorAll('a[href], button, input, select, textarea, summary');
  for (const part of [...parts].filter(each => each.checkVisibility() && each.type !== 'hidden')) {
    part.focus();
    const style = getComputedStyle(part), named = part.outerHTML.slice(0, 90);
    if (document.activeElement !== part) faults.push('takes no cursor: ' + named);
    else if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2)
      faults.push('shows no cursor: ' + named);
    if (part.tabIndex !== 0) faults.push('out of order: ' + named);
  }
  return faults;
}"""

# Sentences about what is wrong that the page says more than once.
SAID_TWICE = """() => {
  const parts = document.querySelectorAll('.wrong p, .wrong:not(:has(p)), .errors li, .note-bad');
  const said = [...parts].map(part => part.innerText.replace('Error: ', ''));
  return said.filter((words, nth) => words && said.indexOf(words) < nth);
}"""

TWICE = "document.documentElement.style.fontSize = '237.5%'"
ONCE = "document.documentElement.style.fontSize = ''"
PRIMARY = ".btn-next, main .btn:not(.btn-second)"


def page_faults(page):
    """Return the faults of the page: on a phone, with large letters, on the keyboard."""
    faults = []
    page.set_viewport_size({"width": 320, "height": 640})
    faults += page.evaluate(SIDEWAYS)
    page.set_viewport_size({"width": 360, "height": 740})
    faults += page.evaluate(BROKEN_WORDS, MOST_LETTERS)
    faults += [f"said twice: {words}" for words in page.evaluate(SAID_TWICE)]
    page.set_viewport_size({"width": 640, "height": 640})
    page.evaluate(TWICE)
    faults += page.evaluate(SIDEWAYS)
    page.evaluate(ONCE)
    page.set_viewport_size({"width": 1280, "height": 800})
    if page.locator(".btn-next:visible").count() > 1:
        faults.append("two things to do next")
    # The focus is shown only to users of the keyboard, so press a key first.
    page.keyboard.press("Tab")
    return faults + page.evaluate(CURSOR)


def axe_faults(page, *rules):
    """Return the report of axe on the page, "" for no fault; with `rules`, of these alone."""
    only = {"type": "rule", "values": rules} if rules else AXE["runOnly"]
    options = {**AXE, "runOnly": only}
    found = page.evaluate(RUN, options)
    if not found:
        page.evaluate(AXE_SCRIPT)
        found = page.evaluate(RUN, options)
    assert found["passes"], "axe saw nothing to check"
    return AxeResults(found).generate_report() if found["violations"] else ""
