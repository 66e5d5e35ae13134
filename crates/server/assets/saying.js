// @ts-check
// The field for finished messages or lines. A refused message comes back into the field.

import { giveBack } from "./owed.js";
import { sentence } from "./sentences.js";
import { fieldOf, hint, isComposing } from "./speech.js";

/** @typedef {import("./live.js").Live} Live */
/** @typedef {import("./speech.js").Field} Field */

const FORMS = "[data-say=messages], [data-say=lines]";

/**
 * @param {HTMLElement} main
 * @param {Live} live
 * @param {import("./pending.js").Kept} kept the unsent messages of an earlier page of this window
 */
export function start(main, live, kept) {
  for (const frame of kept.frames.filter(({ do: what }) => what === "say")) {
    live.resume(frame, (why) => {
      if (why !== null) refused(`say-${frame.seat ?? "judge"}`, String(frame.round), String(frame.text), why);
    });
  }
  for (const words of kept.fields) giveBack(...words);

  for (const change of ["input", "viva:given"]) main.addEventListener(change, (event) => {
    const form = event.target instanceof Element ? event.target.closest(FORMS) : null;
    if (form instanceof HTMLFormElement) count(form);
  });
  main.addEventListener("keydown", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLTextAreaElement) || !field.form?.matches(FORMS)) return;
    if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || isComposing(event)) return;
    event.preventDefault();
    field.form.requestSubmit();
  });
  main.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches(FORMS)) return;
    event.preventDefault();
    const field = fieldOf(form);
    if (field) say(form, field);
  });

  /**
   * @param {HTMLFormElement} form
   * @param {Field} field
   */
  function say(form, field) {
    const text = field.value;
    // An empty line ends a turn; an empty message is not sent.
    if (form.dataset.say === "messages" && text.trim() === "") return hint(form.id, sentence("js-nothing-written"));
    const { id } = form;
    const { round } = form.dataset;
    /** @type {Record<string, unknown>} */
    const frame = { do: "say", round, text, sent: new Date().toISOString() };
    if (form.dataset.seat) frame.seat = form.dataset.seat;
    hint(id, "");
    live.send(frame, (why) => {
      if (why !== null) refused(id, round ?? "", text, why);
    });
    field.value = "";
    count(form);
    field.focus();
  }
}

/**
 * Puts a refused message back into its field, with the reason.
 * @param {string} id of the form
 * @param {string} round
 * @param {string} text
 * @param {string} why
 */
function refused(id, round, text, why) {
  giveBack(id, round, text);
  hint(id, why);
}

/**
 * Shows the number of characters.
 * @param {HTMLFormElement} form
 */
function count(form) {
  const shown = /** @type {HTMLElement | null} */ (form.querySelector("[data-count]"));
  const field = fieldOf(form);
  if (shown && field) shown.textContent = sentence("js-characters", { count: [...field.value].length, most: shown.dataset.count ?? "" });
}
