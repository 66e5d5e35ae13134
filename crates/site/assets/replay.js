// Replays an interview: every key at its own pace, as its judge saw it. A classic script, because a page from a disk may load no
// module. Without it the page shows the whole transcript.
(() => {
  /**
   * Milliseconds since the piece before, seat, side, and addition: a key, a whole utterance, or the number of a shown file of the seat.
   * @typedef {[number, number, number, string | [string] | number]} Piece
   */
  /** @typedef {[number, string]} Incident Milliseconds since the talk was opened, and the description. */
  /** @typedef {{ line: HTMLElement, said: HTMLElement, text: string }} Open A line that is being typed. */

  const SPEEDS = [0.5, 1, 2, 4, 8, 16, 64];
  const STEP_MS = 5000;
  const SIDES = ["judge", "witness"];

  const data = document.getElementById("replay");
  const player = document.getElementById("player");
  if (!data || !player) return;
  /**
   * The player's texts, in the language of the page: a text with values in braces, or one for each plural category of a count.
   * @type {Record<string, string | Record<string, string>>}
   */
  const sentences = JSON.parse(document.getElementById("sentences")?.textContent ?? "{}");

  /** @param {string} id @param {Record<string, string>} [values] */
  function sentence(id, values = {}) {
    const known = sentences[id] ?? id;
    const text = typeof known === "string" ? known : byCount(known, values[known.by ?? ""]);
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  /** @param {Record<string, string>} known @param {string} count */
  function byCount(known, count) {
    const rules = new Intl.PluralRules(document.documentElement.lang || "en");
    return known[count] ?? known[rules.select(Number(count))] ?? known.other ?? "";
  }

  const speakers = [sentence("js-replay-judge"), sentence("js-replay-witness")];

  /** @template {HTMLElement} T @param {string} id @returns {T} */
  const part = (id) => /** @type {T} */ (document.getElementById(id));
  const play = part("play");
  const whole = part("whole");
  /** @type {HTMLSelectElement} */ const speed = part("speed");
  /** @type {HTMLInputElement} */ const timeline = part("timeline");
  const clock = part("clock");
  const happened = part("happened");

  /** @type {{ seats: string[], pieces: Piece[], incidents: Incident[] }} */
  const { seats, pieces, incidents } = JSON.parse(data.textContent ?? "");
  let sum = 0;
  const moments = pieces.map(([waited]) => (sum += waited));
  const end = Math.max(sum, ...incidents.map(([at]) => at));

  const logs = seats.map((seat) => /** @type {HTMLElement} */ (document.querySelector(`[data-seat="${seat}"]`)));
  const transcripts = logs.map((log) => [...log.children]);
  const files = logs.map((log) => [...log.querySelectorAll(".shown")]);
  const replays = logs.map(() => {
    const list = document.createElement("ol");
    list.className = "lines";
    return list;
  });

  /** The next piece, the shown moment, and the open line of each side of each seat. */
  let next = 0;
  let now = 0;
  /** @type {(Open | undefined)[]} */ let open = [];
  let isPlaying = false;
  let isReplaying = false;
  let before = 0;

  /**
   * A line of this side, below all others.
   * @param {number} seat
   * @param {number} side
   * @returns {Open}
   */
  function newLine(seat, side) {
    const line = document.createElement("li");
    line.className = `line ${SIDES[side]}`;
    const who = document.createElement("span");
    who.className = "who";
    who.textContent = speakers[side];
    const said = document.createElement("span");
    said.className = "said open";
    said.dir = "auto";
    line.append(who, " ", said);
    replays[seat].append(line);
    return { line, said, text: "" };
  }

  /**
   * Moves a finished line below the lines that were finished before it, and above the open ones.
   * @param {Open} finished
   */
  function finish({ line, said }) {
    said.classList.remove("open");
    const others = open.filter((other) => other && other.line !== line && other.line.parentElement === line.parentElement);
    line.parentElement?.insertBefore(line, others[0]?.line ?? null);
  }

  /** @param {Piece} piece */
  function add([, seat, side, what]) {
    const at = seat * 2 + side;
    if (typeof what === "string") {
      const typed = (open[at] ??= newLine(seat, side));
      if (what === "\n") {
        finish(typed);
        open[at] = undefined;
        return;
      }
      typed.text = what === "\b" ? typed.text.slice(0, -1) : typed.text + what;
      typed.said.textContent = typed.text;
      return;
    }
    const whole = newLine(seat, side);
    if (Array.isArray(what)) whole.said.textContent = what[0];
    else whole.said.replaceWith(files[seat][what].cloneNode(true));
    finish(whole);
  }

  /**
   * Shows the interview as it was at this moment.
   * @param {number} moment
   */
  function show(moment) {
    replay();
    if (moment < now) {
      next = 0;
      open = [];
      replays.forEach((list) => list.replaceChildren());
    }
    now = Math.min(Math.max(moment, 0), end);
    const grown = new Set();
    while (next < pieces.length && moments[next] <= now) {
      add(pieces[next]);
      grown.add(pieces[next][1]);
      next += 1;
    }
    for (const seat of grown) logs[seat].scrollTop = logs[seat].scrollHeight;
    timeline.value = String(now);
    const told = sentence("js-replay-clock", { now: minutes(now), end: minutes(end) });
    clock.textContent = told;
    timeline.setAttribute("aria-valuetext", told);
    tell();
    player?.toggleAttribute("data-at-end", now >= end);
    if (now >= end) stop();
  }

  /** Shows the last incident up to the shown moment. */
  function tell() {
    const latest = incidents.filter(([at]) => at <= now).at(-1);
    const told = latest ? sentence("js-replay-incident", { at: minutes(latest[0]), what: latest[1] }) : "";
    // A screen reader would read an equal text again.
    if (happened.textContent !== told) happened.textContent = told;
  }

  /** @param {number} ms */
  function minutes(ms) {
    const seconds = Math.floor(ms / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  function replay() {
    if (isReplaying) return;
    isReplaying = true;
    whole.hidden = false;
    logs.forEach((log, seat) => {
      log.classList.add("replaying");
      log.replaceChildren(replays[seat]);
    });
  }

  function showAll() {
    stop();
    isReplaying = false;
    whole.hidden = true;
    happened.textContent = "";
    logs.forEach((log, seat) => {
      log.classList.remove("replaying");
      log.replaceChildren(...transcripts[seat]);
    });
    play.focus();
  }

  function start() {
    if (isPlaying) return;
    isPlaying = true;
    play.textContent = sentence("js-replay-stop");
    if (now >= end || !isReplaying) show(now >= end ? 0 : now);
    if (!isPlaying) return;
    before = performance.now();
    requestAnimationFrame(step);
  }

  function stop() {
    isPlaying = false;
    play.textContent = sentence("js-replay-play");
  }

  /** @param {number} at */
  function step(at) {
    if (!isPlaying) return;
    const passed = Math.max(at - before, 0) * Number(speed.value);
    before = at;
    show(now + passed);
    if (isPlaying) requestAnimationFrame(step);
  }

  /** @param {number} by */
  function faster(by) {
    const at = SPEEDS.indexOf(Number(speed.value)) + by;
    speed.value = String(SPEEDS[Math.min(Math.max(at, 0), SPEEDS.length - 1)]);
  }

  /** Marks the ends of lines, judges' above and witnesses' below, and incidents, from top to bottom. */
  function mark() {
    const at = (/** @type {number} */ moment) => ((moment / Math.max(end, 1)) * 1000).toFixed(1);
    const lines = pieces.map(([, , side, what], index) =>
      what === "\n" || typeof what !== "string" ? `M${at(moments[index])} ${side === 0 ? "0v4" : "6v4"}` : "",
    );
    draw(lines.join(""), "");
    draw(incidents.map(([moment]) => `M${at(moment)} 0v10`).join(""), "incident");
  }

  /** @param {string} path @param {string} kind */
  function draw(path, kind) {
    const ticks = document.createElementNS("http://www.w3.org/2000/svg", "path");
    ticks.setAttribute("d", path);
    if (kind) ticks.setAttribute("class", kind);
    part("marks").append(ticks);
  }

  /** @type {Record<string, () => void>} */
  const keys = {
    " ": () => (isPlaying ? stop() : start()),
    ArrowLeft: () => show(now - STEP_MS),
    ArrowRight: () => show(now + STEP_MS),
    "+": () => faster(1),
    "=": () => faster(1),
    "-": () => faster(-1),
    Home: () => show(0),
    End: () => show(end),
  };

  play.addEventListener("click", () => (isPlaying ? stop() : start()));
  whole.addEventListener("click", showAll);
  timeline.addEventListener("input", () => show(Number(timeline.value)));
  player.addEventListener("keydown", (event) => {
    const own = event.target !== player && event.target !== timeline;
    // A button and the choice of a speed keep the keys that are theirs.
    if (own && event.key !== "+" && event.key !== "-") return;
    const does = keys[event.key];
    if (!does || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    does();
  });

  timeline.max = String(end);
  clock.textContent = sentence("js-replay-clock", { now: minutes(0), end: minutes(end) });
  mark();
  player.hidden = false;
})();
