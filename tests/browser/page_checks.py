"""What is wrong with the page that is open, besides what axe sees."""

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
