// @ts-check
// The clock: counts down in contest time, which may run faster than real time and stops in a pause.

import { sentence } from "./sentences.js";
import { speak } from "./speaker.js";

/** @type {{ contest: number, local: number, pace: number }} */
let known = { contest: Date.now(), local: performance.now(), pace: 1 };
/**
 * The seconds that were left at the last look.
 * @type {number | null}
 */
let before = null;

/** The page's title in the browser, without the time. */
let tab = document.title;

/**
 * The remaining seconds at which an announcement is due, with its text.
 * @type {[number, () => string][]}
 */
const MARKS = [
  [0, () => sentence("js-time-over")],
  [60, () => sentence("js-minute-left")],
  [300, () => sentence("js-five-minutes-left")],
];

/**
 * Sets the contest's time.
 * @param {string} now RFC 3339
 * @param {number} pace contest milliseconds per real second
 */
export function set(now, pace) {
  known = { contest: Date.parse(now), local: performance.now(), pace: pace / 1000 };
}

/** Contest time now, in milliseconds since 1970. */
export function now() {
  return known.contest + (performance.now() - known.local) * known.pace;
}

/** @param {HTMLElement} main */
export function start(main) {
  set(main.dataset.now ?? "", Number(main.dataset.pace ?? 1000));
  show();
  setInterval(show, 250);
}

/** Shows the time left, wherever the page has a clock. */
export function show() {
  const clocks = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-ends]"));
  if (clocks.length === 0) before = null;
  for (const clock of clocks) {
    const until = clock.dataset.paused ? Date.parse(clock.dataset.paused) : now();
    const left = Math.max(0, Math.ceil((Date.parse(clock.dataset.ends ?? "") - until) / 1000));
    write(clock.querySelector("[data-time]"), shown(left));
    clock.classList.toggle("short", left <= 60 && !clock.dataset.paused);
    if (clock.classList.contains("clock")) announce(left);
  }
  showTurns();
  showTab();
}

/**
 * Sets the page's title in the browser.
 * @param {string} title
 */
export function call(title) {
  tab = title;
  showTab();
}

/** The tab shows the remaining time as well, so that a reader of another tab does not miss the end. */
function showTab() {
  const time = document.querySelector(".clock [data-time]")?.textContent ?? "";
  const title = time ? `${time} · ${tab}` : tab;
  if (document.title !== title) document.title = title;
}

/**
 * Shows the turn and its remaining time in every conversation whose sides alternate. An unused turn passes on at its end, to the
 * moment, as on the server.
 */
function showTurns() {
  const stage = /** @type {HTMLElement | null} */ (document.querySelector(".clock"));
  const until = stage?.dataset.paused ? Date.parse(stage.dataset.paused) : now();
  for (const turn of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-turn][data-until]"))) {
    const { turn: own, holder, mine = "", theirs = "" } = turn.dataset;
    const within = Math.max(1, Number(turn.dataset.within));
    const ends = Date.parse(turn.dataset.until ?? "");
    const passed = until < ends ? 0 : Math.floor((until - ends) / within) + 1;
    write(turn.querySelector("[data-whose]"), (holder === own) === (passed % 2 === 0) ? mine : theirs);
    // No turn is longer than the talk.
    const over = Math.min(ends + passed * within, stage ? Date.parse(stage.dataset.ends ?? "") : Infinity);
    write(turn.querySelector("[data-remains]"), shown(Math.max(0, Math.ceil((over - until) / 1000))));
  }
}

/**
 * A time in seconds: `24:59`, `1:59:55`.
 * @param {number} left
 */
function shown(left) {
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/**
 * Writes a text only if it changes: every write is read out again.
 * @param {Element | null} element
 * @param {string} text
 */
function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/** The remaining seconds on the page's clock; `null` when none runs, or during a pause. */
export function left() {
  const clock = /** @type {HTMLElement | null} */ (document.querySelector("[data-ends]"));
  if (!clock || clock.dataset.paused) return null;
  return Math.max(0, Math.ceil((Date.parse(clock.dataset.ends ?? "") - now()) / 1000));
}

/**
 * Announces the remaining time to screen readers, at five minutes, at one minute, and at the end.
 * @param {number} left seconds
 */
function announce(left) {
  const passed = MARKS.find(([mark]) => before !== null && before > mark && left <= mark);
  before = left;
  if (passed) speak(passed[1]());
}
