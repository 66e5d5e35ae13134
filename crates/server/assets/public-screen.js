// @ts-check
// The big screen: polls for changes every two seconds, and shows them without a reload. Without this script the browser itself
// reloads the page every five seconds.

import * as clock from "./clock.js";

/** The interval of polls. */
const EVERY_MS = 2000;

/** The tag of the present content; unknown until the first answer. */
let tag = "";

/** Polls in a row without an answer. */
let missed = 0;

/** @returns {HTMLElement} */
function main() {
  return /** @type {HTMLElement} */ (document.getElementById("main"));
}

async function ask() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { cache: "no-store", headers: tag ? { "If-None-Match": tag } : {} });
    if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
    if (answer.status === 200) {
      show(await answer.text());
      tag = answer.headers.get("ETag") ?? "";
    }
    const now = answer.headers.get("Contest-Time");
    if (now) clock.set(now, Number(main().dataset.pace ?? 1000));
    missed = 0;
  } catch {
    missed += 1;
  }
  const lost = document.getElementById("lost");
  // One lost poll can happen on any network.
  if (lost) lost.hidden = missed < 3;
}

/** @param {string} html */
function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const next = page.getElementById("main");
  if (!next) return;
  const before = main();
  // New content draws attention; a ballot that has come in does not.
  next.classList.toggle("new", next.dataset.key !== before.dataset.key);
  before.replaceWith(next);
  clock.call(page.title);
  clock.show();
}

async function run() {
  await ask();
  setTimeout(run, EVERY_MS);
}

clock.start(main());
setTimeout(run, EVERY_MS);
