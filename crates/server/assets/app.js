// @ts-check
// What every page loads. A page without a live connection needs none of it; everything works as links and forms.

import { start as startClock } from "./clock.js";
import { start as startForms } from "./forms.js";
import { start as startLive } from "./live.js";
import { start as startRanking } from "./ranking.js";
import { start as startTyping } from "./typing.js";

const main = /** @type {HTMLElement | null} */ (document.querySelector("main[data-live]"));
if (main) {
  document.documentElement.classList.add("scripted");
  startClock(main);
  const live = startLive(main);
  startTyping(main, live);
  startRanking(main);
  startForms(main, live);
}
