// @ts-check
// A page that changes under a finger takes the button away before the press is a click. So the parts of a page wait while the
// reader aims at one and presses it.

/** The elements that can be pressed. */
const PRESSABLE = "button, a, label, summary, input";

/** The time after a move onto an element in which a press may follow. */
const AIM_MS = 500;
/** The longest press; it also ends the wait where the release goes unheard. */
const PRESS_MS = 5000;
/** The time after the end of a touch in which it becomes a click. */
const CLICK_MS = 100;

let until = 0;

/** Whether the reader is pressing an element, or about to. */
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
