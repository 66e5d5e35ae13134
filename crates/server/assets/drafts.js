// @ts-check
// Unsealed answers are kept on the server as drafts, so that neither a reload nor another device nor the deadline loses them. Shows
// the sealed and the unsealed part, and warns before the deadline.

import { left } from "./clock.js";
import { sentence } from "./sentences.js";
import { hint } from "./speech.js";

/** @typedef {import("./live.js").Live} Live */

/** The pause in a field after which it is kept; a choice is kept at once. */
const REST_MS = 500;

/**
 * The names of the fields that were changed here and not confirmed by the server, by the id of their form.
 * @type {Map<string, Set<string>>}
 */
const unsettled = new Map();

/**
 * Whether this field was changed here since the server last confirmed its content.
 * @param {string} form
 * @param {string} field
 */
export function isUnsettled(form, field) {
  return unsettled.get(form)?.has(field) ?? false;
}

/**
 * Drops the form's unsaved changes: it was sealed.
 * @param {HTMLFormElement} form
 */
export function settle(form) {
  unsettled.delete(form.id);
}

/**
 * @param {HTMLElement} main
 * @param {Live} live
 */
export function start(main, live) {
  /** @type {Map<string, ReturnType<typeof setTimeout>>} */
  const resting = new Map();
  /**
   * The forms with a version on its way.
   * @type {Set<string>}
   */
  const sent = new Set();

  main.addEventListener("input", (event) => changed(event.target, REST_MS));
  main.addEventListener("change", (event) => changed(event.target, 0));
  // A page that goes away does not wait for an answer.
  addEventListener("pagehide", () => {
    for (const form of formsIn(main)) {
      if (unsettled.has(form.id)) navigator.sendBeacon(form.dataset.drafts ?? "", new URLSearchParams(changes(form)));
    }
  });
  setInterval(warn, 250);

  /**
   * @param {EventTarget | null} target
   * @param {number} rest
   */
  function changed(target, rest) {
    const form = /** @type {HTMLFormElement | null} */ (target instanceof Element ? target.closest("form[data-draft]") : null);
    if (!form || !(target instanceof Element)) return;
    // Leaving a field that is kept already changes nothing.
    if (rest === 0 && isKept(target)) return;
    const names = unsettled.get(form.id) ?? new Set();
    unsettled.set(form.id, names);
    // The points of a split change together.
    const fields = [target, ...(target.closest("[data-split]")?.querySelectorAll("input") ?? [])];
    for (const field of fields) names.add(field.getAttribute("name") ?? "");
    clearTimeout(resting.get(form.id));
    resting.set(form.id, setTimeout(() => keep(form.id), rest));
  }

  /** @param {string} id */
  function keep(id) {
    resting.delete(id);
    const form = document.getElementById(id);
    // One version at a time, so that an older one never arrives last; and none of a form that was sealed meanwhile.
    if (sent.has(id) || !(form instanceof HTMLFormElement) || !unsettled.has(id)) return;
    sent.add(id);
    const fields = changes(form);
    const frame = { do: "draft", form: form.dataset.draft, fields: Object.fromEntries(fields) };
    live.send(frame, (why, kept) => {
      sent.delete(id);
      const now = document.getElementById(id);
      if (!(now instanceof HTMLFormElement)) unsettled.delete(id);
      else if (unsettled.has(id)) confirmed(now, fields, why, kept);
    });
  }

  /**
   * Handles the server's answer to a draft.
   * @param {HTMLFormElement} form
   * @param {[string, string][]} fields as they were sent
   * @param {string | null} why
   * @param {Record<string, unknown>} [kept]
   */
  function confirmed(form, fields, why, kept) {
    hint(form.id, why === null ? "" : sentence("js-not-kept", { why }));
    const [names, now, then] = [unsettled.get(form.id) ?? new Set(), new Map(pairs(form)), new Map(fields)];
    for (const name of why === null ? [...names] : []) if (now.get(name) === then.get(name)) names.delete(name);
    for (const field of form.elements) if (!names.has(field.getAttribute("name") ?? "")) makeDefault(field);
    const hasChanged = why === null ? names.size > 0 : String(changes(form)) !== String(fields);
    if (hasChanged) {
      if (!resting.has(form.id)) keep(form.id);
      return;
    }
    if (why !== null) return;
    unsettled.delete(form.id);
    say(form, "[data-sealed]", String(kept?.sealed ?? ""));
    say(form, "[data-unsealed]", String(kept?.unsealed ?? ""));
  }

  /** Warns once, at each unsealed form, that the time is nearly over. */
  function warn() {
    const seconds = left();
    for (const form of formsIn(main)) {
      const warning = /** @type {HTMLElement | null} */ (form.querySelector("[data-warning]"));
      if (!warning) continue;
      const isSealed = !form.querySelector("[data-unsealed]")?.textContent && !unsettled.has(form.id);
      const isLate = seconds !== null && seconds <= Number(warning.dataset.warning);
      const isChanged = form.querySelector("[data-sealed]")?.textContent;
      const late = () => {
        if (isChanged) return sentence("js-change-unsealed");
        return form.matches("[data-ranking]") ? sentence("js-ranking-unsealed") : sentence("js-ballot-unsealed");
      };
      const text = isLate && !isSealed ? late() : "";
      if (warning.textContent !== text) warning.textContent = text;
    }
  }
}

/**
 * Whether the server has the content of this field.
 * @param {Element} field
 */
function isKept(field) {
  if (field instanceof HTMLInputElement && field.type === "radio") return field.checked === field.defaultChecked;
  const holdsText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return holdsText && field.value === field.defaultValue;
}

/**
 * Marks the content of a field as the server's, as in a page that is loaded from now on.
 * @param {Element} field
 */
function makeDefault(field) {
  if (field instanceof HTMLInputElement && field.type === "radio") field.defaultChecked = field.checked;
  else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.defaultValue = field.value;
  else if (field instanceof HTMLSelectElement) for (const option of field.options) option.defaultSelected = option.selected;
}

/**
 * @param {HTMLFormElement} form
 * @param {string} place
 * @param {string} text
 */
function say(form, place, text) {
  const said = form.querySelector(place);
  if (said && said.textContent !== text) said.textContent = text;
}

/**
 * @param {HTMLElement} main
 * @returns {NodeListOf<HTMLFormElement>}
 */
function formsIn(main) {
  return main.querySelectorAll("form[data-draft]");
}

/**
 * The changes of a form to keep: the fields that were changed here, and the subject of the form. Changes from another page of the
 * same seat are not undone.
 * @param {HTMLFormElement} form
 * @returns {[string, string][]}
 */
function changes(form) {
  const wanted = new Set([...(unsettled.get(form.id) ?? []), "round", "trial", "noted"]);
  return pairs(form).filter(([name]) => wanted.has(name));
}

/**
 * @param {HTMLFormElement} form
 * @returns {[string, string][]}
 */
function pairs(form) {
  return [...new FormData(form)].map(([name, value]) => [name, String(value)]);
}
