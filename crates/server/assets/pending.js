// @ts-check
// Messages on their way stay in view until the server has them: while the connection is gone, and across a reload, for which this
// window keeps them.

import { all } from "./owed.js";

/** @typedef {import("./live.js").Frame} Frame */
/** @typedef {import("./live.js").Live} Live */
/** @typedef {import("./speech.js").Field} Field */
/** @typedef {{ frames: Frame[], fields: [string, string, string][] }} Kept the waiting frames; and the form, the round and the text of each field */

/**
 * The sent part of each field in which keys travel, by form and round, since a page that changes has other elements: the rest waits
 * for the next key.
 * @type {Map<string, string>}
 */
const sent = new Map();

/**
 * The sent part of a field; empty where it is not known.
 * @param {Field} field
 */
export function sentOf(field) {
  return sent.get(lineOf(field));
}

/**
 * @param {Field} field
 * @param {string} text that is sent of it
 */
export function noteSent(field, text) {
  sent.set(lineOf(field), text);
}

/** @param {Field} field */
function lineOf({ form }) {
  return `${form?.id} ${form?.dataset.round}`;
}

/** Messages answered sooner are not shown here: they are in the conversation already. */
const SHOWN_AFTER_MS = 1000;

/**
 * @param {HTMLElement} main
 * @param {Live} live
 */
export function start(main, live) {
  setInterval(show, 250);
  document.addEventListener("viva:page", show);
  // A page in the background may be discarded without another event.
  document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? keep() : forget()));
  addEventListener("pagehide", keep);

  function show() {
    const before = performance.now() - SHOWN_AFTER_MS;
    for (const form of formsIn(main)) {
      const list = form.querySelector("[data-pending]");
      if (!list) continue;
      const lines = of(form, live.waiting(before)).lines;
      if (lines.join("\n") === [...list.children].map((item) => item.textContent).join("\n")) continue;
      list.replaceChildren(...lines.map(item));
    }
  }

  function keep() {
    const frames = live.waiting(Infinity).filter(({ do: what }) => what === "press" || what === "say");
    /** @type {Kept["fields"]} */
    const fields = [...all()];
    for (const form of formsIn(main)) {
      const field = /** @type {HTMLInputElement | HTMLTextAreaElement | null} */ (form.querySelector("[name=text]"));
      const text = field && unsent(field);
      if (text) fields.push([form.id, form.dataset.round ?? "", text]);
    }
    try {
      if (frames.length + fields.length === 0) forget();
      else sessionStorage.setItem(place(), JSON.stringify({ frames, fields }));
    } catch {
      // A browser that stores nothing: then a reload loses the unsent text.
    }
  }
}

/**
 * The part of a field that is neither on its way nor recorded.
 * @param {Field} field
 */
function unsent(field) {
  const gone = sentOf(field) ?? "";
  return field.value.startsWith(gone) ? field.value.slice(gone.length) : field.value;
}

/**
 * The messages that this window kept when its page went away, once.
 * @returns {Kept}
 */
export function takeKept() {
  /** @type {Kept} */
  const none = { frames: [], fields: [] };
  try {
    const kept = sessionStorage.getItem(place());
    forget();
    return kept ? { ...none, ...JSON.parse(kept) } : none;
  } catch {
    return none;
  }
}

/**
 * The part of these frames for a form: its finished lines, and the beginning of the next.
 * @param {HTMLElement} form
 * @param {Frame[]} frames
 * @param {string} [typed] the server's part of the line that is being typed
 */
export function of(form, frames, typed = recorded(form)) {
  const lines = [];
  let line = typed;
  for (const frame of frames) {
    if (frame.round !== form.dataset.round || (frame.seat ?? "") !== (form.dataset.seat ?? "")) continue;
    if (frame.do === "say") {
      lines.push(String(frame.text));
    } else if (frame.do === "press" && frame.key === "Return") {
      lines.push(line);
      line = "";
    } else if (frame.do === "press") {
      line = frame.key === "BackSpace" ? [...line].slice(0, -1).join("") : line + (frame.key === "Tab" ? "\t" : String(frame.key));
    }
  }
  return { lines, line };
}

/**
 * The server's part of the line that is being typed beside this form.
 * @param {HTMLElement} form
 */
export function recorded(form) {
  const { seat } = form.dataset;
  const log = document.getElementById(seat ? `log-${seat}` : "log-judge");
  return log?.querySelector(`[data-typing="${seat ? "judge" : "witness"}"]`)?.textContent ?? "";
}

/** @param {string} text */
function item(text) {
  const line = document.createElement("li");
  line.dir = "auto";
  line.translate = false;
  line.textContent = text;
  return line;
}

/**
 * @param {HTMLElement} main
 * @returns {NodeListOf<HTMLFormElement>}
 */
function formsIn(main) {
  return main.querySelectorAll("form[data-say]");
}

function forget() {
  sessionStorage.removeItem(place());
}

function place() {
  return `viva:${location.pathname}`;
}
