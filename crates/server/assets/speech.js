// @ts-check
// The common part of all fields for messages, in every medium: the sentence below them, the words to begin with, the check on
// pasting, and the keyboard's way from one to the other.

import { sentence } from "./sentences.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/** @param {HTMLElement} main */
export function start(main) {
  /** @type {WeakSet<Field>} */
  const known = new WeakSet(fieldsIn(main));

  // After the page has changed, the sentence about the last message no longer holds; and a round that opens has removed the button
  // with the focus: the first field gets it then.
  document.addEventListener("viva:page", () => {
    for (const form of main.querySelectorAll("[data-say]")) hint(form.id, "");
    const fresh = fieldsIn(main).filter((field) => !known.has(field));
    for (const field of fresh) known.add(field);
    if (fresh[0] && document.activeElement === document.body) fresh[0].focus({ preventScroll: true });
  });
  document.addEventListener("keydown", (event) => {
    if (!event.ctrlKey || event.key !== "Enter") return;
    const other = fieldsIn(main).find((field) => field !== document.activeElement);
    if (!other) return;
    event.preventDefault();
    other.focus();
  });
  main.addEventListener("beforeinput", (event) => {
    const form = event.target instanceof Element ? event.target.closest("[data-say]") : null;
    const brought = /^insertFrom(Paste|Drop|Yank)/.test(/** @type {InputEvent} */ (event).inputType);
    if (!form || !brought || main.dataset.noPaste === undefined) return;
    event.preventDefault();
    hint(form.id, sentence("js-no-paste"));
  });
  main.addEventListener("click", (event) => {
    const button = event.target instanceof HTMLButtonElement ? event.target : null;
    const field = button?.dataset.words && fieldOf(button.form);
    if (!button || !field) return;
    field.value = button.dataset.words ?? "";
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    field.focus();
  });
}

/**
 * The fields for messages, in the order of the page.
 * @param {HTMLElement} main
 */
export function fieldsIn(main) {
  return [.../** @type {NodeListOf<Field>} */ (main.querySelectorAll("[data-say] [name=text]"))];
}

/**
 * The field for messages of a form.
 * @param {HTMLFormElement | null} form
 * @returns {Field | null}
 */
export function fieldOf(form) {
  return form?.querySelector("[name=text]") ?? null;
}

/**
 * Shows a sentence below a field.
 * @param {string} id of the form
 * @param {string} text
 */
export function hint(id, text) {
  const place = document.getElementById(id)?.querySelector("[data-hint]");
  if (place && place.textContent !== text) place.textContent = text;
}

/**
 * Whether a key belongs to an input method in mid-character. In Safari the Enter that chooses a character comes after the end of
 * the composition; the number of that key (229) distinguishes it from the Enter that sends.
 * @param {KeyboardEvent} event
 */
export function isComposing(event) {
  return event.isComposing || event.keyCode === 229;
}
