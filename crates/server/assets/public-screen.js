// @ts-check
// The screen of a hall: asks every two seconds whether anything has changed, and shows it without loading the page again.
// Without this script the browser loads the page again itself, every five seconds.

import * as clock from "./clock.js";

/** How often it is asked. */
const EVERY_MS = 2000;

/** The tag of what is shown; unknown until the first answer. */
let tag = "";

/** Questions in a row that had no answer. */
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
  // One question may be lost on any network.
  if (lost) lost.hidden = missed < 3;
}

/** @param {string} html */
function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const next = page.getElementById("main");
  if (!next) return;
  const before = main();
  // What is new is drawn attention to; a ballot that has come in is not.
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
