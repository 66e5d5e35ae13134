// @ts-check
// A participant's contribution to a draw: 16 random bytes from this browser, unknown to all others before.

/** @typedef {import("./live.js").Live} Live */

/** Puts random bytes into every field for them, in place of the server's suggestion. */
export function fill() {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[data-random]"));
  for (const field of fields) field.value = random();
}

/**
 * Contributes once to each draw that is due on the page, without an act of the participant.
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
