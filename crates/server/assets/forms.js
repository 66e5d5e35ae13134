// @ts-check
// Forms that answer on the spot: sent without leaving the page, and what they changed taken over.

/** @typedef {import("./live.js").Live} Live */

/**
 * @param {HTMLElement} main
 * @param {Live} live
 */
export function start(main, live) {
  main.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("[data-inline]")) return;
    event.preventDefault();
    if (form.dataset.confirm && !confirm(form.dataset.confirm)) return;
    const fields = new FormData(form, /** @type {SubmitEvent} */ (event).submitter);
    const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
    try {
      // Not `form.action`: a field of that name would be found instead.
      const answer = await fetch(form.getAttribute("action") ?? "", { method: "POST", body });
      live.adopt(await answer.text());
    } catch {
      const notice = document.getElementById("notice");
      if (notice) notice.textContent = "That did not reach the server. Please try again.";
    }
  });
}
