"""Finds faults of the current page, with axe and with scripts of its own."""

from axe_playwright_python.base import AXE_SCRIPT, AxeResults

# Each rule of axe names the version of WCAG that introduced it.
WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# The rules "best-practice" go beyond WCAG: landmarks, headings, heads of tables. Axe also reports
# one example for each passed rule, which proves that it checked something.
AXE = {
    "runOnly": {"type": "tag", "values": [*WCAG_22_AA, "best-practice"]},
    "resultTypes": ["violations"],
}
# The script of axe has half a megabyte, so each page loads it only once.
RUN = """options => window.axe && axe.run(options).then(results => (
  {violations: results.violations, passes: results.passes.length}))"""

# This finds elements beyond the right edge of the window, except in boxes that scroll.
SIDEWAYS = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const out = [...document.body.querySelectorAll('*')].filter(
    part => part.getBoundingClientRect().right > width + 1 && !part.closest('.scroll'));
  return ['sideways', ...out.map(part => part.outerHTML.slice(0, 90))];
}"""

# This finds next steps and messages that are partly outside the window, or covered.
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

# Words such as "Rasmus|sen" must not break in the middle, unless they have more letters than this.
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

# Every control must take the focus in the order of the page, and show it.
CURSOR = """() => {
  const faults = [];
  const parts = document.querySelectorAll('a[href], button, input, select, textarea, summary');
  for (const part of [...parts].filter(part => part.checkVisibility() && part.type !== 'hidden')) {
    part.focus();
    const style = getComputedStyle(part), start = part.outerHTML.slice(0, 90);
    if (document.activeElement !== part) faults.push('takes no cursor: ' + start);
    else if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2)
      faults.push('shows no cursor: ' + start);
    if (part.tabIndex !== 0) faults.push('out of order: ' + start);
  }
  return faults;
}"""

# This finds messages about a fault that the page shows more than once.
SAID_TWICE = """() => {
  const parts = document.querySelectorAll('.wrong p, .wrong:not(:has(p)), .errors li, .note-bad');
  const said = [...parts].map(part => part.innerText.replace('Error: ', ''));
  return said.filter((words, nth) => words && said.indexOf(words) < nth);
}"""

COUNT_TONES = """window.tones = 0; const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  window.tones += 1; return make.call(this); };"""
LARGE_LETTERS = "document.documentElement.style.fontSize = '237.5%'"
USUAL_LETTERS = "document.documentElement.style.fontSize = ''"


def page_faults(page):
    """Return the faults on a phone, with large letters, and with the keyboard."""
    faults = []
    page.set_viewport_size({"width": 320, "height": 640})
    faults += page.evaluate(SIDEWAYS)
    page.set_viewport_size({"width": 360, "height": 740})
    faults += page.evaluate(BROKEN_WORDS, MOST_LETTERS)
    faults += [f"said twice: {words}" for words in page.evaluate(SAID_TWICE)]
    page.set_viewport_size({"width": 640, "height": 640})
    page.evaluate(LARGE_LETTERS)
    faults += page.evaluate(SIDEWAYS)
    page.evaluate(USUAL_LETTERS)
    page.set_viewport_size({"width": 1280, "height": 800})
    if page.locator(".btn-next:visible").count() > 1:
        faults.append("two things to do next")
    # The focus is shown only after a key.
    page.keyboard.press("Tab")
    return faults + page.evaluate(CURSOR)


def axe_faults(page, *rules):
    """Return the report of axe, "" without faults; check only `rules`, if there are any."""
    selected_rules = {"type": "rule", "values": rules} if rules else AXE["runOnly"]
    options = {**AXE, "runOnly": selected_rules}
    results = page.evaluate(RUN, options)
    if not results:
        page.evaluate(AXE_SCRIPT)
        results = page.evaluate(RUN, options)
    assert results["passes"], "axe saw nothing to check"
    return AxeResults(results).generate_report() if results["violations"] else ""
