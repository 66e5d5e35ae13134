// @ts-check
// The field for keys, where keys travel: every change of its text becomes keys, from any source (a keyboard, a phone, dictation, a
// paste).

import { giveBack } from "./owed.js";
import { noteSent, of, recorded, sentOf } from "./pending.js";
import { sentence } from "./sentences.js";
import { hint, isComposing } from "./speech.js";

/** @typedef {import("./live.js").Live} Live */

const FORMS = "[data-say=keystrokes]";
const FIELDS = `${FORMS} input[name=text]`;

/**
 * @param {HTMLElement} main
 * @param {Live} live
 * @param {import("./pending.js").Kept} kept the unsent keys of an earlier page of this window
 */
export function start(main, live, kept) {
  /**
   * Refused keys, by form and round: they go back into the field once everything is answered.
   * @type {Map<string, { form: string, round: string, keys: string[] }>}
   */
  const refused = new Map();
  /**
   * Fields whose text may differ from the record, by id.
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
  main.addEventListener("keydown", (event) => {
    // The browser would send the form for it.
    if (fieldOf(event.target) && event.key === "Enter" && isComposing(event)) event.preventDefault();
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
    noteSent(field, "");
    field.focus();
  });

  /** Fields of a page that was loaded in mid-line begin with the typed part of it. */
  function takeUp() {
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (main.querySelectorAll(FIELDS))) {
      if (sentOf(field) !== undefined) continue;
      const { line } = of(/** @type {HTMLFormElement} */ (field.form), live.waiting(Infinity));
      if (field.value === "") field.value = line;
      noteSent(field, line);
    }
  }

  /** @param {HTMLInputElement} field */
  function type(field) {
    const form = /** @type {HTMLFormElement} */ (field.form);
    const before = [...(sentOf(field) ?? "")];
    const after = [...field.value];
    let same = 0;
    while (same < before.length && same < after.length && before[same] === after[same]) same++;
    for (let n = before.length; n > same; n--) press(form, field, "BackSpace");
    for (const character of after.slice(same)) press(form, field, character);
    noteSent(field, field.value);
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
      if (why !== null) keepBack(form.id, frame, why, isCarried(form, key));
      else if (!isCarried(form, key)) hint(form.id, sentence("js-plain-spelling", { key }));
      if (live.idle()) agree();
    });
  }

  /**
   * Sends a key that the page before this one did not send.
   * @param {import("./live.js").Frame} frame
   */
  function resume(frame) {
    const form = `say-${frame.seat ?? "judge"}`;
    live.resume(frame, (why) => {
      if (why !== null) keepBack(form, frame, why, true);
      differs.add(`${form}-field`);
      if (live.idle()) agree();
    });
  }

  /**
   * Handles a refused key. Those that follow it would be refused too: they are not sent.
   * @param {string} form
   * @param {import("./live.js").Frame} frame
   * @param {string} why
   * @param {boolean} mayComeBack false for a character without a key
   */
  function keepBack(form, frame, why, mayComeBack) {
    hint(form, why);
    if (!mayComeBack) return;
    const round = String(frame.round);
    const place = `${form} ${round}`;
    /** @type {string[]} */
    const keys = refused.get(place)?.keys ?? [];
    const { seat } = frame;
    const behind = live.withdraw((other) => other.do === "press" && other.round === frame.round && other.seat === seat);
    keys.push(...[frame, ...behind].map(({ key }) => String(key)));
    refused.set(place, { form, round, keys });
  }

  /**
   * Lets fields show the record, now that nothing is on its way, and after it the refused keys: they go out with the next key.
   * Characters outside the alphabet were sent in their nearest spelling.
   */
  function agree() {
    if (composing) return;
    for (const id of differs) {
      differs.delete(id);
      const field = document.getElementById(id);
      if (!(field instanceof HTMLInputElement)) continue;
      const form = /** @type {HTMLFormElement} */ (field.form);
      const place = `${form.id} ${form.dataset.round}`;
      const typed = recorded(form);
      const shown = typedOn(typed, refused.get(place)?.keys ?? []);
      refused.delete(place);
      if (field.value !== shown) field.value = shown;
      noteSent(field, typed);
    }
    for (const { form, round, keys } of refused.values()) giveBack(form, round, typedOn("", keys));
    refused.clear();
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
 * Whether an input method is still composing a character beyond plain letters: it goes out when it is chosen. Phones compose whole
 * words of plain letters: those go out key by key, as from a keyboard.
 * @param {InputEvent} event
 */
function isUnfinished(event) {
  return event.isComposing && !isAscii(event.data ?? "");
}

/**
 * Whether a key travels unchanged.
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

/**
 * The text of a line after these keys, on one line.
 * @param {string} line
 * @param {string[]} keys
 */
function typedOn(line, keys) {
  const characters = [...line];
  let ended = false;
  for (const key of keys) {
    if (key === "Return") {
      ended = true;
    } else if (key === "BackSpace") {
      characters.pop();
    } else {
      if (ended && characters.length > 0) characters.push(" ");
      ended = false;
      characters.push(key === "Tab" ? "\t" : key);
    }
  }
  return characters.join("");
}
