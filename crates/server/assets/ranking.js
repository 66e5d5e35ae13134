// @ts-check
// A ranking is a list: a witness with a number is in its place, and moving one, by keys or by dragging, renumbers the list. Each
// gets a place of its own, unless the rulebook permits level ones: the field shows a fault when a place is given twice.

import { sentence } from "./sentences.js";
import { speak } from "./speaker.js";

const FORM = "form[data-ranking]";
const ITEM = "li[data-ranked]";

/** @param {HTMLElement} main */
export function start(main) {
  /**
   * The item that is being dragged.
   * @type {HTMLElement | null}
   */
  let dragged = null;

  main.addEventListener("change", (event) => {
    const form = event.target instanceof HTMLSelectElement ? event.target.form : null;
    if (form?.matches(FORM)) arrange(form);
  });
  main.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest("[data-move]") : null);
    if (button) move(button, button.dataset.move === "up");
  });
  main.addEventListener("keydown", (event) => {
    const button = /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest("[data-move]") : null);
    if (!button || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    move(button, event.key === "ArrowUp");
  });
  main.addEventListener("pointerdown", (event) => {
    const grip = event.target instanceof Element ? event.target.closest("[data-grip]") : null;
    dragged = grip?.closest(ITEM) ?? null;
    if (!grip || !dragged) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    dragged.classList.add("dragged");
  });
  main.addEventListener("pointermove", (event) => {
    const item = dragged;
    if (!item) return;
    const list = item.parentElement;
    const others = [.../** @type {NodeListOf<HTMLElement>} */ (list?.querySelectorAll(ITEM) ?? [])].filter((other) => other !== item);
    const before = others.find((other) => event.clientY < other.getBoundingClientRect().top + other.offsetHeight / 2);
    if (before ? item.nextElementSibling !== before : list?.lastElementChild !== item) list?.insertBefore(item, before ?? null);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    main.addEventListener(end, () => {
      const item = dragged;
      dragged = null;
      if (!item) return;
      item.classList.remove("dragged");
      const items = itemsIn(/** @type {HTMLFormElement} */ (item.closest(FORM)));
      number(items.filter((other) => other === item || place(other).value !== ""), item);
    });
  }
}

/**
 * Moves an item a place up or down. An item without a number gets the next one; the last one with a number gives it back.
 * @param {HTMLElement} button
 * @param {boolean} up
 */
function move(button, up) {
  const item = /** @type {HTMLElement} */ (button.closest(ITEM));
  const form = /** @type {HTMLFormElement} */ (button.closest(FORM));
  const ranked = itemsIn(form).filter((other) => place(other).value !== "");
  const at = ranked.indexOf(item);
  if (at < 0) {
    if (up) number([...ranked, item], item);
  } else if (form.matches("[data-level]")) {
    give(item, Math.min(itemsIn(form).length, Math.max(1, Number(place(item).value) + (up ? -1 : 1))));
  } else if (!up && at === ranked.length - 1) {
    give(item, null);
  } else if (!up || at > 0) {
    ranked.splice(at, 1);
    ranked.splice(up ? at - 1 : at + 1, 0, item);
    number(ranked, item);
  }
  button.focus();
}

/**
 * Renumbers these in order: with their numbers, and with the next one for an item that has none.
 * @param {HTMLElement[]} ranked
 * @param {HTMLElement} moved
 */
function number(ranked, moved) {
  const numbers = ranked.map((item) => Number(place(item).value)).filter((number) => number > 0);
  if (numbers.length < ranked.length) {
    const most = place(moved).options.length - 1;
    const free = Array.from({ length: most }, (_, n) => n + 1).filter((number) => !numbers.includes(number));
    numbers.push(free.find((number) => number > Math.max(0, ...numbers)) ?? free[0] ?? most);
  }
  numbers.sort((a, b) => a - b);
  ranked.forEach((item, at) => set(item, numbers[at]));
  const form = place(moved).form;
  if (form) arrange(form);
  tell(moved);
}

/**
 * @param {HTMLElement} item
 * @param {number | null} number
 */
function give(item, number) {
  set(item, number);
  const form = place(item).form;
  if (form) arrange(form);
  tell(item);
}

/**
 * @param {HTMLElement} item
 * @param {number | null} number
 */
function set(item, number) {
  const field = place(item);
  const value = number === null ? "" : String(number);
  if (field.value === value) return;
  field.value = value;
  // Changes are kept as a draft.
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * The items in the order of their numbers, then those without one; items with the same number keep their order.
 * @param {HTMLFormElement} form
 */
function arrange(form) {
  check(form);
  const items = itemsIn(form);
  const ordered = [...items].sort((a, b) => rankOf(a) - rankOf(b));
  if (ordered.every((item, at) => item === items[at])) return;
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  items[0].parentElement?.append(...ordered);
  if (focused && form.contains(focused)) focused.focus();
}

/** @param {HTMLElement} item */
function rankOf(item) {
  const { value } = place(item);
  return value === "" ? 1000 : Number(value);
}

/** @param {HTMLElement} item */
function tell(item) {
  const { value, options } = place(item);
  const name = item.dataset.ranked ?? "";
  if (value === "") speak(sentence("js-no-place", { name }));
  else speak(sentence("js-place-of", { name, place: value, places: options.length - 1 }));
}

/**
 * @param {HTMLFormElement} form
 * @returns {HTMLElement[]}
 */
function itemsIn(form) {
  return [...form.querySelectorAll(ITEM)].map((item) => /** @type {HTMLElement} */ (item));
}

/**
 * @param {HTMLElement} item
 * @returns {HTMLSelectElement}
 */
function place(item) {
  return /** @type {HTMLSelectElement} */ (item.querySelector("select"));
}

/** @param {HTMLFormElement} form */
function check(form) {
  const places = [...form.querySelectorAll("select")];
  const isLevel = form.matches("[data-level]");
  for (const place of places) {
    const twice = !isLevel && place.value !== "" && places.some((other) => other !== place && other.value === place.value);
    place.setCustomValidity(twice ? sentence("js-place-twice", { place: place.value }) : "");
    place.classList.toggle("twice", twice);
  }
}
