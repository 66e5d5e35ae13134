// @ts-check
// What a participant adds to a draw: 16 random bytes that this browser makes, and nobody else knows before.

/** @typedef {import("./live.js").Live} Live */

/** Random bytes for every field that asks for some, in place of those that the server suggests. */
export function fill() {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[data-random]"));
  for (const field of fields) field.value = random();
}

/**
 * Contributes to whatever the page is asked to, once, without anybody having to do anything.
 * @param {Live} live
 */
export function start(live) {
  /** @type {Set<string>} */
  const given = new Set();
  const contribute = () => {
    const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-contribute]"));
    const matter = form?.dataset.contribute;
    if (!matter || given.has(matter)) return;
    given.add(matter);
    live.send({ do: "contribute", matter, value: random() });
  };
  contribute();
  document.addEventListener("viva:page", contribute);
}

/** 16 random bytes in hexadecimal digits. */
function random() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
