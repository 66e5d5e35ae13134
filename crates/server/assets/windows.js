// @ts-check
// One window of a seat speaks at a time: words from two would run into each other. The one that was opened last has the floor; any
// other says so, and takes it back when it is asked to.

import { speak } from "./speaker.js";

/** @param {HTMLElement} main */
export function start(main) {
  const banner = document.getElementById("elsewhere");
  if (!banner || !("BroadcastChannel" in window)) return;
  const others = new BroadcastChannel(`viva:${location.pathname}`);
  let isElsewhere = false;

  others.onmessage = () => give(true);
  banner.querySelector("button")?.addEventListener("click", take);
  document.addEventListener("viva:page", show);
  // Going back to a page that the browser has kept is opening it.
  addEventListener("pageshow", (event) => {
    if (event.persisted) take();
  });
  others.postMessage("here");

  function take() {
    others.postMessage("here");
    give(false);
    /** @type {HTMLElement | null} */ (main.querySelector("[data-say] [name=text]"))?.focus({ preventScroll: true });
  }

  /** @param {boolean} elsewhere */
  function give(elsewhere) {
    if (elsewhere && !isElsewhere) speak(banner?.querySelector("p")?.textContent ?? "");
    isElsewhere = elsewhere;
    show();
  }

  function show() {
    if (banner) banner.hidden = !isElsewhere;
    for (const form of main.querySelectorAll("[data-say], [data-show]")) form.toggleAttribute("inert", isElsewhere);
  }
}
