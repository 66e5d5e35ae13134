// @ts-check
// The slider of a judge who reads a transcript: its number is written beside it.

/** @param {HTMLElement} main */
export function start(main) {
  /** @param {EventTarget | null} target */
  const write = (target) => {
    if (!(target instanceof HTMLInputElement) || target.dataset.belief === undefined) return;
    const output = target.form?.querySelector("output");
    // Writing an equal value would be another change of the page.
    if (output && output.textContent !== target.value) output.textContent = target.value;
  };
  const all = () => main.querySelectorAll("input[data-belief]").forEach(write);
  main.addEventListener("input", (event) => write(event.target));
  // A page that was exchanged has another slider.
  new MutationObserver(all).observe(main, { childList: true, subtree: true });
  all();
}
