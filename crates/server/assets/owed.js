// @ts-check
// Messages that were not recorded go back into their fields. While a field is missing, or for good when its round is over, they are
// shown beside the page: no typed text is lost silently.

import { sentence } from "./sentences.js";
import { fieldOf } from "./speech.js";

/** @typedef {[form: string, round: string, text: string]} Owed */

/** @type {Owed[]} */
let owed = [];

/** Tries again whenever the page has changed. */
export function start() {
  document.addEventListener("viva:page", () => {
    const before = owed;
    owed = [];
    for (const words of before) giveBack(...words);
  });
}

/** Shows the messages without a field. */
export function all() {
  return owed;
}

/**
 * Puts a message back: before text typed since; after it where keys travel, because its beginning is recorded.
 * @param {string} id of the form
 * @param {string} round
 * @param {string} text
 */
export function giveBack(id, round, text) {
  const form = document.getElementById(id);
  const field = form instanceof HTMLFormElement && form.dataset.round === round ? fieldOf(form) : null;
  if (form instanceof HTMLFormElement && field) {
    const [first, then] = form.dataset.say === "keystrokes" ? [field.value, text] : [text, field.value];
    const between = first === "" || then === "" ? "" : form.dataset.say === "messages" ? "\n" : form.dataset.say === "lines" ? " " : "";
    field.value = first + between + then;
    field.dispatchEvent(new CustomEvent("viva:given", { bubbles: true }));
  } else if (text !== "") {
    owed.push([id, round, text]);
  }
  show();
}

function show() {
  const before = document.getElementById("owed");
  if (owed.length === 0) return before?.remove();
  const place = before ?? document.createElement("section");
  place.id = "owed";
  place.className = "notice";
  place.setAttribute("role", "status");
  const told = document.createElement("p");
  told.textContent = sentence("js-not-said");
  const list = document.createElement("ul");
  list.replaceChildren(...owed.map(([, , text]) => item(text)));
  const away = document.createElement("button");
  away.type = "button";
  away.className = "quiet";
  away.textContent = sentence("js-not-said-clear");
  away.addEventListener("click", () => {
    owed = [];
    show();
  });
  place.replaceChildren(told, list, away);
  if (!before) document.querySelector("main")?.prepend(place);
}

/** @param {string} text */
function item(text) {
  const line = document.createElement("li");
  line.dir = "auto";
  line.translate = false;
  line.textContent = text;
  return line;
}
