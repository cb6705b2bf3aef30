// Finds and creates elements of a page.

/** @typedef {Node | string | false | null | undefined} Part */

/**
 * Throws if the page has no such element.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error("No #" + id + " on this page");
  return element;
}

/**
 * @param {string} query
 * @param {ParentNode} part
 * @returns {HTMLElement[]}
 */
export function all(query, part = document) { return Array.from(part.querySelectorAll(query)); }

/**
 * Parse the JSON that the server wrote into an element; null if there is none.
 * @param {Document} page
 * @param {string} id
 */
export function readJson(page, id) {
  const element = page.getElementById(id);
  return element && JSON.parse(element.textContent || "null");
}

/**
 * el("p.note.note-bad", {}, ["words"]), el("p", {id: "x"}, [node, "words"])
 * @param {string} selector
 * @param {{[name: string]: string}} attributes
 * @param {Part[]} children
 */
export function el(selector, attributes, children) {
  const [name, ...classes] = selector.split(".");
  const node = document.createElement(name);
  if (classes.length) node.className = classes.join(" ");
  Object.keys(attributes).forEach((key) => { node.setAttribute(key, attributes[key]); });
  children.forEach((each) => {
    if (each) node.appendChild(typeof each === "string" ? document.createTextNode(each) : each);
  });
  return node;
}

/**
 * @param {string} act
 * @param {Part[]} words
 * @param {string} kind
 * @param {string} value
 */
export function button(act, words, kind = "btn", value = "") {
  return el("button." + kind, { type: "button", "data-do": act, value }, words);
}

/** @param {string} words */
export function heading(words) { return el("h1", { tabindex: "-1" }, [words]); }

/**
 * @param {string} kind
 * @param {string} words
 * @param {Part} more
 * @param {Part[]} buttons
 */
export function note(kind, words, more = "", buttons = []) {
  const content = [el("b", {}, [words]), ...(more ? [el("br", {}, []), more] : [])];
  return el("div.note" + kind, {}, [el("p", {}, content), ...buttons]);
}
