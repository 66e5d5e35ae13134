// @ts-check
// The sentences of scripts, in the language of the page: the page brings them, by their ids (`languages/*.ftl`).

/**
 * A text with values in braces; or one for each plural category of a count, and for numbers that have one of their own.
 * @typedef {string | Record<string, string>} Sentence
 */

/** @type {Record<string, Sentence>} */
const SENTENCES = JSON.parse(document.getElementById("sentences")?.textContent ?? "{}");

const RULES = new Intl.PluralRules(document.documentElement.lang || "en");

/**
 * The sentence with this id, with its values filled in.
 * @param {string} id
 * @param {Record<string, string | number>} [values]
 */
export function sentence(id, values = {}) {
  const known = SENTENCES[id] ?? id;
  const text = typeof known === "string" ? known : byCount(known, Number(values[known.by ?? ""]));
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/**
 * @param {Record<string, string>} known
 * @param {number} count
 */
function byCount(known, count) {
  return known[String(count)] ?? known[RULES.select(count)] ?? known.other ?? "";
}
