// Parts of a page, made and found.

/** @typedef {Node | string | false | null | undefined} Part */

/**
 * The element with an id that the page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error("No #" + id + " on this page");
  return found;
}

/**
 * @param {string} query
 * @param {ParentNode} part
 * @returns {HTMLElement[]}
 */
export function all(query, part = document) { return Array.from(part.querySelectorAll(query)); }

/**
 * What the server wrote into the page as JSON; null where it wrote nothing.
 * @param {Document} page
 * @param {string} id
 */
export function readJson(page, id) {
  const found = page.getElementById(id);
  return found && JSON.parse(found.textContent || "null");
}

/**
 * el("p.note.note-bad", {}, ["words"]), el("p", {id: "x"}, [node, "words"])
 * @param {string} what
 * @param {{[name: string]: string}} attributes
 * @param {Part[]} inside
 */
export function el(what, attributes, inside) {
  const [name, ...kinds] = what.split(".");
  const node = document.createElement(name);
  if (kinds.length) node.className = kinds.join(" ");
  Object.keys(attributes).forEach((key) => { node.setAttribute(key, attributes[key]); });
  inside.forEach((each) => {
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
  const said = [el("b", {}, [words]), ...(more ? [el("br", {}, []), more] : [])];
  return el("div.note" + kind, {}, [el("p", {}, said), ...buttons]);
}
