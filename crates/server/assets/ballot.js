// @ts-check
// The form about an interview: it takes the focus when it opens, and a split of points between two fills in the other part.

/** @param {HTMLElement} main */
export function start(main) {
  let before = formsIn(main);
  document.addEventListener("viva:page", () => {
    const now = formsIn(main);
    if (now.length > 0 && !now.some((id) => before.includes(id))) open(main);
    before = now;
  });
  main.addEventListener("input", (event) => {
    const field = event.target instanceof HTMLInputElement ? event.target : null;
    const shares = /** @type {HTMLElement | null} */ (field?.closest("[data-split]") ?? null);
    if (!field || !shares) return;
    const points = field.value.trim();
    const rest = /^\d+$/.test(points) ? Number(shares.dataset.split) - Number(points) : NaN;
    for (const other of shares.querySelectorAll("input")) {
      if (other !== field && Number.isInteger(rest) && rest >= 0) other.value = String(rest);
    }
  });
}

/**
 * Moves to the first form that has opened, by its heading, unless the reader is writing somewhere else.
 * @param {HTMLElement} main
 */
function open(main) {
  const now = document.activeElement;
  if (now instanceof HTMLInputElement || now instanceof HTMLTextAreaElement) return;
  /** @type {HTMLElement | null} */ (main.querySelector(".ballot h2"))?.focus();
}

/**
 * The open forms, by their ids.
 * @param {HTMLElement} main
 */
function formsIn(main) {
  return [...main.querySelectorAll(".ballot form:not(.own-notes)")].map((form) => form.id);
}
