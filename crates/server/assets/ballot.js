// @ts-check
// Points that are shared out between two: what one does not get, the other does.

/** @param {HTMLElement} main */
export function start(main) {
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
