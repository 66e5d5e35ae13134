// @ts-check
// Forms that stay on the page: the script sends them, and exchanges the changed parts of the page.

import { settle } from "./drafts.js";
import { sentence } from "./sentences.js";

/** @typedef {import("./live.js").Live} Live */

/**
 * @param {HTMLElement} main
 * @param {Live} live
 */
export function start(main, live) {
  /**
   * Forms on their way: a second click does not send them twice.
   * @type {WeakSet<HTMLFormElement>}
   */
  const busy = new WeakSet();
  let sent = 0;
  main.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("[data-inline]")) return;
    event.preventDefault();
    if (busy.has(form)) return;
    if (form.dataset.confirm && !confirm(question(form))) return;
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const button = /** @type {SubmitEvent} */ (event).submitter;
    if (button instanceof HTMLButtonElement && button.name) body.append(button.name, button.value);
    // The reader has confirmed: the server need not ask.
    if (form.dataset.confirm) body.delete("ask");
    busy.add(form);
    const own = ++sent;
    try {
      // Not `form.action`: a field may have that name.
      const answer = await fetch(form.getAttribute("action") ?? "", { method: "POST", body });
      const text = await answer.text();
      if (answer.ok) {
        settle(form);
        form.reset();
      }
      if (answer.headers.get("content-type")?.startsWith("text/html")) live.adopt(text, answer.ok, form.id, own === sent);
      else notice(text);
    } catch {
      notice(sentence("js-not-reached"));
    } finally {
      busy.delete(form);
    }
  });
}

/**
 * Asks for confirmation before the form is sent: the question, and the consequences from the page.
 * @param {HTMLFormElement} form
 */
function question(form) {
  const lines = [...form.querySelectorAll("[data-confirms] li")].map((line) => line.textContent ?? "");
  return [form.dataset.confirm ?? "", ...lines].join("\n");
}

/** @param {string} text */
function notice(text) {
  const said = document.createElement("p");
  said.textContent = text;
  document.getElementById("notice")?.replaceChildren(said);
}
