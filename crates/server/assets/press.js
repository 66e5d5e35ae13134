// @ts-check
// A page that changes under somebody's finger takes the button away before the press is a click. So the parts of a page wait
// while somebody aims at one and presses it.

/** What is pressed. */
const PRESSABLE = "button, a, label, summary, input";

/** A pointer that moved onto something so lately may be about to press it. */
const AIM_MS = 500;
/** Nobody presses longer; and where a release goes unheard, the page goes on. */
const PRESS_MS = 5000;
/** A touch becomes a click a little after it ends. */
const CLICK_MS = 100;

let until = 0;

/** Whether somebody is pressing something, or about to. */
export function isPressing() {
  return performance.now() < until;
}

export function start() {
  addEventListener("pointermove", (event) => {
    if (event.buttons === 0 && isOnPressable(event)) hold(AIM_MS);
  });
  addEventListener("pointerdown", (event) => {
    if (isOnPressable(event)) hold(PRESS_MS);
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => isPressing() && hold(CLICK_MS));
}

/** @param {number} duration */
function hold(duration) {
  until = performance.now() + duration;
}

/** @param {Event} event */
function isOnPressable({ target }) {
  return target instanceof Element && target.closest(PRESSABLE) !== null;
}
