// @ts-check
// The clock: counts down in contest time, which may run faster than real time and stands still in a pause.

/** @type {{ contest: number, local: number, pace: number }} */
let known = { contest: Date.now(), local: performance.now(), pace: 1 };
/** @type {number | null} */
let announced = null;

/**
 * Takes over the contest's time.
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
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-ends]"))) {
    const until = clock.dataset.paused ? Date.parse(clock.dataset.paused) : now();
    const left = Math.max(0, Math.ceil((Date.parse(clock.dataset.ends ?? "") - until) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    const time = clock.querySelector("[data-time]");
    if (time && time.textContent !== text) time.textContent = text;
    clock.classList.toggle("short", left <= 60 && !clock.dataset.paused);
    announce(left);
  }
}

/**
 * Says the time left to those who do not see it: at five minutes, one minute, and the end.
 * @param {number} left seconds
 */
function announce(left) {
  const mark = left === 0 ? 0 : left <= 60 ? 60 : left <= 300 ? 300 : null;
  if (mark === announced) return;
  announced = mark;
  const says = document.getElementById("clock-says") ?? speaker();
  says.textContent = mark === null ? "" : mark === 0 ? "Time is over." : mark === 60 ? "One minute left." : "Five minutes left.";
}

function speaker() {
  const says = document.createElement("p");
  says.id = "clock-says";
  says.className = "unseen";
  says.setAttribute("aria-live", "polite");
  document.body.append(says);
  return says;
}
