// @ts-check
// The conversation on the screen: the same markup as the server's partial (templates/parts.html), key by key; and the
// exchange of those parts of a page that have changed.

/** @typedef {{ n: number, kind: string, round?: string, seat?: string, side?: string, key?: string }} Update */

/**
 * The pane that an update belongs to, if it is on the page.
 * @param {Update} update
 */
export function logOf(update) {
  const say = update.seat ? `say-${update.seat}` : "say-judge";
  const form = document.getElementById(say);
  if (form && form.dataset.round !== update.round) return null;
  return document.getElementById(update.seat ? `log-${update.seat}` : "log-judge");
}

/**
 * Applies a key to a pane.
 * @param {HTMLElement} log
 * @param {Update} update
 */
export function press(log, { side = "", key = "" }) {
  const typing = log.querySelector(`[data-typing="${side}"]`);
  const lines = log.querySelector(".lines");
  if (!typing || !lines) return;
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  if (key === "Return") {
    lines.append(line(log, side, typing.textContent ?? ""));
    typing.textContent = "";
  } else if (key === "BackSpace") {
    typing.textContent = (typing.textContent ?? "").slice(0, -1);
  } else {
    typing.textContent += key === "Tab" ? "\t" : key;
  }
  if (atEnd) log.scrollTop = log.scrollHeight;
}

/**
 * A finished line.
 * @param {HTMLElement} log
 * @param {string} side
 * @param {string} text
 */
function line(log, side, text) {
  const item = document.createElement("li");
  item.className = `line ${side}`;
  const who = document.createElement("span");
  who.className = "who";
  who.textContent = log.dataset[side] ?? "";
  const said = document.createElement("span");
  said.className = "said";
  said.textContent = text;
  item.append(who, " ", said);
  return item;
}

/** Scrolls every pane to its end, as after loading a page. */
export function scrollToEnds() {
  for (const log of document.querySelectorAll("[data-log]")) log.scrollTop = log.scrollHeight;
}

/**
 * Takes over the parts of a newer page that differ, and returns the ids of those it exchanged. The field in which somebody
 * types keeps its text and its place.
 * @param {HTMLElement} main
 * @param {HTMLElement} newer
 * @returns {Set<string>}
 */
export function exchange(main, newer) {
  /** @type {Set<string>} */
  const exchanged = new Set();
  const focused = document.activeElement?.id ?? "";
  exchangeChildren(main, newer, exchanged);
  if (exchanged.size > 0 && focused && document.activeElement?.id !== focused) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  return exchanged;
}

/**
 * @param {Element} old
 * @param {Element} newer
 * @param {Set<string>} exchanged
 */
function exchangeChildren(old, newer, exchanged) {
  const ids = (/** @type {Element} */ root) => topRegions(root).map((region) => region.id);
  if (ids(old).join() !== ids(newer).join() && old.hasAttribute("data-region")) {
    swap(old, newer, exchanged);
    return;
  }
  for (const region of topRegions(newer)) {
    const known = topRegions(old).find((other) => other.id === region.id);
    if (!known) {
      old.append(document.importNode(region, true));
      exchanged.add(region.id);
    } else if (known.innerHTML !== region.innerHTML || attributes(known) !== attributes(region)) {
      const sameDesk = known.getAttribute("data-key") === region.getAttribute("data-key");
      if (sameDesk && topRegions(region).length > 0) exchangeChildren(known, region, exchanged);
      else swap(known, region, exchanged);
    }
  }
  for (const region of topRegions(old)) {
    if (!ids(newer).includes(region.id)) region.remove();
  }
}

/**
 * The regions of an element that are in no other region of it.
 * @param {Element} root
 * @returns {Element[]}
 */
function topRegions(root) {
  return [...root.querySelectorAll("[data-region]")].filter((region) => region.parentElement?.closest("[data-region]") === closest(root));
}

/** @param {Element} root */
function closest(root) {
  return root.closest("[data-region]");
}

/** @param {Element} element */
function attributes(element) {
  return [...element.attributes].map((attribute) => `${attribute.name}=${attribute.value}`).join("\n");
}

/**
 * @param {Element} old
 * @param {Element} newer
 * @param {Set<string>} exchanged
 */
function swap(old, newer, exchanged) {
  const typed = new Map([...old.querySelectorAll("input:not([type=hidden]):not([type=radio]):not([type=checkbox])")].map((field) => [field.id, /** @type {HTMLInputElement} */ (field).value]));
  const open = [...old.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
  const fresh = /** @type {Element} */ (document.importNode(newer, true));
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (fresh.querySelectorAll("input"))) {
    const text = typed.get(field.id);
    if (field.id && text) field.value = text;
  }
  for (const summary of fresh.querySelectorAll("details > summary")) {
    if (open.includes(summary.textContent)) summary.parentElement?.setAttribute("open", "");
  }
  old.replaceWith(fresh);
  if (fresh.id) exchanged.add(fresh.id);
  for (const inner of fresh.querySelectorAll("[data-region]")) exchanged.add(inner.id);
}
