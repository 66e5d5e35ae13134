// @ts-check
// The field that types, where keys travel: every change of its text becomes keys, whatever made it (a keyboard, a phone, dictation, a paste).

import { of, recorded } from "./pending.js";
import { sentence } from "./sentences.js";
import { hint } from "./speech.js";

/** @typedef {import("./live.js").Live} Live */

const FORMS = "[data-say=keystrokes]";
const FIELDS = `${FORMS} input[name=text]`;

/**
 * @param {HTMLElement} main
 * @param {Live} live
 * @param {import("./pending.js").Kept} kept what an earlier page of this window did not get rid of
 */
export function start(main, live, kept) {
  /**
   * What each field held when it was last looked at.
   * @type {WeakMap<HTMLInputElement, string>}
   */
  const held = new WeakMap();
  /**
   * Fields that may show something else than what is recorded, by id.
   * @type {Set<string>}
   */
  const differs = new Set();
  let composing = false;

  for (const frame of kept.frames.filter(({ do: what }) => what === "press")) resume(frame);
  takeUp();
  document.addEventListener("viva:page", takeUp);
  main.addEventListener("input", (event) => {
    const field = fieldOf(event.target);
    if (field && !isUnfinished(/** @type {InputEvent} */ (event))) type(field);
  });
  main.addEventListener("compositionstart", () => (composing = true));
  main.addEventListener("compositionend", (event) => {
    composing = false;
    const field = fieldOf(event.target);
    if (field) type(field);
    if (live.idle()) agree();
  });
  main.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches(FORMS)) return;
    event.preventDefault();
    const field = form.querySelector("input[name=text]");
    if (!(field instanceof HTMLInputElement)) return;
    type(field);
    press(form, field, "Return");
    field.value = "";
    held.set(field, "");
    field.focus();
  });

  /** Fields of a page that was loaded in the middle of a line begin with what was typed of it. */
  function takeUp() {
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (main.querySelectorAll(FIELDS))) {
      if (held.has(field)) continue;
      const form = /** @type {HTMLFormElement} */ (field.form);
      if (field.value === "") field.value = of(form, live.waiting(Infinity)).line;
      held.set(field, field.value);
    }
  }

  /** @param {HTMLInputElement} field */
  function type(field) {
    const form = /** @type {HTMLFormElement} */ (field.form);
    const before = [...(held.get(field) ?? "")];
    const after = [...field.value];
    let same = 0;
    while (same < before.length && same < after.length && before[same] === after[same]) same++;
    for (let n = before.length; n > same; n--) press(form, field, "BackSpace");
    for (const character of after.slice(same)) press(form, field, character);
    held.set(field, field.value);
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLInputElement} field
   * @param {string} key
   */
  function press(form, field, key) {
    /** @type {Record<string, unknown>} */
    const frame = { do: "press", round: form.dataset.round, key, sent: new Date().toISOString() };
    if (form.dataset.seat) frame.seat = form.dataset.seat;
    hint(form.id, "");
    live.send(frame, (why) => {
      if (why !== null || !isCarried(form, key)) differs.add(field.id);
      if (why !== null) hint(form.id, why);
      else if (!isCarried(form, key)) hint(form.id, sentence("js-plain-spelling", { key }));
      if (live.idle()) agree();
    });
  }

  /**
   * Sends a key that the page before this one did not get rid of.
   * @param {import("./live.js").Frame} frame
   */
  function resume(frame) {
    const form = `say-${frame.seat ?? "judge"}`;
    live.resume(frame, (why) => {
      if (why !== null) hint(form, why);
      differs.add(`${form}-field`);
      if (live.idle()) agree();
    });
  }

  /**
   * Lets fields show what is recorded, now that nothing is on its way: what was refused is not, and what is outside the
   * alphabet was carried over in its nearest spelling.
   */
  function agree() {
    for (const id of differs) {
      const field = document.getElementById(id);
      if (!(field instanceof HTMLInputElement)) {
        differs.delete(id);
      } else if (!composing) {
        differs.delete(id);
        const typed = field.form ? recorded(field.form) : "";
        if (field.value !== typed) field.value = typed;
        held.set(field, field.value);
      }
    }
  }
}

/**
 * @param {EventTarget | null} target
 * @returns {HTMLInputElement | null}
 */
function fieldOf(target) {
  return target instanceof HTMLInputElement && target.matches(FIELDS) ? target : null;
}

/**
 * Whether an input method is still at a character beyond plain letters: it goes out when it is chosen. Phones compose whole words of plain
 * letters: those go out key by key, like anybody's.
 * @param {InputEvent} event
 */
function isUnfinished(event) {
  return event.isComposing && !isAscii(event.data ?? "");
}

/**
 * Whether a key travels as it is.
 * @param {HTMLElement} form
 * @param {string} key
 */
function isCarried(form, key) {
  return form.dataset.alphabet === "unicode" || isAscii(key);
}

/** @param {string} text */
function isAscii(text) {
  return /^[ -~]*$/.test(text);
}
