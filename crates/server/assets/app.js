// @ts-check
// The script of every page. Pages without a live connection need none of it; everything works as links and forms.

import { start as startBelief } from "./belief.js";
import { start as startBallot } from "./ballot.js";
import { start as startClock } from "./clock.js";
import { fill, start as startContribution } from "./contribution.js";
import { start as startDrafts } from "./drafts.js";
import { start as startForms } from "./forms.js";
import { start as startLive } from "./live.js";
import { start as startOwed } from "./owed.js";
import { start as startPanes } from "./panes.js";
import { start as startPasskeys } from "./passkeys.js";
import { start as startPending, takeKept } from "./pending.js";
import { start as startPress } from "./press.js";
import { start as startRanking } from "./ranking.js";
import { start as startSaying } from "./saying.js";
import { start as startShowing } from "./showing.js";
import { start as startSpeech } from "./speech.js";
import { start as startTyping } from "./typing.js";
import { start as startWindows } from "./windows.js";

fill();
startPasskeys();
const main = /** @type {HTMLElement | null} */ (document.querySelector("main[data-live]"));
if (main) {
  document.documentElement.classList.add("scripted");
  startClock(main);
  const live = startLive(main);
  const kept = takeKept();
  startPanes(main);
  startPress();
  startSpeech(main);
  startOwed();
  startTyping(main, live, kept);
  startSaying(main, live, kept);
  startShowing(main);
  startPending(main, live);
  startWindows(main);
  startBallot(main);
  startBelief(main);
  startRanking(main);
  startDrafts(main, live);
  startForms(main, live);
  startContribution(live);
}
