// @ts-check
// One window of a seat writes at a time: messages from two would run into each other. The one that took the floor last has it; any
// other shows a notice, and takes the floor on request, or when the one that has it is gone.

import { speak } from "./speaker.js";

/** @typedef {{ says: "here" | "gone" | "who", since: number, id: string }} Said */

/** The interval at which a visible window without the floor asks for its holder; a window that ends can no longer announce it. */
const ASK_MS = 500;
/** The unanswered questions in a row after which a window takes the floor. */
const UNANSWERED_MAX = 2;

/** @param {HTMLElement} main */
export function start(main) {
  const banner = document.getElementById("elsewhere");
  if (!banner || !("BroadcastChannel" in window)) return;
  const others = new BroadcastChannel(`viva:${location.pathname}`);
  const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  let isElsewhere = false;
  let since = Date.now();
  let unanswered = 0;

  others.onmessage = (/** @type {MessageEvent<Said>} */ { data }) => {
    if (data.says === "gone") {
      // Several may hear it: the one that had the floor last keeps it.
      if (isElsewhere) claim();
    } else if (data.says === "who") {
      if (!isElsewhere) say("here");
    } else if (isLater(data)) {
      unanswered = 0;
      give(true);
    } else if (!isElsewhere) {
      say("here");
    }
  };
  banner.querySelector("button")?.addEventListener("click", () => {
    take();
    /** @type {HTMLElement | null} */ (main.querySelector("[data-say] [name=text]"))?.focus({ preventScroll: true });
  });
  document.addEventListener("viva:page", show);
  addEventListener("pagehide", () => {
    if (!isElsewhere) say("gone");
  });
  // Going back to a page that the browser has kept counts as opening it.
  addEventListener("pageshow", (event) => {
    if (event.persisted) take();
  });
  setInterval(ask, ASK_MS);
  say("here");

  function ask() {
    if (!isElsewhere || document.visibilityState === "hidden") unanswered = 0;
    else if (unanswered++ < UNANSWERED_MAX) say("who");
    else claim();
  }

  function take() {
    since = Math.max(Date.now(), since + 1);
    claim();
  }

  function claim() {
    unanswered = 0;
    give(false);
    say("here");
  }

  /** @param {Said["says"]} says */
  function say(says) {
    others.postMessage(/** @type {Said} */ ({ says, since, id }));
  }

  /** @param {Said} other */
  function isLater(other) {
    return other.since > since || (other.since === since && other.id > id);
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
