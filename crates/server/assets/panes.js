// @ts-check
// A conversation keeps its end in view, also when its pane changes its size: a phone is turned, or its keyboard opens. Whoever has
// scrolled up to read stays there, and is told when there are new words below.

/** How near to the end counts as there, in pixels. */
const NEAR_PX = 40;

/**
 * The logs that somebody has scrolled up in.
 * @type {Set<string>}
 */
const left = new Set();
/**
 * The size of each pane as it was looked after last.
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
  // Scrolling does not bubble: it is listened to on its way down.
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
 * Whether the reader of a log is at its end, and is to stay there.
 * @param {Element} log
 */
export function follows(log) {
  return !left.has(log.id);
}

/**
 * There are more words in a log: they come into view, or it is said that they are below.
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

/** Panes that came with a new page are looked after too. */
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
  // In a pane of another size it was the browser that moved the words, not the reader.
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
