// @ts-check
// The field that types: every change of its text becomes keys, whatever made it (a keyboard, a phone, dictation, a paste).

/** @typedef {import("./live.js").Live} Live */

/**
 * @param {HTMLElement} main
 * @param {Live} live
 */
export function start(main, live) {
  /** What each field held when it was last looked at. @type {WeakMap<HTMLInputElement, string>} */
  const held = new WeakMap();

  takeUp();
  document.addEventListener("viva:page", takeUp);
  main.addEventListener("input", (event) => {
    const field = fieldOf(event.target);
    if (field && !(/** @type {InputEvent} */ (event).isComposing)) type(field);
  });
  main.addEventListener("compositionend", (event) => {
    const field = fieldOf(event.target);
    if (field) type(field);
  });
  main.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("[data-say]")) return;
    event.preventDefault();
    const field = form.querySelector("input[name=text]");
    if (!(field instanceof HTMLInputElement)) return;
    type(field);
    press(form, field, "Return");
    field.value = "";
    held.set(field, "");
    field.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (!event.ctrlKey || event.key !== "Enter") return;
    const fields = [.../** @type {NodeListOf<HTMLInputElement>} */ (main.querySelectorAll("[data-say] input[name=text]"))];
    const other = fields.find((field) => field !== document.activeElement);
    if (!other) return;
    event.preventDefault();
    other.focus();
  });

  /** Fields of a page that was loaded in the middle of a line begin with what was typed of it. */
  function takeUp() {
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (main.querySelectorAll("[data-say] input[name=text]"))) {
      if (held.has(field)) continue;
      if (live.idle() && field.value === "") field.value = recorded(field);
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
    hint(form, "");
    live.send(frame, (why) => {
      hint(form, why);
      // The field shows again what is recorded, as soon as nothing is on its way.
      if (live.idle()) {
        field.value = recorded(field);
        held.set(field, field.value);
      }
    });
  }

  /**
   * What is recorded of the line in this field.
   * @param {HTMLInputElement} field
   */
  function recorded(field) {
    const seat = field.form?.dataset.seat;
    const log = document.getElementById(seat ? `log-${seat}` : "log-judge");
    return log?.querySelector(`[data-typing="${seat ? "judge" : "witness"}"]`)?.textContent ?? "";
  }
}

/**
 * @param {EventTarget | null} target
 * @returns {HTMLInputElement | null}
 */
function fieldOf(target) {
  return target instanceof HTMLInputElement && target.matches("[data-say] input[name=text]") ? target : null;
}

/**
 * @param {HTMLFormElement} form
 * @param {string} text
 */
function hint(form, text) {
  const place = form.querySelector("[data-hint]");
  if (place && place.textContent !== text) place.textContent = text;
}
