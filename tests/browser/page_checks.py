"""What is wrong with the page that is open: what axe sees, and what it does not look for."""

from axe_playwright_python.base import AXE_SCRIPT, AxeResults

# WCAG 2.2 AA contains the older levels; each rule of axe carries the version that brought it.
WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Of what is in order axe names one example of each rule: that it looked at all.
AXE = {"runOnly": {"type": "tag", "values": WCAG_22_AA}, "resultTypes": ["violations"]}
# Half a megabyte of script: a page that has it already does not read it again.
RUN = """options => window.axe && axe.run(options).then(found => (
  {violations: found.violations, passes: found.passes.length}))"""

# What sticks out of the window to the right. Wide tables may, inside their own scrolling box.
SIDEWAYS = """() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return [];
  const out = [...document.body.querySelectorAll('*')].filter(
    part => part.getBoundingClientRect().right > wide + 1 && !part.closest('.scroll'));
  return ['sideways', ...out.map(part => part.outerHTML.slice(0, 90))];
}"""

# Everything that can be used takes the cursor, in the page's own order, and shows that it has it.
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

TWICE = "document.documentElement.style.fontSize = '237.5%'"
ONCE = "document.documentElement.style.fontSize = ''"
PRIMARY = ".btn-next, main .btn:not(.btn-second)"


def page_faults(page):
    """Return the faults of the page: on a phone, with large letters, on the keyboard."""
    faults = []
    page.set_viewport_size({"width": 320, "height": 640})
    faults += page.evaluate(SIDEWAYS)
    page.set_viewport_size({"width": 640, "height": 640})
    page.evaluate(TWICE)
    faults += page.evaluate(SIDEWAYS)
    page.evaluate(ONCE)
    page.set_viewport_size({"width": 1280, "height": 800})
    if page.locator(".btn-next:visible").count() > 1:
        faults.append("two things to do next")
    # The cursor is shown to those who use the keyboard: say that we do.
    page.keyboard.press("Tab")
    return faults + page.evaluate(CURSOR)


def axe_faults(page, *rules):
    """Return the report of axe on the page, or "" for one in order; with rules of these alone."""
    only = {"type": "rule", "values": rules} if rules else AXE["runOnly"]
    options = {**AXE, "runOnly": only}
    found = page.evaluate(RUN, options)
    if not found:
        page.evaluate(AXE_SCRIPT)
        found = page.evaluate(RUN, options)
    assert found["passes"], "axe saw nothing to check"
    return AxeResults(found).generate_report() if found["violations"] else ""
