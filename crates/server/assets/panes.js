// @ts-check
// A conversation keeps its end in view, also when its pane changes its size: a phone is turned, or its keyboard opens. A reader who
// has scrolled up stays there, and gets a notice when there are new messages below.

/** The distance from the end that counts as the end, in pixels. */
const NEAR_PX = 40;

/**
 * The logs in which the reader has scrolled up.
 * @type {Set<string>}
 */
const left = new Set();
/**
 * The last known size of each pane.
 * @type {WeakMap<Element, string>}
 */
const known = new WeakMap();
/** @type {ResizeObserver | null} */
let sizes = null;

/** @param {HTMLElement} main */
export function start(main) {
  sizes = new ResizeObserver((changed) => {
    for (const { target } of changed) {
      known.set(target, size(target));
      if (follows(target)) toEnd(target);
    }
  });
  watch();
  document.addEventListener("viva:page", watch);
  // Scroll events do not bubble: listen in the capture phase.
  main.addEventListener("scroll", (event) => scrolled(event.target), { capture: true, passive: true });
  main.addEventListener("click", (event) => {
    const button = event.target instanceof HTMLButtonElement ? event.target : null;
    const log = document.getElementById(button?.dataset.below ?? "");
    if (!log) return;
    toEnd(log);
    log.focus({ preventScroll: true });
  });
}

/**
 * Whether the reader of a log is at its end, and should stay there.
 * @param {Element} log
 */
export function follows(log) {
  return !left.has(log.id);
}

/**
 * Brings new messages of a log into view, or shows the notice that they are below.
 * @param {Element} log
 */
export function grew(log) {
  if (follows(log)) toEnd(log);
  else show(log, true);
}

/** @param {Element} log */
export function toEnd(log) {
  left.delete(log.id);
  log.scrollTop = log.scrollHeight;
  show(log, false);
}

/** Observes the panes of a new page too. */
function watch() {
  for (const log of document.querySelectorAll("[data-log]")) sizes?.observe(log);
}

/** @param {Element} log */
function size(log) {
  return `${log.clientWidth} × ${log.clientHeight}`;
}

/** @param {EventTarget | null} log */
function scrolled(log) {
  if (!(log instanceof HTMLElement) || !log.matches("[data-log]")) return;
  // In a pane of another size the browser has moved the text, not the reader.
  if (known.has(log) && known.get(log) !== size(log)) return;
  if (log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_PX) {
    left.delete(log.id);
    show(log, false);
  } else {
    left.add(log.id);
  }
}

/**
 * @param {Element} log
 * @param {boolean} hasMore
 */
function show(log, hasMore) {
  const button = /** @type {HTMLElement | null} */ (document.querySelector(`[data-below="${CSS.escape(log.id)}"]`));
  if (button) button.hidden = !hasMore;
}
